import type postgres from 'postgres'

/**
 * A store that no test works in, and that stands in the database of every test of the application. Each text that it keeps holds `word`, which therefore must
 * stand in no answer to anybody else. All its rows have the one `id`, so that whatever kind of id a call takes, a row of this
 * store goes by it; the accounts of its owner and of a colleague are `id` and `other`.
 */
export const canary = {
  id: '0caca000-cafe-7caf-8caf-0cacacacaca0',
  other: '0caca000-cafe-7caf-8caf-0cacacacaca1',
  word: 'quetzalfeder',
}
/** The name of the template that has it, beside the one that is empty. */
export const getCanaryTemplateName = (template: string) => `${template}_inhabited`
export type Canary = typeof canary

type CanaryColumn = {
  table: string
  name: string
  type: string
  isNeeded: boolean
  isMade: boolean
  default: string | null
  isSelf: boolean
  checks: string[]
}

const belongsToStore = (columns: readonly CanaryColumn[]) =>
  columns.some(({ name }) => name === 'business_id')
/** Tables about people, which no store owns, and yet hold what is theirs. */
const belongsToPerson = (columns: readonly CanaryColumn[]) =>
  columns.some(
    ({ table, name }) =>
      table === 'person' || table === 'business' || ['person_id', 'session_id'].includes(name),
  )

/** Where the value that a column's type and name ask for would not do. Null leaves it as the table has it. */
const getSpecialValues = (planted: Canary): Record<string, string | null> => ({
  'person.preferences': null,
  'membership.role': 'owner',
  'membership.abilities': null,
  'membership.status': 'active',
  'membership.last_seen_at': 'now',
  'role.role': planted.word,
  'ownership_offer.to_person': planted.other,
  'business.currency': 'USD',
  'business.timezone': 'UTC',
  'business.slug': planted.word,
  'order.currency': 'USD',
  'theme.settings': null,
  'list_view.list': 'product',
  'list_view.columns': '[]',
  'list_layout.columns': '[]',
  'list_layout.list': 'product',
  'list_view.query': `{"q":"${planted.word}"}`,
  'import.counts': null,
  'import.params': `{"file":"${planted.word}"}`,
  'import_item.problems': `[{"code":"taken","message":"${planted.word}"}]`,
  'import_problem.params': `{"value":"${planted.word}"}`,
  'product.status': 'active',
  'variant.stock': '9',
  'variant.price': '100',
  // Nothing that the clock would find due.
  'domain.kind': 'subdomain',
  'webhook_delivery.status': 'delivered',
  'import.status': 'done',
  'bookmark.address': `/${planted.word}`,
  'cms.sections': `{"identity":{"tagline":"${planted.word}"},"footer":{"text":"${planted.word}"}}`,
})

/** JSON that has the word wherever a reader of it might look. */
function createJsonValue({ id, word }: Canary) {
  const names = [
    'name',
    'title',
    'line1',
    'line2',
    'city',
    'region',
    'phone',
    'number',
    'customer',
    'variantTitle',
    'sku',
    'fileName',
    'domain',
    'message',
    'key',
    'value',
    'field',
    'from',
    'to',
    'header',
    'note',
    'text',
    'reason',
    'q',
    'email',
  ]
  return {
    ...Object.fromEntries(names.map(name => [name, word])),
    type: 'TXT',
    found: false,
    isHidden: false,
    width: null,
    values: [word],
    line: id,
    quantity: 1,
  }
}

/** A value for the column as text, or undefined to leave it out. */
function createValue(
  { table, name, type, isNeeded, isMade, default: defaultValue, isSelf, checks }: CanaryColumn,
  planted: Canary,
): string | undefined {
  const { id, word } = planted
  const specialValue = getSpecialValues(planted)[`${table}.${name}`]
  if (isMade || specialValue === null) return undefined
  if (specialValue !== undefined) return specialValue
  if (type === 'uuid') return isSelf ? undefined : id
  if (type === 'uuid[]' || type === 'text[]') return `{${type === 'text[]' ? word : id}}`
  if (/^abilit(y|ies)$/.test(name)) return '[{"action":"read","subject":"product"}]'
  if (type === 'jsonb')
    return JSON.stringify(
      defaultValue?.startsWith("'[") ? [createJsonValue(planted)] : createJsonValue(planted),
    )
  if (defaultValue !== null && defaultValue !== "''::text") return undefined
  if (type === 'text' || type.startsWith('character')) return createTextValue(name, word, checks)
  return isNeeded ? createPlainValue(type, id) : undefined
}

