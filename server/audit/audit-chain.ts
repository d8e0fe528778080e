import type { Config } from '../config.ts'
import { type DiskConfig, openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { openClient } from '../lib/primary/open-client.ts'
import { auditArchiveJobs } from './audit-archive.ts'
import { createTransactionRunner, dropMonths } from './drop-months.ts'

/** Maximum number of rows that one seal covers. A changed row is located to within its seal. */
const sealBatchSize = 500
/** Days for which audit entries are stored. */
export const retentionDays = 400

/**
 * Scheduled jobs of the audit. They run on the connection of the tables' owner, because the role
 * that serves requests can only read the audit.
 */
export const auditJobs = (config: DiskConfig & Pick<Config, 'auditMonths'>): JobHandlers => ({
  ...auditArchiveJobs(config),
  /** Seals batches until a batch is not full. The next run continues after an abort. */
  'audit.seal': async (_payload, { query, abortSignal }) => {
    for (
      let sealedCount = sealBatchSize;
      sealedCount === sealBatchSize && !abortSignal?.aborted;
    ) {
      const {
        rows: [row],
      } = await query<{ count: number }>(`select audit_seal_batch(${sealBatchSize}) as count`)
      sealedCount = row?.count ?? 0
    }
  },
  /**
   * Creates the tables of the coming months and drops the months past the retention time. New rows are
   * sealed after a month was verified, and other slow jobs wait, so this runs once a night.
   */
  'audit.months': async (_payload, helpers) => {
    await helpers.query('select audit_create_months(3)')
    const cutoff = new Date(Date.now() - retentionDays * 86_400_000)
    const disk = openDisk(config, 'audit')
    if (!(await dropMonths(createTransactionRunner(helpers), disk, cutoff, helpers.abortSignal)))
      helpers.logger.warn(
        'An expired month of the audit was not deleted because its rows or files do not match the seals. ' +
          'Run `npm run audit:verify` for details.',
      )
  },
})

/**
 * Starts a new epoch of the audit when the data was restored from another database server. Called
 * at the start of the process, before the first write.
 */
export async function continueAudit(ownerUrl: string): Promise<void> {
  const sql = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    await sql`select audit_advance_epoch()`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
