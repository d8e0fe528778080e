import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'

type ImageCopyPayload = { importId: string; storeId: string; personId: string }

/** Selects images of products that this import has written. */
export const isProductOfImport = (tx: Tx, id: string) =>
  tx`product_id in (
    select target from import_item where import_id = ${id} and written_at is not null and target is not null)`

/** Enqueues the job that copies the waiting images of an import, if there are any. */
export async function enqueueImageCopy(tx: Tx, payload: ImageCopyPayload): Promise<void> {
  const { importId: id } = payload
  const [row] = await tx`
    update import set is_fetching_images = true
    where id = ${id} and exists (
      select 1 from product_image where state = 'waiting' and ${isProductOfImport(tx, id)})
    returning id`
  if (row) await continueImageCopy(tx, payload)
}

/** Enqueues the job again, after those that wait already. */
export const continueImageCopy = async (
  tx: Tx,
  { importId, storeId, personId }: ImageCopyPayload,
): Promise<void> => {
  const payload = { importId, storeId, personId }
  await enqueueJob(tx, 'import.images', payload, `images ${importId}`)
}
