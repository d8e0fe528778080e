import type { Disk } from 'flydrive'
import { ArchivedRows, type AuditQuery } from './archived-rows.ts'
import type { AuditViolation } from './audit-violation.ts'

type SealParts = Record<string, { rows: number }>
const countRows = (parts: SealParts | null) =>
  Object.values(parts ?? {}).reduce((sum, { rows }) => sum + rows, 0)
/** Seals that one query recomputes. */
const batchSize = 100

/**
 * Recomputes the seals of all months, or of one such as `2026-11`, from the stored rows and the archived
 * files, in batches. The caller opens the transaction.
 */
export async function verifySeals(
  query: AuditQuery,
  disk: Disk | undefined,
  month: string | null = null,
): Promise<AuditViolation[]> {
  const archivedRows = await ArchivedRows.open(query, disk)
  const {
    rows: [range],
  } = await query<{ first: number; last: number }>(
    `select coalesce(case when $1::text is null then 1 else min(seq) end, 1)::float8 as first,
      coalesce(max(seq), 0)::float8 as last
    from audit_seal where $1::text is null or kind = 'rows' and parts ? $1::text`,
    [month],
  )
  const { first, last } = range ?? { first: 1, last: 0 }
  const violations: AuditViolation[] = []
  for (let from = first; from <= last; from += batchSize) {
    violations.push(...(await archivedRows.load(from, from + batchSize - 1)))
    violations.push(...(await listViolations(query, month, [from, from + batchSize - 1])))
  }
  return violations
}

async function listViolations(
  query: AuditQuery,
  month: string | null,
  [from, to]: [number, number],
): Promise<AuditViolation[]> {
  const { rows } = await query<{
    seq: string
    kind: AuditViolation['kind']
    parts: SealParts
    found: SealParts
    since: Date | null
    until: Date
  }>('select * from audit_violations($1, $2, $3) order by seq', [month, from, to])
  return rows.map(({ seq, kind, parts, found, since, until }) => ({
    seq: Number(seq),
    kind,
    since,
    until,
    sealedRows: countRows(parts),
    foundRows: countRows(found),
  }))
}
