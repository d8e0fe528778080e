import type { TaskList } from 'graphile-worker'
import postgres from 'postgres'

/** Rows a seal: what was meddled with is found as one of so many. */
const sealBatchSize = 500
/** How long the audit is kept, in days. */
export const retentionDays = 400

/** What the clock does with the audit. The owner's connection does it: the role that serves requests can only read. */
export const auditJobs: TaskList = {
  /** Seals what can be sealed. Rows come in faster only during imports, and then the next minute goes on. */
  'audit.seal': async (_payload, { query, abortSignal }) => {
    for (let number = sealBatchSize; number === sealBatchSize && !abortSignal?.aborted; ) {
      const {
        rows: [row],
      } = await query<{ number: number }>(`select audit_seal_batch(${sealBatchSize}) as number`)
      number = row?.number ?? 0
    }
  },
  /** The months ahead are made, and those that are old enough go. */
  'audit.months': async (_payload, { query, logger }) => {
    await query('select audit_create_months(3)')
    const cutoff = new Date(Date.now() - retentionDays * 86_400_000)
    await query('select audit_drop_months($1)', [cutoff])
    const {
      rows: [row],
    } = await query<{ number: string }>('select audit_count_old_months($1) as number', [cutoff])
    if (Number(row?.number) > 0)
      logger.warn(
        'a month of the audit is old enough to go and stays, not being as it was sealed; npm run audit:verify tells more',
      )
  },
}

/** At the start of a process, before anything is written: data that came from another server go on in a new count. */
export async function continueAudit(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} })
  try {
    await sql`select audit_advance_epoch()`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
