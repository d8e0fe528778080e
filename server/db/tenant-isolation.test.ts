import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'

type TenantTable = {
  name: string
  enabled: boolean
  forced: boolean
  policies: number
  unchecked: number
  loose: number
  key: string[] | null
  isScratch: boolean
  granted: string[]
}

/** Tables about people and about the installation: no store owns their rows. */
const sharedTables = [
  'person',
  'session',
  'refresh_token',
  'mail_link',
  'two_step',
  'recovery_code',
  'passkey',
  'spent_challenge',
  'installation',
  'migration',
  'sql_function',
  'audit_seal',
  'audit_epoch',
  'attempt',
  'job_worker',
]
let t: TestApp
let tables: TenantTable[]

beforeAll(async () => {
  t = await startTestApp()
  tables = await t.inStore(
    tx => tx<TenantTable[]>`
    select c.relname as name, c.relpersistence = 'u' as is_scratch, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      (select count(*)::integer from pg_policy p where p.polrelid = c.oid) as policies,
      (select count(*)::integer from pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'a', 'w') and p.polwithcheck is null) as unchecked,
      (select count(*)::integer from pg_policy p where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) = 'true' and 0 = any (p.polroles)) as loose,
      (select array_agg(a.attname::text order by k.n) from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary) as key,
      array(select privilege_type::text from information_schema.role_table_grants g where g.table_name = c.relname and g.grantee = 'storewright_app' order by 1) as granted
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
})
afterAll(() => t.close())

async function queryOutsideTransaction({ app }: TestApp) {
  const slot = await app.db.pool.acquire()
  try {
    return await slot.connection`select 1 from product`
  } finally {
    app.db.pool.release(slot)
  }
}

const listStoreTables = () => tables.filter(table => !sharedTables.includes(table.name))

test('every table of a store is behind row security, enabled, forced, and checked in both directions', () => {
  expect(listStoreTables().length).toBeGreaterThan(15)
  expect(
    listStoreTables()
      .filter(
        table =>
          !table.enabled ||
          !table.forced ||
          table.policies === 0 ||
          table.unchecked > 0 ||
          table.loose > 0,
      )
      .map(table => table.name),
  ).toEqual([])
})

test('the store comes first in every key, so that rows of a store lie together', () => {
  const exemptTables = ['business', 'audit']
  const misorderedTables = listStoreTables().filter(
    table =>
      !exemptTables.includes(table.name) &&
      table.name !== 'membership' &&
      !table.isScratch &&
      table.key?.[0] !== 'business_id',
  )
  expect(misorderedTables.map(table => table.name)).toEqual([])
})

test('the application can empty or alter no table', async () => {
  expect(
    tables
      .filter(table =>
        table.granted.some(grant => ['TRUNCATE', 'REFERENCES', 'TRIGGER'].includes(grant)),
      )
      .map(table => table.name),
  ).toEqual([])
  expect(tables.find(table => table.name === 'installation')?.granted).toEqual([])
  expect(tables.find(table => table.name === 'audit')?.granted).toEqual(['SELECT'])
})

describe('the audit', () => {
  test.each([
    `update audit set person_id = null`,
    `delete from audit`,
    `truncate audit`,
    `insert into audit (business_id, entity, action) select current_business(), 'product', 'insert'`,
    `select 1 from audit_seal`,
    `update audit_seal set seq = seq`,
    `select audit_seal_batch(1)`,
    `alter table audit add column x text`,
    `drop table audit`,
    `alter table audit disable row level security`,
    `alter table product disable trigger audit`,
    `set session_replication_role = replica`,
  ])('%s: the application may not', async statement => {
    const before = await t.changes()
    await expect(t.inStore(tx => tx.unsafe(statement))).rejects.toThrow(
      /permission denied|must be owner/,
    )
    expect(await t.changes()).toBe(before)
  })
  test('its months cannot be reached past it', async () => {
    const months = await t.inStore(
      tx => tx<{ name: string; reach: boolean }[]>`
      select c.relname as name, has_table_privilege('storewright_app', c.oid, 'select, insert, update, delete, truncate') as reach
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass`,
    )
    expect(months.length).toBeGreaterThan(4)
    expect(months.filter(({ reach }) => reach)).toEqual([])
  })
  test('a table that stands in for it is not written to', async () => {
    const before = await t.changes()
    await t.inStore(async tx => {
      await tx`create temporary table audit (like audit) on commit drop`
      await tx`insert into category (name, slug) values ('Spoons', 'spoons')`
    })
    expect(await t.changes()).toBe(before + 1)
  })
  test('no column that holds a secret is in it', async () => {
    const exposedColumns = await t.sql<{ name: string }[]>`
      select c.relname || '.' || a.attname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where g.tgfoid = 'audit_row'::regproc and a.attname ~ '(hash|secret|token|password|seed|otp|sealed|cipher|private)' and not a.attname = any (audit_hidden_columns())
        and position(a.attname::text || chr(92) || '000' in encode(g.tgargs, 'escape')) = 0`
    expect(exposedColumns.map(({ name }) => name)).toEqual([])
  })
})

describe('outside a store', () => {
  test('reading a table of stores fails instead of finding nothing', async () => {
    await expect(withTransaction(t.app.db, {}, tx => tx`select 1 from product`)).rejects.toThrow(
      /uuid/,
    )
  })
  test('a transaction leaves no store behind for the next borrower of its connection', async () => {
    await Promise.all(Array.from({ length: 12 }, () => t.inStore(tx => tx`select 1 from product`)))
    for (let i = 0; i < 12; i++)
      await expect(queryOutsideTransaction(t)).rejects.toThrow(/uuid|app.business_id/)
  })
})

describe('in the store of somebody else', () => {
  const runAsStranger = <T>(work: Parameters<typeof withTransaction<T>>[2]) =>
    withTransaction(
      t.app.db,
      { personId: t.people.stranger.personId, businessId: t.people.stranger.businessId },
      work,
    )
  test('rows of the first are neither seen, changed nor deleted', async () => {
    await t.inStore(tx => tx`insert into category (name, slug) values ('Cups', 'cups')`)
    const before = await t.changes()
    expect(await runAsStranger(tx => tx`select 1 from category`)).toHaveLength(0)
    expect((await runAsStranger(tx => tx`update category set name = 'Mine'`)).count).toBe(0)
    expect((await runAsStranger(tx => tx`delete from category`)).count).toBe(0)
    expect(await t.changes()).toBe(before)
  })
  test('a row cannot be put into the first, nor moved there', async () => {
    const to = t.people.owner.businessId
    await expect(
      runAsStranger(
        tx =>
          tx`insert into category (business_id, name, slug) values (${to}, 'Planted', 'planted')`,
      ),
    ).rejects.toThrow(/row-level security/)
    await runAsStranger(tx => tx`insert into category (name, slug) values ('Bowls', 'bowls')`)
    await expect(runAsStranger(tx => tx`update category set business_id = ${to}`)).rejects.toThrow(
      /row-level security/,
    )
  })
})
