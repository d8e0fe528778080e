import { setTimeout as sleep } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditApi } from '#contract/staff/audit.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { toAuditQuery } from './archived-rows.ts'
import { continueAudit } from './audit-chain.ts'
import { verifyAudit } from './audit-verify.ts'
import { type AuditTransaction, dropMonths } from './drop-months.ts'

let t: TestApp
const startApp = async () => {
  t = await startTestApp()
}
const closeApp = () => t.close()

const createCategory = (name: string) =>
  t.inStore(tx => tx`insert into category (name, slug) values (${name}, ${name})`)
/**
 * Seals all rows. A row can be sealed only after every older transaction of the database server has
 * ended, including those of other databases, so the function first waits for them.
 */
async function seal(rows = 500) {
  for (let attempt = 0; attempt < 8000; attempt++) {
    const [waitingRow] = await t.sql<{ number: number }[]>`
      select count(*)::integer as number from audit a
      where a.epoch = (select max(epoch) from audit_epoch) and a.xid >= pg_snapshot_xmin(pg_current_snapshot())`
    if (waitingRow?.number !== 0) {
      await sleep(25)
      continue
    }
    const [row] = await t.sql<{ number: number }[]>`
      select audit_seal_batch(${rows}) as number`
    if ((row?.number ?? 0) < rows) return
  }
  throw new Error('The rows could not be sealed: an older transaction did not end.')
}

class Rollback extends Error {}
const ignoreRollback = (error: unknown) => {
  if (!(error instanceof Rollback)) throw error
}

/**
 * Runs the SQL as the owner of the tables, returns the violations that it causes, and rolls it
 * back.
 */
async function verifyAfterTampering(tampering: string) {
  let violations: unknown
  await t.sql
    .begin(async tx => {
      await tx.unsafe(`alter table audit no force row level security; ${tampering}`)
      const seals = (
        await tx<
          { seq: string; kind: string }[]
        >`select seq, kind from audit_violations() order by seq`
      ).map(({ seq, kind }) => `${seq} ${kind}`)
      violations = [
        ...seals,
        ...(
          await tx<{ kind: string; number: string }[]>`select kind, number from audit_stray_rows()`
        ).map(({ kind, number }) => `${number} ${kind}`),
      ]
      throw new Rollback()
    })
    .catch(ignoreRollback)
  return violations
}

