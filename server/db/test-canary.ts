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
export const inhabited = (template: string) => `${template}_inhabited`
export type Planted = typeof canary

type Column = {
  table: string
  name: string
  type: string
  isNeeded: boolean
  isMade: boolean
  default: string | null
  isSelf: boolean
  checks: string[]
}

const isOfStore = (columns: readonly Column[]) => columns.some(({ name }) => name === 'business_id')
/** Tables about people, which no store owns, and yet hold what is theirs. */
const isAboutPeople = (columns: readonly Column[]) =>
  columns.some(
    ({ table, name }) =>
      table === 'person' || table === 'business' || ['person_id', 'session_id'].includes(name),
  )

/** Where the value that a column's type and name ask for would not do. Null leaves it as the table has it. */
const special = (planted: Planted): Record<string, string | null> => ({
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
function jsonOf({ id, word }: Planted) {
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
function valueFor(
  { table, name, type, isNeeded, isMade, default: given, isSelf, checks }: Column,
  planted: Planted,
): string | undefined {
  const { id, word } = planted
  const chosen = special(planted)[`${table}.${name}`]
  if (isMade || chosen === null) return undefined
  if (chosen !== undefined) return chosen
  if (type === 'uuid') return isSelf ? undefined : id
  if (type === 'uuid[]' || type === 'text[]') return `{${type === 'text[]' ? word : id}}`
  if (/^abilit(y|ies)$/.test(name)) return '[{"action":"read","subject":"product"}]'
  if (type === 'jsonb')
    return JSON.stringify(given?.startsWith("'[") ? [jsonOf(planted)] : jsonOf(planted))
  if (given !== null && given !== "''::text") return undefined
  if (type === 'text' || type.startsWith('character')) return textOf(name, word, checks)
  return isNeeded ? plainOf(type, id) : undefined
}

function plainOf(type: string, id: string): string {
  if (type === 'boolean') return 'false'
  if (/^(timestamp|date)/.test(type)) return 'tomorrow'
  return type === 'bytea' ? `\\x${id.replaceAll('-', '')}` : '1'
}

function textOf(name: string, word: string, checks: readonly string[]): string {
  const listed = checks
    .map(check => /ARRAY\['([^']*)'/.exec(check)?.[1])
    .find(one => one !== undefined)
  if (listed !== undefined) return listed
  if (name === 'email' || name.endsWith('_email')) return `${word}@example.com`
  return /(^|_)(url|image|logo|favicon|avatar)$/.test(name) ? `/media/${word}.webp` : word
}

type Statement = { insert: string; remove?: string }
const quoted = (name: string) => `"${name}"`

/**
 * Puts one row into every table of stores and people, those included that are made long after this was written. Tables that
 * refuse it stay empty, which `server/db/tenant-wall.test.ts` then names. What it returns does it again from nothing, for those
 * who let the store be changed.
 */
export async function plant(sql: postgres.Sql, planted: Planted): Promise<() => Promise<void>> {
  const tables = Map.groupBy(await columnsOf(sql), column => column.table)
  const wanted = [...tables].filter(([, columns]) => isOfStore(columns) || isAboutPeople(columns))
  const switchTriggers = (to: string) =>
    wanted.map(([table]) => `alter table ${quoted(table)} ${to} trigger user`)
  const rows: Statement[] = [
    { insert: colleague(planted) },
    ...words(planted).map(insert => ({ insert })),
    ...wanted.map(([table, columns]) => ({
      insert: rowOf(table, columns, planted),
      ...(isOfStore(columns) && {
        remove: `delete from ${quoted(table)} where business_id = '${planted.id}'`,
      }),
    })),
  ]
  const inScope = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) =>
    sql.begin(async tx => {
      await tx`select set_config('app.business_id', ${planted.id}, true), set_config('app.person_id', ${planted.id}, true)`
      return work(tx)
    })
  const order = await inScope(async tx => {
    await tx.unsafe(switchTriggers('disable').join(';'))
    const found = await inTurn(tx, rows)
    await tx.unsafe(['set constraints all immediate', ...switchTriggers('enable')].join(';'))
    return found
  })
  const all = [
    ...switchTriggers('disable'),
    ...order.toReversed().flatMap(({ remove }) => remove ?? []),
    ...order.map(({ insert }) => insert),
    'set constraints all immediate',
    ...switchTriggers('enable'),
  ].join(';')
  return () => inScope(async tx => void (await tx.unsafe(all)))
}

function rowOf(table: string, columns: readonly Column[], planted: Planted): string {
  const filled = columns.flatMap(column => {
    const value = valueFor(column, planted)
    return value === undefined ? [] : [{ name: column.name, type: column.type, value }]
  })
  const values = filled.map(({ value, type }) => `'${value.replaceAll("'", "''")}'::${type}`)
  return `insert into ${quoted(table)} (${filled.map(({ name }) => quoted(name)).join(', ')}) select ${values.join(', ')} ${ifMissing(table, planted)}`
}

// By the text of the row, since the keys of tables differ.
const ifMissing = (table: string, { id }: Planted) =>
  `where not exists (select 1 from ${quoted(table)} r where r::text like '%${id}%')`

const colleague = ({ other, word }: Planted) =>
  `insert into person (id, email, username, full_name, password_hash) values ('${other}', '${word}-too@example.com', '${word}-too', '${word} too', 'none') on conflict do nothing`
const words = ({ id, word }: Planted) =>
  ['product', 'order', 'customer', 'category'].map(
    thing =>
      `insert into search_word (business_id, thing, word, id) values ('${id}', '${thing}', '${word}', '${id}') on conflict do nothing`,
  )

/** Each after those that it depends on: what is refused is tried again once others are through. Returns the order that worked. */
async function inTurn(
  tx: postgres.TransactionSql,
  statements: readonly Statement[],
): Promise<Statement[]> {
  const [done, refused]: [Statement[], Statement[]] = [[], []]
  for (const statement of statements)
    await tx
      .savepoint(at => at.unsafe(statement.insert))
      .then(
        () => done.push(statement),
        () => refused.push(statement),
      )
  return refused.length > 0 && done.length > 0 ? [...done, ...(await inTurn(tx, refused))] : done
}

const columnsOf = (sql: postgres.Sql) => sql<Column[]>`
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isNeeded", a.attgenerated <> '' or a.attidentity <> '' as "isMade",
    pg_get_expr(d.adbin, d.adrelid) as default,
    exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid and a.attnum = any (f.conkey) and a.attname <> 'business_id') as "isSelf",
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.oid, a.attnum`
