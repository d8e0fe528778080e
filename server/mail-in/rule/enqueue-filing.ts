import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'

/** Adds the job that files an email, in place of an earlier one that waits. */
export async function enqueueFiling(tx: Tx, storeId: string, id: string): Promise<void> {
  await enqueueJob(tx, 'mailIn.file', { storeId, id }, `mailIn.file ${id}`)
}
