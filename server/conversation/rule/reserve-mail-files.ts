import type { Tx } from '../../lib/db/db.ts'
import { enqueueJobs } from '../../lib/job/jobs.ts'

export type ReservedFile = { id: string; fileKey: string }

const hourMs = 3_600_000

/**
 * Returns keys for files whose rows are inserted afterwards. If the process is killed before that, a job deletes the
 * files later.
 */
export async function reserveMailFiles(
  tx: Tx,
  storeId: string,
  count: number,
): Promise<ReservedFile[]> {
  if (count === 0) return []
  const rows = await tx<{ id: string }[]>`
    select new_id() as id from generate_series(1, ${count}::integer)`
  const files = rows.map(({ id }) => ({ id, fileKey: `${storeId}/${id}` }))
  const runAt = new Date(Date.now() + hourMs).toISOString()
  const payload = { keys: files.map(({ fileKey }) => fileKey) }
  await enqueueJobs(tx, [{ task: 'mailIn.deleteFiles', payload, key: null, runAt }])
  return files
}
