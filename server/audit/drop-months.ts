import type { Disk } from 'flydrive'
import type { JobHelpers } from 'graphile-worker'
import type { AuditQuery } from './archived-rows.ts'
import { verifySeals } from './verify-seals.ts'

/** Runs statements on one connection, in one transaction. */
export type AuditTransaction = <Result>(
  work: (query: AuditQuery) => Promise<Result>,
) => Promise<Result>

export const createTransactionRunner =
  ({ withPgClient }: JobHelpers): AuditTransaction =>
  work =>
    withPgClient(async client => {
      await client.query('begin')
      try {
        const result = await work((text, values) => client.query(text, values))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })

/**
 * Drops the months that ended before a time, with their files, oldest first. Stops at a month whose rows or
 * files do not match the seals, or after the abort of the job. Returns false if a month does not match.
 */
export async function dropMonths(
  inTransaction: AuditTransaction,
  disk: Disk,
  until: Date,
  abortSignal?: AbortSignal,
): Promise<boolean> {
  const months = await inTransaction(async query => {
    const { rows } = await query<{ month: string }>(
      `select to_char(month, 'YYYY-MM') as month from audit_months_before($1) month order by 1`,
      [until],
    )
    return rows.map(({ month }) => month)
  })
  let isMatching = true
  for (const month of months)
    if (isMatching && !abortSignal?.aborted)
      isMatching = await inTransaction(query => dropMonth(query, disk, month))
  await deleteDroppedFiles(inTransaction, disk)
  return isMatching
}

async function dropMonth(query: AuditQuery, disk: Disk, month: string): Promise<boolean> {
  const violations = await verifySeals(query, disk, month)
  // A broken file can belong to another month that shares seals with this one. If it belongs to this
  // month, its missing rows are another violation.
  if (violations.some(({ kind }) => kind !== 'file_missing' && kind !== 'file_changed'))
    return false
  const { rows } = await query<{ isDropped: boolean }>(
    'select audit_drop_month($1::date) as "isDropped"',
    [`${month}-01`],
  )
  return rows[0]?.isDropped ?? false
}

/** Deletes the files of months that were dropped. */
async function deleteDroppedFiles(inTransaction: AuditTransaction, disk: Disk) {
  const { rows } = await inTransaction(query =>
    query<{ month: string }>(
      `select distinct m as month from audit_seal d, jsonb_object_keys(d.parts) m
      where d.kind = 'dropped' and d.sealed_at > now() - interval '7 days'
        and exists (select from audit_seal s where s.kind = 'archived' and s.parts ? m)`,
    ),
  )
  for (const { month } of rows) await disk.deleteAll(`${month}/`)
}
