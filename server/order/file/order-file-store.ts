import type { Disk } from 'flydrive'
import type { AttachmentType } from '#contract/lib/attachment.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import {
  maxAttachments,
  OrderFile,
  type OrderFilePurpose,
} from '#contract/order/file/order-file.ts'
import { assertCanSeeAddressPhone } from '../../customer/rule/contact-visibility.ts'
import { selectIsOfCurrentCustomer } from '../../customer/rule/current-customer.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import { insertRows, type RunInTransaction, selectColumns, type Tx } from '../../lib/db/db.ts'
import type { FileDisk } from '../../lib/file/file-disk.ts'
import type { CheckedFile } from '../../lib/file/read-attachment.ts'
import { enqueueJobs } from '../../lib/job/jobs.ts'
import { addFileEvent } from './file-event.ts'

type OrderFileRow = Omit<CheckedFile, 'content'> & {
  _id: string
  orderId: string
  purpose: OrderFile['purpose']
  returnId?: string
  parcelId?: string
  reviewId?: string
  bytes: number
  fileKey: string
}

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    order_file: OrderFileRow
  }
}

const fileColumns = selectColumns(OrderFile, { alias: 'f', omit: ['return', 'parcel'] })
const selectFile = (tx: Tx) => tx`
  ${fileColumns(tx)}, f.return_id as "return", f.parcel_id as parcel`

/** @throws Problem 404 order_not_found */
export async function listOrderFiles(tx: Tx, orderId: string): Promise<OrderFile[]> {
  const [order] = await tx`select from "order" where id = ${orderId}`
  assertFound(order, 'order_not_found')
  return tx<OrderFile[]>`
    select ${selectFile(tx)} from order_file f where f.order_id = ${orderId} order by f.id`
}

type StoredFile = { fileName: string; contentType: AttachmentType; fileKey: string }

/**
 * Returns a stored file of an order. Labels require another permission, because they show the phone number of the
 * customer.
 * @throws Problem 404 order_file_not_found, or 403 forbidden for a label
 */
export async function findOrderFile(
  tx: Tx,
  id: string,
  abilities: readonly Ability[],
): Promise<StoredFile> {
  const [file] = await tx<(StoredFile & { purpose: OrderFilePurpose })[]>`
    select file_name, content_type, file_key, purpose from order_file where id = ${id}`
  const { purpose, ...storedFile } = assertFound(file, 'order_file_not_found')
  if (purpose === 'label') assertCanSeeAddressPhone(abilities)
  return storedFile
}

/** Returns the bytes of a file, or undefined if they are missing. */
export async function openOrderFile(disk: FileDisk, key: string) {
  const file = await disk.findFile(key)
  return file?.body
}

/** Returns a photo of a review that shoppers can see. */
export async function findReviewPhotoFile(tx: Tx, id: string): Promise<StoredFile | undefined> {
  const [file] = await tx<StoredFile[]>`
    select f.file_name, f.content_type, f.file_key
    from order_file f
    join review r on r.store_id = f.store_id and r.id = f.review_id and r.status = 'approved'
    join product p on p.store_id = r.store_id and p.id = r.product_id and p.status = 'active'
    where f.id = ${id} and f.purpose = 'review_photo'`
  return file
}

/**
 * Returns a photo of a return of this order, which was checked and encoded again, or its label. Those of a
 * former customer are not found.
 */
export async function findReturnFile(
  tx: Tx,
  { orderId, id, purpose }: { orderId: string; id: string; purpose: 'return_photo' | 'label' },
): Promise<StoredFile | undefined> {
  const [file] = await tx<StoredFile[]>`
    select f.file_name, f.content_type, f.file_key
    from order_file f join "order" o on o.store_id = f.store_id and o.id = f.order_id
    where f.id = ${id} and f.order_id = ${orderId} and f.purpose = ${purpose} and f.return_id is not null
      and ${selectIsOfCurrentCustomer(tx, tx`f.created_at`)}`
  return file
}

type DeletedFile = Pick<OrderFileRow, 'orderId' | 'purpose' | 'fileName'> & {
  parcelId: string | null
  returnId: string | null
}

/**
 * Deletes an attachment, a photo or a label. A trigger enqueues the deletion of its bytes. A label that
 * a service created is canceled there.
 * @throws Problem 404 order_file_not_found
 */
export async function deleteOrderFile(tx: Tx, id: string): Promise<void> {
  // Those who replace a label lock the order before its files too.
  await tx`
    select from "order" where id = (select order_id from order_file where id = ${id}) for update`
  const [row] = await tx<DeletedFile[]>`
    delete from order_file where id = ${id}
    returning order_id, purpose, parcel_id, return_id, file_name`
  const file = assertFound(row, 'order_file_not_found')
  if (file.purpose === 'review_photo')
    await tx`update review set photos = array_remove(photos, ${id}) where order_id = ${file.orderId}`
  if (file.purpose === 'label' && file.parcelId) await cancelLabelOfPackedParcel(tx, file.parcelId)
  await addFileEvent(tx, 'removed', file)
}

/** The label of a parcel that has left is in use, even if its file is no longer needed. */
const cancelLabelOfPackedParcel = (tx: Tx, parcelId: string) =>
  tx`select cancel_label(id) from fulfillment where id = ${parcelId} and status = 'packed'`

