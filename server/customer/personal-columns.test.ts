import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalEventKeys } from '../order/fulfillment/event-keys.ts'
import { canary } from '../testing/db/test-canary.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const { id, word } = canary
const email = `${word}@example.com`
/** Columns of these types contain no text. Those of all others need a declaration. */
const typesWithoutText = [
  'uuid',
  'uuid[]',
  'integer',
  'bigint',
  'smallint',
  'numeric',
  'real',
  'boolean',
  'timestamp with time zone',
  'date',
  'date[]',
  'time without time zone',
  'timestamp without time zone',
  'xid8',
]
const treatmentPattern =
  /^(delete|empty|keep( \w+)+|remove( [\w.]+)+|statement|derived|remain|legal record|not personal|hidden)$/

type Column = { table: string; name: string; type: string; treatment: string }
let t: TestApp
let columns: Column[]
beforeAll(async () => {
  t = await startTestApp()
  columns = await t.sql<Column[]>`
    select p.table_name as table, p.column_name as name, p.treatment,
      (select format_type(atttypid, null) from pg_attribute
        where attrelid = quote_ident(p.table_name)::regclass and attname = p.column_name) as type
    from personal_columns() p order by 1, 2`
})
afterAll(() => t.close())

/** Runs the work in the canary store, which has a row in each table. */
const inCanaryStore = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) =>
  t.sql.begin(async tx => {
    await tx`
      select set_config('app.store_id', ${id}, true), set_config('app.person_id', ${id}, true)`
    return work(tx)
  })
const listColumns = (pattern: RegExp) => columns.filter(({ treatment }) => pattern.test(treatment))
const listTables = (pattern: RegExp) => [...new Set(listColumns(pattern).map(({ table }) => table))]

