import type postgres from 'postgres'
import { type Canary, type CanaryColumn, createValue, getSpecialValues } from './canary-values.ts'

/**
 * A store in the database of every test that no test uses. All its texts contain `word`, which must
 * therefore not appear in a response to any other person. All its rows have the same `id`, so that
 * the id matches a row of this store for every kind of call. `other` is the person id of a
 * staff member of the owner.
 */
export const canary: Canary = {
  id: '0caca000-cafe-7caf-8caf-0cacacacaca0',
  other: '0caca000-cafe-7caf-8caf-0cacacacaca1',
  word: 'quetzalfeder',
}
/** Returns the name of the template database that contains the canary store. */
export const getCanaryTemplateName = (template: string) => `${template}_with_canary`

const belongsToStore = (columns: readonly CanaryColumn[]) =>
  columns.some(({ name }) => name === 'store_id')
/** Returns whether the table has data of people that belongs to no store. */
const belongsToPerson = (columns: readonly CanaryColumn[]) =>
  columns.some(
    ({ table, name }) =>
      table === 'person' || table === 'store' || ['person_id', 'session_id'].includes(name),
  )

type CanaryStatement = { table: string; insert: string; remove?: string }
const quoteName = (name: string) => `"${name}"`

/** Deletes the rows of the store in these tables and inserts them again. */
type CanaryReset = (tables: readonly string[]) => Promise<void>

/**
 * Inserts one row into every table of stores and people. The columns are read from the database, so
 * that new tables are included. `server/db/tenant-isolation-schema.test.ts` fails for tables that
 * reject the row. Returns a function that prepares a connection, which it must have for itself, to
 * reset the rows of the store.
 */
export async function insertCanary(
  sql: postgres.Sql,
  canaryStore: Canary,
): Promise<(resetSql: postgres.Sql) => Promise<CanaryReset>> {
  const columns = await listColumns(sql)
  const unknown = Object.keys(getSpecialValues(canaryStore)).filter(
    key => !columns.some(({ table, name }) => key === `${table}.${name}`),
  )
  if (unknown.length > 0) throw new Error(`No column is called ${unknown.join(', ')}.`)
  const tables = Map.groupBy(columns, column => column.table)
  const canaryTables = [...tables].filter(
    ([, columns]) => belongsToStore(columns) || belongsToPerson(columns),
  )
  const switchTriggers = (action: 'enable' | 'disable') =>
    canaryTables.map(([table]) => `alter table ${quoteName(table)} ${action} trigger user`)
  const rows: CanaryStatement[] = [
    { table: 'person', insert: createStaffMemberInsert(canaryStore) },
    ...createSearchWordInserts(canaryStore),
    ...canaryTables.map(([table, columns]) => ({
      table,
      insert: createInsert(table, columns, canaryStore),
      ...(belongsToStore(columns) && {
        remove: `delete from ${quoteName(table)} where store_id = '${canaryStore.id}'`,
      }),
    })),
  ]
  const insertOrder = await runInStore(sql, canaryStore, async tx => {
    await tx.unsafe(switchTriggers('disable').join(';'))
    const workingOrder = await insertInDependencyOrder(tx, rows)
    await tx.unsafe(['set constraints all immediate', ...switchTriggers('enable')].join(';'))
    return workingOrder
  })
  const statements = [
    ...insertOrder
      .toReversed()
      .flatMap(({ table, remove }) => (remove ? { table, statement: remove } : [])),
    ...insertOrder.map(({ table, insert }) => ({ table, statement: insert })),
  ]
  return async resetSql => {
    if (await canSkipTriggers(resetSql)) {
      await prepareWithoutTriggers(resetSql, statements)
      return changedTables =>
        runInStore(resetSql, canaryStore, async tx => {
          await tx`select pg_temp.reset_canary(${changedTables}::text[])`
        })
    }
    const reset = [
      ...switchTriggers('disable'),
      ...statements.map(({ statement }) => statement),
      'set constraints all immediate',
      ...switchTriggers('enable'),
    ].join(';')
    return () => runInStore(resetSql, canaryStore, async tx => void (await tx.unsafe(reset)))
  }
}