describe('a chain of three seals', () => {
  beforeAll(async () => {
    await startApp()
    for (const name of ['cups', 'bowls', 'plates']) {
      await createCategory(name)
      await seal()
    }
  })
  afterAll(closeApp)

  test('covers every row once, without violations', async () => {
    const { violations, rows, seals, unsealed, head } = await verifyAudit(t.sql)
    expect([violations, rows, unsealed]).toEqual([[], await t.changes(), 0])
    expect(head).toMatch(new RegExp(`^${seals}:[0-9a-f]{64}$`))
    expect((await verifyAudit(t.sql, head)).violations).toEqual([])
  })

  const cups = `entity = 'category' and after ->> 'name' = 'cups'`
  test.each([
    [
      'a changed value',
      `update audit set after = jsonb_set(after, '{name}', '"mugs"') where ${cups}`,
      ['1 rows_changed'],
    ],
    ['a changed person', `update audit set person_id = new_id() where ${cups}`, ['1 rows_changed']],
    [
      'a changed time',
      `update audit set at = at + interval '1 microsecond' where ${cups}`,
      ['1 rows_changed'],
    ],
    ['a deleted row', `delete from audit where ${cups}`, ['1 rows_changed']],
    [
      'the deletion of all rows',
      'truncate audit',
      ['1 rows_changed', '2 rows_changed', '3 rows_changed'],
    ],
    [
      'a row inserted between sealed rows',
      `insert into audit (id, xid, store_id, entity, action)
        select '00000000-0000-0000-0000-000000000001', s.xid, new_id(), 'product', 'insert'
        from audit_seal s where seq = 2`,
      ['2 rows_changed'],
    ],
    [
      'a row inserted before all sealed rows',
      `insert into audit (xid, store_id, entity, action)
        values ('1', new_id(), 'product', 'insert')`,
      ['1 rows_changed'],
    ],
    [
      'two swapped rows',
      `update audit a set xid = b.xid, id = b.id from audit b
        where a.entity = 'category' and b.entity = 'category' and a.id <> b.id
          and a.after ->> 'name' in ('cups', 'bowls') and b.after ->> 'name' in ('cups', 'bowls')`,
      ['1 rows_changed', '2 rows_changed'],
    ],
    [
      'a dropped month',
      `do $$ begin
        execute (select string_agg(distinct 'drop table ' || tableoid::regclass, '; ') from audit);
      end $$`,
      ['1 rows_changed', '2 rows_changed', '3 rows_changed'],
    ],
    [
      'a row before the first position of the chain',
      `insert into audit (epoch, store_id, entity, action)
        values (-2, new_id(), 'product', 'insert')`,
      ['1 rows_unaccounted'],
    ],
    [
      'a row of an epoch that does not exist',
      `insert into audit (epoch, at, store_id, entity, action)
        values (9, now() - interval '2 hours', new_id(), 'product', 'insert')`,
      ['1 rows_unsealed'],
    ],
    [
      'rows with a time in the future',
      `insert into audit (xid, at, store_id, entity, action)
        select '99999999999', now() + n * interval '2 hours', new_id(), 'product', 'insert'
        from generate_series(1, 2) n`,
      ['2 rows_unsealed'],
    ],
    [
      'a row moved to another month',
      `update audit set at = at - interval '40 days' where ${cups}`,
      ['1 rows_changed'],
    ],
    ['a deleted seal', 'delete from audit_seal where seq = 2', ['3 seal_missing']],
    ['a deleted first seal', 'delete from audit_seal where seq = 1', ['2 seal_missing']],
    [
      'a changed seal',
      `update audit_seal set sealed_at = sealed_at + interval '1 second' where seq = 2`,
      ['2 seal_changed'],
    ],
    [
      'a changed seal with a recomputed hash',
      `update audit_seal s set parts = '{}', hash = audit_seal_hash(
          (select hash from audit_seal where seq = 1),
          row(s.seq, s.kind, s.epoch, s.xid, s.id, '{}', s.sealed_at, null)::audit_seal)
        where seq = 2`,
      ['2 rows_changed', '3 seal_changed'],
    ],
  ])('detects %s', async (_name, tampering, violations) => {
    expect(await verifyAfterTampering(tampering)).toEqual(violations)
    expect((await verifyAudit(t.sql)).violations).toEqual([])
  })

  test('detects with a stored head that the last seal was deleted and created again', async () => {
    const { head } = await verifyAudit(t.sql)
    await t.sql`delete from audit_seal where seq = 3`
    expect((await verifyAudit(t.sql)).violations).toEqual([])
    expect((await verifyAudit(t.sql, head)).violations).toMatchObject([{ kind: 'head_missing' }])
    await seal()
    expect((await verifyAudit(t.sql, head)).violations).toMatchObject([{ kind: 'head_missing' }])
  })
})

describe('during writes', () => {
  beforeAll(startApp)
  afterAll(closeApp)

  test('an open transaction delays the seal of newer rows, and no row is skipped', async () => {
    await seal()
    let release = () => {}
    const canFinish = new Promise<void>(resolve => {
      release = resolve
    })
    let isWritten = () => {}
    const isWrittenPromise = new Promise<void>(resolve => {
      isWritten = resolve
    })
    const lateTransaction = withStoreTransaction(t.app.db, t.people.stranger.storeId, async tx => {
      await tx`insert into category (name, slug) values ('late', 'late')`
      isWritten()
      await canFinish
    })
    await isWrittenPromise
    await createCategory('early')
    expect((await t.sql`select audit_seal_batch(500) as number`)[0]?.number).toBe(0)
    release()
    await lateTransaction
    await seal()
    const { violations, rows } = await verifyAudit(t.sql)
    expect([violations, rows]).toEqual([[], await t.changes()])
  })

  test('rows that waited two hours for a seal are not a violation', async () => {
    await seal()
    await t.sql.begin(async tx => {
      await tx`alter table audit no force row level security`
      await tx`
        insert into audit (at, store_id, entity, action)
        select now() - interval '2 hours', new_id(), 'product', 'insert' from generate_series(1, 3)`
      await tx`alter table audit force row level security`
    })
    const { violations, unsealed } = await eventually(async () => {
      const report = await verifyAudit(t.sql)
      expect(report.violations).toEqual([])
      return report
    })
    expect([violations, unsealed]).toEqual([[], 3])
    await seal()
  })

  test('the scheduled job seals the rows, and the summary shows none unsealed', async () => {
    await seal()
    await createCategory('sealed-by-job')
    const unsealed = async () =>
      (await t.call('owner', auditApi.getSummary)).body.data.unsealedCount
    expect(await unsealed()).toBe(1)
    await expect
      .poll(async () => {
        await t.inStore(tx => tx`select add_job('audit.seal', '{}')`)
        await t.runJobs()
        return unsealed()
      })
      .toBe(0)
  })

  test('concurrent writers and sealers produce a valid chain', async () => {
    const writing = Promise.all(Array.from({ length: 40 }, (_, n) => createCategory(`n${n}`)))
    await Promise.all([writing, seal(7), t.sql`select audit_seal_batch(3)`])
    await seal()
    const { violations, rows } = await verifyAudit(t.sql)
    expect([violations, rows]).toEqual([[], await t.changes()])
  })
})