export type FileStorage = { disk: Disk; storeId: string; inTx: RunInTransaction }
export type FileOwner = Pick<
  OrderFileRow,
  'orderId' | 'purpose' | 'returnId' | 'parcelId' | 'reviewId'
>
/** Inserts the rows of the files, which belong to an order, a return or a parcel. Returns their ids. */
export type AddFileRows = (tx: Tx, owner: FileOwner) => Promise<string[]>

/**
 * Writes the bytes of files and then runs the work, which inserts their rows in its transaction. If
 * it fails, the bytes are deleted. If the process is killed, a job deletes bytes without a row later.
 */
export async function storeOrderFiles<T>(
  { disk, storeId, inTx }: FileStorage,
  files: readonly CheckedFile[],
  work: (addRows: AddFileRows) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return work(async () => [])
  const keyedFiles = await inTx(tx => reserveKeys(tx, storeId, files))
  try {
    for (const { fileKey, content } of keyedFiles) await disk.put(fileKey, content)
    return await work(async (tx, owner) => {
      const rows = keyedFiles.map(({ content, ...file }) => ({
        ...file,
        ...owner,
        bytes: content.length,
      }))
      await insertRows(tx, 'order_file', rows)
      return rows.map(({ _id }) => _id)
    })
  } catch (error) {
    await Promise.allSettled(keyedFiles.map(({ fileKey }) => disk.delete(fileKey)))
    throw error
  }
}

const hourMs = 3_600_000

async function reserveKeys(tx: Tx, storeId: string, files: readonly CheckedFile[]) {
  const ids = await tx<{ id: string }[]>`
    select new_id() as id from generate_series(1, ${files.length}::integer)`
  const keyedFiles = files.map((file, i) => {
    const _id = ids[i]?.id ?? crypto.randomUUID()
    return { ...file, _id, fileKey: `${storeId}/${_id}` }
  })
  const keys = keyedFiles.map(({ fileKey }) => fileKey)
  const runAt = new Date(Date.now() + hourMs).toISOString()
  await enqueueJobs(tx, [{ task: 'order.deleteFiles', payload: { keys }, key: null, runAt }])
  return keyedFiles
}

/**
 * Attaches a file to an order.
 * @throws Problem 404 order_not_found, or 409 attachments_too_many
 */
export const addAttachment = (
  storage: FileStorage,
  orderId: string,
  file: CheckedFile,
): Promise<OrderFile> =>
  storeFile(storage, file, async tx => {
    await lockOrderFor(tx, orderId)
    const owner = { orderId, purpose: 'attachment' as const }
    await addFileEvent(tx, 'added', { ...owner, ...file })
    return owner
  })

export async function hasLabel(tx: Tx, parcelId: string): Promise<boolean> {
  const rows = await tx`
    select from order_file where parcel_id = ${parcelId} and purpose = 'label'`
  return rows.length > 0
}

/**
 * Stores the label of a parcel instead of the one before.
 * @throws Problem 404 shipment_not_found, or 409 shipment_canceled
 */
export const addLabel = (
  storage: FileStorage,
  parcelId: string,
  file: CheckedFile,
): Promise<OrderFile> =>
  storeFile(storage, file, async tx => {
    const orderId = await lockOrderOfParcel(tx, parcelId)
    await tx`delete from order_file where parcel_id = ${parcelId} and purpose = 'label'`
    await cancelLabelOfPackedParcel(tx, parcelId)
    const owner = { orderId, purpose: 'label' as const, parcelId }
    await addFileEvent(tx, 'added', { ...owner, ...file })
    return owner
  })

/** Stores a file for the owner whose order the callback locks, and returns it. */
export const storeFile = (
  storage: FileStorage,
  file: CheckedFile,
  lockOwner: (tx: Tx) => Promise<FileOwner>,
): Promise<OrderFile> =>
  storeOrderFiles(storage, [file], addRows =>
    storage.inTx(async tx => {
      const owner = await lockOwner(tx)
      const ids = await addRows(tx, owner)
      const [added] = await tx<OrderFile[]>`
        select ${selectFile(tx)} from order_file f where f.id = any (${ids}::uuid[])`
      return assertFound(added, 'order_file_not_found')
    }),
  )

async function lockOrderOfParcel(tx: Tx, parcelId: string): Promise<string> {
  const [order] = await tx<{ id: string }[]>`
    select id from "order" where id = (select order_id from fulfillment where id = ${parcelId})
    for update`
  const { id } = assertFound(order, 'shipment_not_found')
  const [parcel] = await tx<{ status: string }[]>`
    select status from fulfillment where id = ${parcelId}`
  if (assertFound(parcel, 'shipment_not_found').status === 'cancelled')
    throw new Problem(409, 'shipment_canceled')
  return id
}

/** The lock keeps the number of attachments exact. */
async function lockOrderFor(tx: Tx, orderId: string): Promise<void> {
  const [order] = await tx`select from "order" where id = ${orderId} for update`
  assertFound(order, 'order_not_found')
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from order_file
    where order_id = ${orderId} and purpose = 'attachment'`
  if ((row?.count ?? 0) >= maxAttachments)
    throw new Problem(409, 'attachments_too_many', { count: maxAttachments })
}
