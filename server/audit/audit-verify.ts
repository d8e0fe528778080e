import type { Disk } from 'flydrive'
import type postgres from 'postgres'
import { toAuditQuery } from './archived-rows.ts'
import { retentionDays } from './audit-chain.ts'
import type { AuditViolation } from './audit-violation.ts'
import { verifySeals } from './verify-seals.ts'

export type AuditReport = {
  seals: number
  rows: number
  archived: string[]
  dropped: string[]
  unsealed: number
  oldestUnsealed: Date | null
  head: string
  violations: AuditViolation[]
}

/**
 * Recomputes the whole chain from the stored rows and the archived files, in batches. `expectedHead` is a
 * head that was stored outside the database, as `seq:hash`: an attacker who rewrites the whole chain cannot
 * change it.
 */
export async function verifyAudit(
  sql: postgres.Sql,
  expectedHead?: string,
  disk?: Disk,
): Promise<AuditReport> {
  return sql.begin('isolation level repeatable read', async tx => {
    await tx`set local statement_timeout = 0`
    const [head] = await tx<
      { seq: string; hash: string }[]
    >`select seq, encode(hash, 'hex') as hash from audit_head()`
    const lastSeq = Number(head?.seq ?? 0)
    const violations = [
      ...(await verifySeals(toAuditQuery(tx), disk)),
      ...(await listEarlyDrops(tx)),
      ...(await listStrayRows(tx)),
    ]
    if (expectedHead && !(await hasHead(tx, expectedHead)))
      violations.push({
        seq: Number(expectedHead.split(':')[0]),
        kind: 'head_missing',
        since: null,
        until: null,
        sealedRows: 0,
        foundRows: 0,
      })
    return { ...(await countTotals(tx)), head: `${lastSeq}:${head?.hash ?? ''}`, violations }
  })
}

/**
 * Lists months that were dropped before the retention time, or with a row count other than the
 * sealed one.
 */
async function listEarlyDrops(tx: postgres.TransactionSql): Promise<AuditViolation[]> {
  const rows = await tx<{ seq: string; at: Date; dropped: string; sealed: string }[]>`
    select d.seq, d.sealed_at as at, d.parts -> m.key ->> 'rows' as dropped,
      sealed.rows as sealed
    from audit_seal d
    cross join jsonb_object_keys(d.parts) m(key)
    cross join lateral (
      select coalesce(sum((s.parts -> m.key ->> 'rows')::bigint), 0) as rows
      from audit_seal s
      where s.kind = 'rows' and s.seq < d.seq
    ) sealed
    where d.kind = 'dropped' and (
      (to_date(m.key, 'YYYY-MM') + interval '1 month') at time zone 'UTC'
        > d.sealed_at - ${`${retentionDays} days`}::interval
      or (d.parts -> m.key ->> 'rows')::bigint <> sealed.rows)`
  return rows.map(({ seq, at, dropped, sealed }) => ({
    seq: Number(seq),
    kind: 'dropped_early',
    since: null,
    until: at,
    sealedRows: Number(sealed),
    foundRows: Number(dropped),
  }))
}

/**
 * Lists rows that no seal covers: those before the first seal, and those that stay unsealed for too
 * long.
 */
async function listStrayRows(tx: postgres.TransactionSql): Promise<AuditViolation[]> {
  const rows = await tx<
    { kind: AuditViolation['kind']; number: string; since: Date; until: Date }[]
  >`select * from audit_stray_rows()`
  return rows.map(({ kind, number, since, until }) => ({
    seq: 0,
    kind,
    since,
    until,
    sealedRows: 0,
    foundRows: Number(number),
  }))
}

async function hasHead(tx: postgres.TransactionSql, expectedHead: string): Promise<boolean> {
  const [seq = '', hash = ''] = expectedHead.split(':')
  const validHash = /^[0-9a-f]{64}$/.test(hash) ? hash : ''
  const matchingSeals = await tx`
    select 1 from audit_seal where seq = ${Number(seq) || 0} and hash = decode(${validHash}, 'hex')`
  return matchingSeals.length > 0
}

async function countTotals(
  tx: postgres.TransactionSql,
): Promise<Omit<AuditReport, 'head' | 'violations'>> {
  const [sums] = await tx<
    { seals: number; rows: number; archived: string[] | null; dropped: string[] | null }[]
  >`
    select count(distinct s.seq)::integer as seals,
      coalesce(sum((p.value ->> 'rows')::bigint) filter (where s.kind = 'rows'), 0)::float8 as rows,
      array_agg(distinct p.key order by p.key) filter (where s.kind = 'archived') as archived,
      array_agg(p.key order by p.key) filter (where s.kind = 'dropped') as dropped
    from audit_seal s left join lateral jsonb_each(s.parts) p on true`
  const [unsealedRow] = await tx<{ unsealed: number; oldest: Date | null }[]>`
    select count(*)::integer as unsealed, min(a.at) as oldest
    from audit a, audit_head() h
    where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id)`
  return {
    seals: sums?.seals ?? 0,
    rows: sums?.rows ?? 0,
    archived: (sums?.archived ?? []).filter(month => !sums?.dropped?.includes(month)),
    dropped: sums?.dropped ?? [],
    unsealed: unsealedRow?.unsealed ?? 0,
    oldestUnsealed: unsealedRow?.oldest ?? null,
  }
}