test('every column of a store that can contain text is declared once, beside its table', async () => {
  const expected = await t.sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attgenerated = ''
      and regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') <> all (${typesWithoutText})
      and (c.relname = 'store' or exists (
        select from pg_attribute b where b.attrelid = c.oid and b.attname = 'store_id'))`
  expect(
    columns.map(({ table, name }) => `${table}.${name}`).toSorted(),
    'add the column to the comment of its table in server/db/schema',
  ).toEqual(expected.map(({ name }) => name).toSorted())
  expect(columns.filter(({ treatment }) => !treatmentPattern.test(treatment))).toEqual([])
})

test('the erasure removes the declared personal keys of the events of orders', () => {
  const [data] = columns.filter(column => column.table === 'order_event' && column.name === 'data')
  expect(data?.treatment.split(' ').slice(1).toSorted()).toEqual([...personalEventKeys].toSorted())
})

test('the audit hides exactly the columns that are declared as hidden', async () => {
  const tables = await t.sql<{ table: string; hidden: string[] }[]>`
    select distinct tgrelid::regclass::text as table, audit_hidden_columns(tgrelid) as hidden
    from pg_trigger where tgfoid = 'audit_row'::regproc`
  const hidden = tables.flatMap(({ table, hidden: names }) =>
    names.map(name => `${table.replaceAll('"', '')}.${name}`),
  )
  expect(hidden.length).toBeGreaterThan(10)
  expect(hidden.toSorted()).toEqual(
    listColumns(/^hidden$/).map(({ table, name }) => `${table}.${name}`),
  )
})

/** Puts the word into a column, at each place that the erasure should empty. */
const fillColumn = ({ table, name, type, treatment }: Column) => {
  const json = (value: object) => `'${JSON.stringify(value)}'`
  const paths = treatment.split(' ').slice(1)
  const samples: Record<string, string> = {
    empty: type === 'jsonb' ? json({ [word]: word }) : `'${word}'`,
    keep: json({ ...Object.fromEntries(paths.map(key => [key, 'DE'])), line1: word }),
    remove: json(
      paths.reduce<object>((object, path) => setPath(object, path.split('.'), word), {
        other: 'stays',
      }),
    ),
  }
  const value = samples[treatment.split(' ')[0] ?? '']
  if (!value) throw new Error(`The treatment ${treatment} has no sample.`)
  return `update "${table}" set "${name}" = ${value}`
}
function setPath(object: object, [key = '', ...rest]: string[], value: string): object {
  const inner: unknown = Reflect.get(object, key)
  const innerObject = typeof inner === 'object' && inner !== null ? inner : {}
  return { ...object, [key]: rest.length ? setPath(innerObject, rest, value) : value }
}

/** Connects the rows of the canary store, so that all of them belong to its customer. */
const connections = [
  `update customer set email = '${email}'`,
  `update "order" set customer_email = '${email}', customer_id = '${id}', status = 'completed'`,
  `update cart set checkout = '{"email": "${email}"}'`,
  `update bookmark set path = '/orders/${id}'`,
  `update sender_rule set sender = '${email}'`,
  `update sale set state = 'late', order_id = '${id}'`,
  `update import_item set target = '${id}'`,
  `update notification set subject_id = '${id}'`,
  `update webhook_event set transaction_started_at = now() - interval '1 hour'`,
]

test('the erasure of a customer empties every personal column, also in the audit', async () => {
  const changed = listColumns(/^(empty|keep|remove)/)
  const deletedTables = listTables(/^delete$/)
  const countRows = (tx: postgres.TransactionSql, tables: readonly string[]) =>
    Promise.all(
      tables.map(async table => [
        table,
        (await tx`select 1 from ${tx(table)} where store_id = ${id}`).length,
      ]),
    )
  await inCanaryStore(async tx => {
    for (const column of changed) await tx.unsafe(fillColumn(column))
    for (const statement of connections) await tx.unsafe(statement)
    await tx`
      insert into audit (store_id, entity, entity_id, record_id, action, ip)
      values (${id}, 'order_line', ${id}, ${id}, 'create', '192.0.2.1')`
    const counts = await countRows(tx, deletedTables)
    expect(counts.filter(([, count]) => count === 0)).toEqual([])
  })
  await t.sql`select audit_seal_batch(10000)`
  await inCanaryStore(tx => tx`select erase_customer(${id})`)

  await inCanaryStore(async tx => {
    const counts = await countRows(tx, deletedTables)
    expect(counts.filter(([, count]) => count !== 0)).toEqual([])
    for (const { table, name, treatment } of changed) {
      const rows =
        await tx`select ${tx(name)}::text as value from ${tx(table)} where store_id = ${id}`
      expect(rows, table).toHaveLength(1)
      expect(rows[0]?.['value'], `${table}.${name}`).not.toContain(word)
      const [verb, ...keys] = treatment.split(' ')
      if (verb === 'keep')
        expect(JSON.parse(rows[0]?.['value'])).toEqual(
          Object.fromEntries(keys.map(key => [key, 'DE'])),
        )
      if (verb === 'remove') expect(rows[0]?.['value']).toContain('"other": "stays"')
    }
  })
  await expectErasedAudit()
})

async function expectErasedAudit() {
  const personal = listColumns(/^(delete|empty|keep|remove)/)
  const rows = await inCanaryStore(async tx => [
    ...(await tx<{ entity: string; names: string[]; ip: string | null }[]>`
      select entity, ip,
        array(select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}'))) as names
      from audit where record_id = ${id} and erased_digest is not null`),
  ])
  expect(rows.map(({ entity }) => entity)).toEqual(
    expect.arrayContaining(['customer', 'order', 'order_event', 'payment_refund', 'order_line']),
  )
  const remaining = rows.flatMap(({ entity, names }) =>
    personal.filter(({ table, name }) => table === entity && names.includes(name)),
  )
  expect(remaining).toEqual([])
  expect(rows.filter(({ ip }) => ip !== null)).toEqual([])
  await t.sql`select audit_seal_batch(10000)`
  expect(await t.sql`select * from audit_violations()`).toEqual([])
}