const runInStore = <T>(
  sql: postgres.Sql,
  { id }: Canary,
  callback: (tx: postgres.TransactionSql) => Promise<T>,
) =>
  sql.begin(async tx => {
    await tx`
      select set_config('app.store_id', ${id}, true), set_config('app.person_id', ${id}, true)`
    return callback(tx)
  })

/**
 * Turns off the triggers of the connection, so that rows of other tables stay, and creates a function
 * that executes the statements of some tables. A function keeps their plans, and planning takes as
 * long as executing them. The plans are lost when the connection turns triggers on or off.
 */
async function prepareWithoutTriggers(
  sql: postgres.Sql,
  statements: readonly { table: string; statement: string }[],
) {
  await sql`set session_replication_role = replica`
  const branches = statements.map(
    ({ table, statement }) => `if '${table}' = any (tables) then ${statement}; end if;`,
  )
  await sql.unsafe(`
    create function pg_temp.reset_canary(tables text[]) returns void language plpgsql
    as $reset$ begin ${branches.join('')} end $reset$`)
}

/**
 * Returns whether the role may turn off the triggers of a transaction. Otherwise it must alter each
 * table, after which every connection plans its statements again.
 */
async function canSkipTriggers(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ isAllowed: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'set') as "isAllowed"`
  return row?.isAllowed ?? false
}

function createInsert(
  table: string,
  columns: readonly CanaryColumn[],
  canaryStore: Canary,
): string {
  const filledColumns = columns.flatMap(column => {
    const value = createValue(column, canaryStore)
    return value === undefined ? [] : [{ name: column.name, type: column.type, value }]
  })
  const names = filledColumns.map(({ name }) => quoteName(name)).join(', ')
  const values = filledColumns
    .map(({ value, type }) => `'${value.replaceAll("'", "''")}'::${type}`)
    .join(', ')
  return `insert into ${quoteName(table)} (${names}) select ${values} ${createMissingCondition(table, canaryStore)}`
}

// Searches the text of the rows, because the keys of the tables differ.
const createMissingCondition = (table: string, { id }: Canary) =>
  `where not exists (select 1 from ${quoteName(table)} r where r::text like '%${id}%')`

const createStaffMemberInsert = ({ other, word }: Canary) => `
  insert into person (id, email, username, full_name, password_hash)
  values ('${other}', '${word}-too@example.com', '${word}-too', '${word} too', 'none')
  on conflict do nothing`
const createSearchWordInserts = ({ id, word }: Canary) => [
  ...['product', 'order', 'customer', 'category', 'conversation'].map(entity => ({
    table: 'search_word',
    insert: `
    insert into search_word (store_id, entity, word, id)
    values ('${id}', '${entity}', '${word}', '${id}') on conflict do nothing`,
  })),
  {
    table: 'search_part',
    insert: `insert into search_part (store_id, entity, part, word, id)
    values ('${id}', 'product', '${word}', '${word}', '${id}') on conflict do nothing`,
  },
]

/**
 * Executes the inserts and retries rejected ones after the others, until no more succeed. Returns
 * the successful statements in their working order.
 */
async function insertInDependencyOrder(
  tx: postgres.TransactionSql,
  statements: readonly CanaryStatement[],
): Promise<CanaryStatement[]> {
  const [inserted, rejected]: [CanaryStatement[], CanaryStatement[]] = [[], []]
  for (const statement of statements)
    await tx
      .savepoint(savepoint => savepoint.unsafe(statement.insert))
      .then(
        () => inserted.push(statement),
        () => rejected.push(statement),
      )
  return rejected.length > 0 && inserted.length > 0
    ? [...inserted, ...(await insertInDependencyOrder(tx, rejected))]
    : inserted
}

const listColumns = (sql: postgres.Sql) => sql<CanaryColumn[]>`
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired",
    a.attgenerated <> '' or a.attidentity <> '' as "isGenerated",
    pg_get_expr(d.adbin, d.adrelid) as default,
    exists (
      select 1 from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid
        and a.attnum = any (f.conkey) and a.attname <> 'store_id'
    ) as "isSelfReference",
    array(
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]
    ) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.oid, a.attnum`
