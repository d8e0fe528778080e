import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { MailFailure } from '#contract/desk/mail-in.ts'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import { reserveMailFiles } from '../conversation/rule/reserve-mail-files.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, toRow, withStoreTransaction } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { enqueueFiling } from './rule/enqueue-filing.ts'

/** The size of an email with its files, which Base64 makes a third larger. */
export const maxMailBytes = 25 * 1024 * 1024

export type StoreRecipient = { storeId: string; address: string }
export type MailDelivery = {
  /** The address that receives a report if the email is rejected later. Empty for reports, null if it is unknown. */
  sender: string | null
  /** The sender is then the address of the From field, and a provider has accepted the email. */
  isFromMailbox?: boolean
  recipients: readonly StoreRecipient[]
  clientIp: string
  clientName: string
  /** The address whose megabytes are limited. */
  limitedSource?: string | undefined
  /** For an email that is not added to the inbox, of which only the start is stored. Staff read the reason. */
  failure?: { reason: MailFailure; bytes: number } | undefined
}
type ReceivedMailRow = {
  _id: string
  sender: string | null
  recipient: string
  clientIp: string
  clientName: string
  digest: Buffer
  fileKey: string
  bytes: number
  status: 'new' | 'dead'
  isFromMailbox: boolean
  error: MailFailure | ''
}

type MailApp = Pick<App, 'db' | 'config' | 'keys'>
type StoredFile = { storeId: string; row: ReceivedMailRow }

/**
 * Stores an email for each recipient and enqueues the job that files it. Its bytes and its rows are on the disk
 * when the function returns, so that the sender can delete the email. The same email is stored once.
 * @throws Problem 413 too_large, or 429 too_many_attempts
 */
export async function acceptMail(
  app: MailApp,
  disk: Disk,
  content: Readable,
  delivery: MailDelivery,
): Promise<void> {
  const files: StoredFile[] = []
  try {
    for (const recipient of delivery.recipients) {
      const [first] = files
      const source = first ? await disk.getStream(first.row.fileKey) : content
      files.push(await storeFile(app, disk, source, { ...delivery, recipient }))
    }
    await consumeMegabytes(app, files, delivery.limitedSource)
  } catch (error) {
    for (const file of files) await deleteFile(disk, file)
    throw error
  }
  // If this fails, a job deletes the files. A row without its file would be worse.
  for (const file of files) if (!(await storeRow(app, file))) await deleteFile(disk, file)
}

const bytesPerMegabyte = 1024 * 1024

async function consumeMegabytes(app: MailApp, files: readonly StoredFile[], source?: string) {
  for (const { storeId, row } of files) {
    const storedBytes = row.status === 'new' ? row.bytes : 0
    const amount = Math.max(1, Math.ceil(storedBytes / bytesPerMegabyte))
    await withDeadline(app.config.callLimitMs, () =>
      consumeRateLimit(app, 'mailInMegabytes', {
        target: storeId,
        amount,
        ...(source !== undefined && { source }),
      }),
    )
  }
}

const deleteFile = (disk: Disk, { row }: StoredFile) => disk.delete(row.fileKey).catch(() => {})

/** Writes the bytes to the disk. */
async function storeFile(
  app: MailApp,
  disk: Disk,
  source: Readable,
  {
    recipient,
    sender,
    clientIp,
    clientName,
    failure,
    isFromMailbox = false,
  }: MailDelivery & { recipient: StoreRecipient },
): Promise<StoredFile> {
  const { storeId } = recipient
  const address = normalizeEmail(recipient.address)
  const [reserved] = await inStore(app, storeId, tx => reserveMailFiles(tx, storeId, 1))
  if (!reserved) throw new Error('No file was reserved.')
  const { id, fileKey } = reserved
  const hash = createHash('sha256').update(`${address}\n`)
  const state = { bytes: 0 }
  try {
    await disk.putStream(fileKey, Readable.from(measure(source, hash, state)))
  } catch (error) {
    await disk.delete(fileKey).catch(() => {})
    throw state.bytes > maxMailBytes ? new Problem(413, 'too_large') : error
  } finally {
    // The reply follows the last byte of the email.
    source.resume()
  }
  const row: ReceivedMailRow = {
    _id: id,
    sender: sender === null ? null : normalizeEmail(sender),
    recipient: address,
    clientIp,
    clientName,
    digest: hash.digest(),
    fileKey,
    bytes: failure?.bytes ?? state.bytes,
    status: failure ? 'dead' : 'new',
    error: failure?.reason ?? '',
    isFromMailbox,
  }
  return { storeId, row }
}

async function* measure(source: Readable, hash: Hash, state: { bytes: number }) {
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    state.bytes += chunk.length
    if (state.bytes > maxMailBytes) throw new Problem(413, 'too_large')
    hash.update(chunk)
    yield chunk
  }
}

const inStore = <T>({ db, config }: MailApp, storeId: string, work: (tx: Tx) => Promise<T>) =>
  withDeadline(config.callLimitMs, () => withStoreTransaction(db, storeId, work))

/** Returns false if the same email was delivered before. */
const storeRow = (app: MailApp, { storeId, row }: StoredFile): Promise<boolean> =>
  inStore(app, storeId, async tx => {
    const inserted = await tx`
      insert into mail_in ${tx(toRow(row))} on conflict (store_id, digest) do nothing returning id`
    if (inserted.length === 0) return false
    if (row.status === 'new') await enqueueFiling(tx, storeId, row._id)
    return true
  })
