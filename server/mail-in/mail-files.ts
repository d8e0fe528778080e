import type { Tx } from '../lib/db/db.ts'
import { enqueueJobs } from '../lib/job/jobs.ts'

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

/** Returns whether a row refers to a file. */
export async function isMailFileUsed(tx: Tx, fileKey: string): Promise<boolean> {
  const [row] = await tx<{ isUsed: boolean }[]>`
    select exists (select from mail_in where file_key = ${fileKey} and status <> 'done')
      or exists (select from message_original where file_key = ${fileKey})
      or exists (select from message_file where id = ${fileKey.split('/')[1] ?? ''}) as is_used`
  return row?.isUsed === true
}
