import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Disk } from 'flydrive'
import type { JobHelpers } from 'graphile-worker'
import type { Config } from '../config.ts'
import { type DiskConfig, openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

/** Rows of one file at most. It has fewer if they have more than 8 MB (`audit_rows_to_archive`). */
const fileRowCount = 20_000

/** A file of archived rows, and the hash of its lines that is sealed. */
export type ArchivedFile = { file: string; hash: string }

const hashLines = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex')

/** Returns the lines of a file, or why it is not the one that was sealed. */
export async function readArchivedFile(
  disk: Disk,
  { file, hash }: ArchivedFile,
): Promise<string[] | 'file_missing' | 'file_changed'> {
  if (!(await disk.exists(file))) return 'file_missing'
  const packed = Buffer.from(await disk.getBytes(file))
  const lines = await promisify(gunzip)(packed).then(
    bytes => bytes.toString().split('\n'),
    () => [],
  )
  return hashLines(lines) === hash ? lines : 'file_changed'
}

type Query = JobHelpers['query']

/**
 * Writes the next rows of a month into a file, and deletes them after the file was read again. Returns
 * whether there were rows. A process that ends in between leaves a file that the next run replaces.
 */
export async function archiveRows(query: Query, disk: Disk, month: string): Promise<boolean> {
  const { rows } = await query<{ line: string }>(
    `select line from audit_rows_to_archive($1::date, ${fileRowCount}) line`,
    [month],
  )
  if (rows.length === 0) return false
  const lines = rows.map(({ line }) => line)
  const {
    rows: [count],
  } = await query<{ number: string }>(
    `select count(*) + 1 as number from audit_archived_files() where month = $1`,
    [month.slice(0, 7)],
  )
  const file = `${month.slice(0, 7)}/${String(count?.number).padStart(6, '0')}.jsonl.gz`
  const hash = hashLines(lines)
  await disk.put(file, await promisify(gzip)(lines.join('\n')))
  const written = await readArchivedFile(disk, { file, hash })
  if (!Array.isArray(written)) throw new Error(`The archived rows in ${file} could not be read.`)
  await query('select audit_delete_archived_rows($1::date, $2, $3, $4)', [
    month,
    file,
    hash,
    written,
  ])
  return true
}

/** Returns the start of the oldest month whose rows stay in the tables. Earlier rows are archived. */
function getArchivedBefore(keptMonths: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths))
}

export const auditArchiveJobs = (
  config: DiskConfig & Pick<Config, 'auditMonths'>,
): JobHandlers => ({
  /** Moves the rows of past months into files. The next run continues after an abort. */
  'audit.archive': async (_payload, { query, abortSignal }) => {
    const disk = openDisk(config, 'audit')
    const { rows } = await query<{ month: string }>(
      'select month::text as month from audit_archivable_months($1) month',
      [getArchivedBefore(config.auditMonths)],
    )
    for (const { month } of rows) {
      let hasRows = true
      while (hasRows && !abortSignal?.aborted) hasRows = await archiveRows(query, disk, month)
      if (!hasRows) await query('select audit_shrink_month($1::date)', [month])
    }
  },
})
