import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

type TenantTable = {
  name: string
  isEnabled: boolean
  isForced: boolean
  policyCount: number
  /** Policies for writes without a check of the new row. */
  uncheckedCount: number
  /** Policies that are always true. */
  unrestrictedCount: number
  primaryKey: string[] | null
  isUnlogged: boolean
  privileges: string[]
}

/** Tables of people and of the installation, whose rows belong to no store. */
const sharedTables = [
  'person',
  'session',
  'refresh_token',
  'mail_link',
  'two_step',
  'help_answer',
  'recovery_code',
  'passkey',
  'used_passkey_challenge',
  'subscription',
  'billing_event',
  'installation',
  'migration',
  'sql_function',
  'audit_seal',
  'audit_epoch',
  'rate_limit_bucket',
  'job_worker',
]
let t: TestApp
let tables: TenantTable[]

beforeAll(async () => {
  t = await startTestApp()
  tables = await t.inStore(
    tx => tx<TenantTable[]>`
    select c.relname as name, c.relpersistence = 'u' as is_unlogged,
      c.relrowsecurity as is_enabled, c.relforcerowsecurity as is_forced,
      (select count(*)::integer from pg_policy p where p.polrelid = c.oid) as policy_count,
      (
        select count(*)::integer from pg_policy p
        where p.polrelid = c.oid and p.polcmd in ('*', 'a', 'w') and p.polwithcheck is null
      ) as unchecked_count,
      (
        select count(*)::integer from pg_policy p
        where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) = 'true'
          and 0 = any (p.polroles)
      ) as unrestricted_count,
      (
        select array_agg(a.attname::text order by k.n)
        from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary
      ) as primary_key,
      array(
        select privilege_type::text from information_schema.role_table_grants g
        where g.table_name = c.relname and g.grantee = 'storewright_app' order by 1
      ) as privileges
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`,
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

test('every table of stores has forced row security for reads and writes', () => {
  expect(listStoreTables().length).toBeGreaterThan(15)
  expect(
    listStoreTables()
      .filter(
        table =>
          !table.isEnabled ||
          !table.isForced ||
          table.policyCount === 0 ||
          table.uncheckedCount > 0 ||
          table.unrestrictedCount > 0,
      )
      .map(table => table.name),
  ).toEqual([])
})

test('every primary key starts with the store', () => {
  const exemptTables = ['store', 'audit']
  const misorderedTables = listStoreTables().filter(
    table =>
      !exemptTables.includes(table.name) &&
      table.name !== 'membership' &&
      !table.isUnlogged &&
      table.primaryKey?.[0] !== 'store_id',
  )
  expect(misorderedTables.map(table => table.name)).toEqual([])
})

test('the application cannot truncate or alter a table', async () => {
  const unsafePrivileges = ['TRUNCATE', 'REFERENCES', 'TRIGGER']
  expect(
    tables
      .filter(table => table.privileges.some(privilege => unsafePrivileges.includes(privilege)))
      .map(table => table.name),
  ).toEqual([])
  expect(tables.find(table => table.name === 'installation')?.privileges).toEqual([])
  expect(tables.find(table => table.name === 'audit')?.privileges).toEqual(['SELECT'])
})

describe('the audit', () => {
  test.each([
    `update audit set person_id = null`,
    `delete from audit`,
    `truncate audit`,
    `insert into audit (store_id, entity, action) select current_store(), 'product', 'insert'`,
    `select 1 from audit_seal`,
    `update audit_seal set seq = seq`,
    `select audit_seal_batch(1)`,
    `alter table audit add column x text`,
    `drop table audit`,
    `alter table audit disable row level security`,
    `alter table product disable trigger audit`,
    `set session_replication_role = replica`,
  ])('the application cannot execute: %s', async statement => {
    const before = await t.changes()
    await expect(t.inStore(tx => tx.unsafe(statement))).rejects.toThrow(
      /permission denied|must be owner/,
    )
    expect(await t.changes()).toBe(before)
  })
  test('the application has no access to the tables of single months', async () => {
    const months = await t.inStore(
      tx => tx<{ name: string; hasAccess: boolean }[]>`
      select c.relname as name, has_table_privilege(
        'storewright_app', c.oid, 'select, insert, update, delete, truncate') as has_access
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit'::regclass`,
    )
    expect(months.length).toBeGreaterThan(4)
    expect(months.filter(({ hasAccess }) => hasAccess)).toEqual([])
  })
  test('each table that leaves out undone changes refuses their commit', async () => {
    const unguarded = await t.sql<{ name: string }[]>`
      select a.tgrelid::regclass as name from pg_trigger a
      where a.tgfoid = 'audit_row'::regproc and pg_get_triggerdef(a.oid) like '%is_undone%' and not exists (
        select from pg_trigger g
        where g.tgrelid = a.tgrelid and g.tgfoid = 'refuse_undone'::regproc and g.tgtype & a.tgtype = a.tgtype
          and g.tgenabled = 'O' and pg_get_triggerdef(g.oid) like '%is_undone%')`
    expect(unguarded).toEqual([])
  })
  test('no change escapes it by claiming that it is undone', async () => {
    const before = await t.changes()
    const change = (isUndoneAtCommit: boolean) =>
      t.inStore(async tx => {
        await tx`set local app.is_undone = 'on'`
        await tx`insert into category (name, slug) values ('Forks', 'forks')`
        if (!isUndoneAtCommit) await tx`set local app.is_undone = 'off'`
      })
    await expect(change(true)).rejects.toThrow('it cannot be committed')
    await expect(change(false)).rejects.toThrow('it cannot be committed')
    expect(await t.inStore(tx => tx`select from category where slug = 'forks'`)).toHaveLength(0)
    expect(await t.changes()).toBe(before)
  })
  test('a temporary table with its name does not replace it', async () => {
    const before = await t.changes()
    await t.inStore(async tx => {
      await tx`create temporary table audit (like audit) on commit drop`
      await tx`insert into category (name, slug) values ('Spoons', 'spoons')`
    })
    expect(await t.changes()).toBe(before + 1)
  })
  test('records no column with a secret', async () => {
    const exposedColumns = await t.sql<{ name: string }[]>`
      select c.relname || '.' || a.attname as name
      from pg_trigger g
      join pg_class c on c.oid = g.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where g.tgfoid = 'audit_row'::regproc
        and a.attname ~ '(hash|secret|token|password|seed|otp|encrypted|cipher|private)'
        and not a.attname = any (audit_hidden_columns(c.oid))
        and position(a.attname::text || chr(92) || '000' in encode(g.tgargs, 'escape')) = 0`
    expect(exposedColumns.map(({ name }) => name)).toEqual([])
  })
})

describe('outside a store', () => {
  test('a query of a store table fails instead of returning no rows', async () => {
    await expect(withTransaction(t.app.db, {}, tx => tx`select 1 from product`)).rejects.toThrow(
      /uuid/,
    )
  })
  test('the store of a transaction does not remain on its connection', async () => {
    await Promise.all(Array.from({ length: 12 }, () => t.inStore(tx => tx`select 1 from product`)))
    for (let i = 0; i < 12; i++)
      await expect(queryOutsideTransaction(t)).rejects.toThrow(/uuid|app.store_id/)
  })
})

describe('a person of another store', () => {
  beforeEach(() => t.resetPeople())
  const runAsStranger = <T>(callback: Parameters<typeof withTransaction<T>>[2]) =>
    withTransaction(
      t.app.db,
      { personId: t.people.stranger.personId, storeId: t.people.stranger.storeId },
      callback,
    )
  test('cannot read, change or delete rows', async () => {
    await t.inStore(tx => tx`insert into category (name, slug) values ('Cups', 'cups')`)
    const before = await t.changes()
    expect(await runAsStranger(tx => tx`select 1 from category`)).toHaveLength(0)
    expect((await runAsStranger(tx => tx`update category set name = 'Mine'`)).count).toBe(0)
    expect((await runAsStranger(tx => tx`delete from category`)).count).toBe(0)
    expect(await t.changes()).toBe(before)
  })
  test('cannot insert or move a row into the store', async () => {
    const { storeId } = t.people.owner
    await expect(
      runAsStranger(
        tx => tx`
          insert into category (store_id, name, slug) values (${storeId}, 'Foreign', 'foreign')`,
      ),
    ).rejects.toThrow(/row-level security/)
    await runAsStranger(tx => tx`insert into category (name, slug) values ('Bowls', 'bowls')`)
    await expect(
      runAsStranger(tx => tx`update category set store_id = ${storeId}`),
    ).rejects.toThrow(/row-level security/)
  })
})
