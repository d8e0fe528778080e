import type postgres from 'postgres'

/**
 * A store in the database of every test that no test uses. All its texts contain `word`, which must
 * therefore not appear in a response to any other person. All its rows have the same `id`, so that
 * the id matches a row of this store for every kind of call. `other` is the person id of a
 * staff member of the owner.
 */
export const canary = {
  id: '0caca000-cafe-7caf-8caf-0cacacacaca0',
  other: '0caca000-cafe-7caf-8caf-0cacacacaca1',
  word: 'quetzalfeder',
}
/** Returns the name of the template database that contains the canary store. */
export const getCanaryTemplateName = (template: string) => `${template}_with_canary`
export type Canary = typeof canary

type CanaryColumn = {
  table: string
  name: string
  type: string
  isRequired: boolean
  isGenerated: boolean
  default: string | null
  /** Whether the column refers to its own table. */
  isSelfReference: boolean
  checks: string[]
}

const belongsToStore = (columns: readonly CanaryColumn[]) =>
  columns.some(({ name }) => name === 'store_id')
/** Returns whether the table has data of people that belongs to no store. */
const belongsToPerson = (columns: readonly CanaryColumn[]) =>
  columns.some(
    ({ table, name }) =>
      table === 'person' || table === 'store' || ['person_id', 'session_id'].includes(name),
  )

/**
 * Returns values of columns that reject the value by type and name. Null means the default.
 */
const getSpecialValues = ({ id, other, word }: Canary): Record<string, string | null> => ({
  'person.preferences': null,
  'membership.role': 'owner',
  'membership.abilities': null,
  'membership.status': 'active',
  'membership.last_seen_at': 'now',
  'role.role': word,
  'ownership_offer.recipient_id': other,
  'store.currency': 'USD',
  'store.timezone': 'UTC',
  'store.slug': word,
  'order.currency': 'USD',
  'theme_version.settings': null,
  'theme_version.templates': null,
  'theme_draft.settings': null,
  'theme_draft.templates': null,
  'theme_publication.settings': '{}',
  'theme_publication.templates': null,
  'redirect.path': `/${word}`,
  'redirect.target': `/${word}`,
  'redirect.product_id': null,
  'redirect.category_id': null,
  'redirect.page_id': null,
  'list_view.list': 'product',
  'list_view.columns': '[]',
  'list_layout.columns': '[]',
  'list_layout.list': 'product',
  'list_view.query': `{"q":"${word}"}`,
  'import.counts': null,
  'import.params': `{"file":"${word}"}`,
  'import_item.problems': `[{"code":"taken","message":"${word}"}]`,
  'import_problem.params': `{"value":"${word}"}`,
  'discount.combines_with': null,
  'cart.checkout': null,
  'consent_event.customer_id': null,
  'consent_event.product_alert_id': null,
  'payment_session.order_id': null,
  'mail_domain.address': `${word}@example.com`,
  'shipping_zone.destinations': `[{"country":"DE","regions":["${word}"],"postalCodes":[]}]`,
  'shipping_zone.rates': null,
  'store.shipping_settings': null,
  'order_mail.templates': null,
  'order_return.lines': `[{"line":"${id}","quantity":1}]`,
  'tax_class.rates': `[{"country":"DE","region":"${word}","rate":7,"validFrom":null}]`,
  'product.status': 'active',
  'variant.stock': '9',
  'variant.price': '100',
  // No scheduled job must process these rows.
  'payment_session.state': 'paid',
  'payment_refund.state': 'succeeded',
  'mail_domain.last_checked_at': '2999-01-01',
  'domain.kind': 'subdomain',
  'domain.last_error': 'taken',
  'webhook_delivery.status': 'delivered',
  'import.status': 'done',
  'bookmark.path': `/${word}`,
  'cms.sections': `{"identity":{"tagline":"${word}"},"footer":{"text":"${word}"}}`,
})

/** Returns a JSON value with the word in every text field that the application reads. */
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

/** Returns a value for the column as text, or undefined to leave it out. */
function createValue(column: CanaryColumn, canaryStore: Canary): string | undefined {
  const { table, name, type, default: defaultValue } = column
  const { id, word } = canaryStore
  const specialValue = getSpecialValues(canaryStore)[`${table}.${name}`]
  if (column.isGenerated || specialValue === null) return undefined
  if (specialValue !== undefined) return specialValue
  if (type === 'uuid') return column.isSelfReference ? undefined : id
  if (type === 'uuid[]' || type === 'text[]') return `{${type === 'text[]' ? word : id}}`
  if (/^abilit(y|ies)$/.test(name)) return '[{"action":"read","subject":"product"}]'
  if (type === 'jsonb') {
    const value = createJsonValue(canaryStore)
    return JSON.stringify(defaultValue?.startsWith("'[") ? [value] : value)
  }
  if (defaultValue !== null && defaultValue !== "''::text") return undefined
  if (type === 'text' || type.startsWith('character'))
    return createTextValue(name, word, column.checks)
  return column.isRequired ? createPlainValue(type, id) : undefined
}

function createPlainValue(type: string, id: string): string {
  if (type === 'boolean') return 'false'
  if (/^(timestamp|date)/.test(type)) return 'tomorrow'
  return type === 'bytea' ? `\\x${id.replaceAll('-', '')}` : '1'
}

function createTextValue(name: string, word: string, checks: readonly string[]): string {
  const allowedValue = checks
    .map(check => /ARRAY\['([^']*)'/.exec(check)?.[1])
    .find(value => value !== undefined)
  if (allowedValue !== undefined) return allowedValue
  if (name === 'email' || name.endsWith('_email')) return `${word}@example.com`
  return /(^|_)(url|image|logo|favicon|avatar)$/.test(name) ? `/media/${word}.webp` : word
}

type CanaryStatement = { insert: string; remove?: string }
const quoteName = (name: string) => `"${name}"`

/**
 * Inserts one row into every table of stores and people. The columns are read from the database, so
 * that new tables are included. `server/db/tenant-isolation-schema.test.ts` fails for tables that
 * reject the row. Returns a function that deletes the rows of the store and inserts them again.
 */
export async function insertCanary(
  sql: postgres.Sql,
  canaryStore: Canary,
): Promise<() => Promise<void>> {
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
    { insert: createStaffMemberInsert(canaryStore) },
    ...createSearchWordInserts(canaryStore).map(insert => ({ insert })),
    ...canaryTables.map(([table, columns]) => ({
      insert: createInsert(table, columns, canaryStore),
      ...(belongsToStore(columns) && {
        remove: `delete from ${quoteName(table)} where store_id = '${canaryStore.id}'`,
      }),
    })),
  ]
  const runInCanaryStore = <T>(callback: (tx: postgres.TransactionSql) => Promise<T>) =>
    sql.begin(async tx => {
      await tx`
        select set_config('app.store_id', ${canaryStore.id}, true),
          set_config('app.person_id', ${canaryStore.id}, true)`
      return callback(tx)
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
  ...['product', 'order', 'customer', 'category'].map(
    table => `
    insert into search_word (store_id, entity, word, id)
    values ('${id}', '${table}', '${word}', '${id}') on conflict do nothing`,
  ),
  `insert into search_part (store_id, entity, part, word, id)
    values ('${id}', 'product', '${word}', '${word}', '${id}') on conflict do nothing`,
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