describe('after a restore', () => {
  beforeEach(startApp)
  afterEach(closeApp)

  test('data restored on a server with lower transaction numbers continues in a new epoch', async () => {
    await seal()
    await t.sql`
      insert into audit (xid, store_id, entity, action)
      values ('99999999999', ${t.people.owner.storeId}, 'product', 'insert')`
    await continueAudit(t.ownerUrl)
    await createCategory('afterwards')
    await seal()
    const [row] = await t.sql`select epoch from audit where after ->> 'name' = 'afterwards'`
    expect(row?.epoch).toBe(1)
    await t.sql`alter table audit alter column epoch set default 0`
    await continueAudit(t.ownerUrl)
    await createCategory('after-restore')
    await seal()
    expect((await t.sql`select max(epoch) as epoch from audit_epoch`)[0]?.epoch).toBe(1)
    expect((await verifyAudit(t.sql)).violations).toEqual([])
  })
})

describe('months', () => {
  const insertRows = (tx: TransactionSql, at: string, count: number) => tx`
    insert into audit (at, store_id, entity, entity_id, record_id, action)
    select ${at}, ${t.people.owner.storeId}, 'category', new_id(), new_id(), 'insert'
    from generate_series(1, ${count})`
  beforeEach(async () => {
    await startApp()
    await t.sql`select audit_create_months(3)`
    await seal()
    await createCategory('cups')
    await seal()
    await t.sql.begin(async tx => {
      await insertRows(tx, '2025-03-31 23:59:59.999999+00', 3)
      await insertRows(tx, '2025-04-01 00:00:00+00', 2)
    })
    await seal()
    await t.sql`select audit_create_months(3)`
  })
  afterEach(closeApp)

  test('rows written before their month exists move into it, and the chain stays valid', async () => {
    const tables = await t.sql`
      select tableoid::regclass::text as name, count(*)::integer as rows
      from audit where at < '2025-05-01' group by 1 order by 1`
    expect([...tables]).toEqual([
      { name: 'audit_2025_03', rows: 3 },
      { name: 'audit_2025_04', rows: 2 },
    ])
    expect((await verifyAudit(t.sql)).violations).toEqual([])
  })

  test('a changed month is not dropped', async () => {
    await t.sql
      .begin(async tx => {
        await tx`delete from audit_2025_03 where id = (select min(id::text)::uuid from audit_2025_03)`
        const inTransaction: AuditTransaction = work => work(toAuditQuery(tx))
        const until = new Date('2025-05-01')
        expect(await dropMonths(inTransaction, openDisk(t.app.config, 'audit'), until)).toBe(false)
        expect(await tx`select 1 from audit_months_before(${until})`).toHaveLength(2)
        throw new Rollback()
      })
      .catch(ignoreRollback)
  })

  test('expired months are dropped from a valid chain, and an early drop is detected', async () => {
    await t.inStore(tx => tx`select add_job('audit.months', '{}')`)
    await t.runJobs()
    const first = await verifyAudit(t.sql)
    expect([first.violations, first.dropped]).toEqual([[], ['2025-03', '2025-04']])
    const [table] = await t.sql`select to_regclass('audit_2025_03') as name`
    expect(table?.name).toBeNull()
    const insertWithTransactionOf = (seq: number) =>
      `insert into audit (at, xid, store_id, entity, action)
        select '2025-03-05', s.xid, new_id(), 'product', 'insert' from audit_seal s where seq = ${seq}`
    expect(await verifyAfterTampering(insertWithTransactionOf(2))).toEqual(['3 rows_changed'])
    // No later seal covers a row with the transaction of the last one.
    expect(await verifyAfterTampering(insertWithTransactionOf(3))).toEqual(['1 rows_unsealed'])
    const currentMonth = `${new Date().toISOString().slice(0, 7)}-01`
    await t.sql.begin(async tx => {
      const [row] = await tx`select audit_drop_month(${currentMonth}) as "isDropped"`
      expect(row?.['isDropped']).toBe(true)
      expect(await tx`select 1 from audit_violations()`).toHaveLength(0)
    })
    expect((await verifyAudit(t.sql)).violations).toMatchObject([{ kind: 'dropped_early' }])
  })
})