function createPlainValue(type: string, id: string): string {
  if (type === 'boolean') return 'false'
  if (/^(timestamp|date)/.test(type)) return 'tomorrow'
  return type === 'bytea' ? `\\x${id.replaceAll('-', '')}` : '1'
}

function createTextValue(name: string, word: string, checks: readonly string[]): string {
  const allowedValue = checks
    .map(check => /ARRAY\['([^']*)'/.exec(check)?.[1])
    .find(one => one !== undefined)
  if (allowedValue !== undefined) return allowedValue
  if (name === 'email' || name.endsWith('_email')) return `${word}@example.com`
  return /(^|_)(url|image|logo|favicon|avatar)$/.test(name) ? `/media/${word}.webp` : word
}

type CanaryStatement = { insert: string; remove?: string }
const quoteName = (name: string) => `"${name}"`

/**
 * Puts one row into every table of stores and people, those included that are made long after this was written. Tables that
 * refuse it stay empty, which `server/db/tenant-isolation.test.ts` then names. What it returns does it again from nothing, for those
 * who let the store be changed.
 */
export async function insertCanary(
  sql: postgres.Sql,
  canaryStore: Canary,
): Promise<() => Promise<void>> {
  const tables = Map.groupBy(await listColumns(sql), column => column.table)
  const canaryTables = [...tables].filter(
    ([, columns]) => belongsToStore(columns) || belongsToPerson(columns),
  )
  const switchTriggers = (to: string) =>
    canaryTables.map(([table]) => `alter table ${quoteName(table)} ${to} trigger user`)
  const rows: CanaryStatement[] = [
    { insert: createColleagueInsert(canaryStore) },
    ...createSearchWordInserts(canaryStore).map(insert => ({ insert })),
    ...canaryTables.map(([table, columns]) => ({
      insert: createInsert(table, columns, canaryStore),
      ...(belongsToStore(columns) && {
        remove: `delete from ${quoteName(table)} where business_id = '${canaryStore.id}'`,
      }),
    })),
  ]
  const runInCanaryStore = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) =>
    sql.begin(async tx => {
      await tx`select set_config('app.business_id', ${canaryStore.id}, true), set_config('app.person_id', ${canaryStore.id}, true)`
      return work(tx)
    })
  const insertOrder = await runInCanaryStore(async tx => {
    await tx.unsafe(switchTriggers('disable').join(';'))
    const workingOrder = await insertInDependencyOrder(tx, rows)
    await tx.unsafe(['set constraints all immediate', ...switchTriggers('enable')].join(';'))
    return workingOrder
  })
  const statements = [
    ...switchTriggers('disable'),
    ...insertOrder.toReversed().flatMap(({ remove }) => remove ?? []),
    ...insertOrder.map(({ insert }) => insert),
    'set constraints all immediate',
    ...switchTriggers('enable'),
  ].join(';')
  return () => runInCanaryStore(async tx => void (await tx.unsafe(statements)))
}

function createInsert(table: string, columns: readonly CanaryColumn[], planted: Canary): string {
  const filledColumns = columns.flatMap(column => {
    const value = createValue(column, planted)
    return value === undefined ? [] : [{ name: column.name, type: column.type, value }]
  })
  const values = filledColumns.map(({ value, type }) => `'${value.replaceAll("'", "''")}'::${type}`)
  return `insert into ${quoteName(table)} (${filledColumns.map(({ name }) => quoteName(name)).join(', ')}) select ${values.join(', ')} ${createMissingCondition(table, planted)}`
}

// By the text of the row, since the keys of tables differ.
const createMissingCondition = (table: string, { id }: Canary) =>
  `where not exists (select 1 from ${quoteName(table)} r where r::text like '%${id}%')`

const createColleagueInsert = ({ other, word }: Canary) =>
  `insert into person (id, email, username, full_name, password_hash) values ('${other}', '${word}-too@example.com', '${word}-too', '${word} too', 'none') on conflict do nothing`
const createSearchWordInserts = ({ id, word }: Canary) =>
  ['product', 'order', 'customer', 'category'].map(
    thing =>
      `insert into search_word (business_id, thing, word, id) values ('${id}', '${thing}', '${word}', '${id}') on conflict do nothing`,
  )

/** Each after those that it depends on: what is refused is tried again once others are through. Returns the order that worked. */
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
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isNeeded", a.attgenerated <> '' or a.attidentity <> '' as "isMade",
    pg_get_expr(d.adbin, d.adrelid) as default,
    exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid and a.attnum = any (f.conkey) and a.attname <> 'business_id') as "isSelf",
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.oid, a.attnum`
