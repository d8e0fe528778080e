import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { withTransaction } from '../lib/db/db.ts'
import { createThemeTester } from '../testing/subject/theme-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

/** The tables that pages of stores are made of. A further one is a decision, not an accident. */
const readableTables = [
  'category',
  'cms',
  'domain',
  'faq_question',
  'media',
  'page',
  'payment_method',
  'post',
  'product',
  'product_category',
  'product_image',
  'product_swatch',
  'redirect',
  'review',
  'search_part',
  'search_rule',
  'search_word',
  'shipping_zone',
  'store',
  'storefront_revision',
  'tax_class',
  'theme',
  'theme_version',
  'variant',
]
/** In every text that shoppers must not see. */
const secret = 'Kestrelfeather'
const secretColor = '#0badad'

type Column = { table: string; name: string }
let t: TestApp
let readableColumns: Column[]

beforeAll(async () => {
  t = await startTestApp()
  readableColumns = await t.sql<Column[]>`
    select c.relname as table, a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_column_privilege('storewright_storefront', c.oid, a.attnum, 'select')
    order by 1, 2`
  await fillStore()
})
afterAll(() => t.close())

async function fillStore() {
  const draft = { title: secret, vendor: secret, sku: secret, tags: [secret], price: 100 }
  for (const status of ['draft', 'archived'] as const)
    await t.call('owner', productApi.create, {
      body: { ...draft, sku: `${secret}-${status}`, status, description: secret },
    })
  await t.inStore(
    tx => tx`
      update product set options = ${tx.json([
        { name: secret, values: [secret], swatches: [{ value: secret, color: '#101010' }] },
      ])}
      where status = 'draft'`,
  )
  const mug = { title: 'Mug', status: 'active', price: 100, cost: 77_123 }
  await t.call('owner', productApi.create, { body: mug })
  const hidden = await t.call('owner', categoryApi.create, {
    body: { name: secret, status: 'hidden' },
  })
  await t.call('owner', categoryApi.create, {
    body: { name: `${secret} below`, parent: hidden.body.data._id },
  })
  await t.call('owner', cmsApi.createPage, {
    body: { title: secret, slug: 'draft', body: secret, status: 'draft' },
  })
  await t.inStore(
    tx => tx`insert into payment_method (kind, name, enabled) values ('other', ${secret}, false)`,
  )
  const theme = await createThemeTester(t)
  await theme.saveDraft({ settings: { accent: secretColor } })
}

test('the storefront reads no other tables, and writes none', async () => {
  expect([...new Set(readableColumns.map(({ table }) => table))]).toEqual(readableTables)
  const writable = await t.sql`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (has_any_column_privilege('storewright_storefront', c.oid, 'insert, update')
        or has_table_privilege('storewright_storefront', c.oid, 'delete, truncate, trigger'))`
  expect(writable).toEqual([])
})

test('the storefront reads no costs, secrets and notes', () => {
  const names = readableColumns.map(({ table, name }) => `${table}.${name}`)
  expect(names).toContain('variant.price')
  expect(
    names.filter(name => /cost|password|secret|token|hash|note|created_by/.test(name)),
  ).toEqual([])
})

test('the storefront reads no row that is not published', async () => {
  const readRows = async (table: string, isStorefront: boolean) => {
    const columns = readableColumns.filter(column => column.table === table)
    const names = columns.map(({ name }) => `"${name}"`).join()
    const { storeId } = t.people.owner
    return JSON.stringify(
      await withTransaction(t.app.db, { storeId, isStorefront }, tx =>
        tx.unsafe(`select ${names} from "${table}"`),
      ),
    ).toLowerCase()
  }
  const leaks: string[] = []
  const tablesWithSecrets: string[] = []
  for (const table of readableTables) {
    const hasSecret = (text: string) =>
      text.includes(secret.toLowerCase()) || text.includes(secretColor)
    if (hasSecret(await readRows(table, true))) leaks.push(table)
    if (hasSecret(await readRows(table, false))) tablesWithSecrets.push(table)
  }
  // Functions search its words, and return only those of published products.
  expect(leaks).toEqual(['search_part', 'search_word'])
  // The test would notice a leak in these.
  expect(tablesWithSecrets).toEqual([
    'category',
    'page',
    'payment_method',
    'product',
    'product_swatch',
    'search_part',
    'search_word',
    'variant',
  ])
})

test('a trigger at the end of a transaction that uses tables has the rights of its owner', async () => {
  // Before PostgreSQL 18 it runs as the role of the commit, which can read less than the function needs.
  const functions = await t.sql<{ name: string; isDefiner: boolean }[]>`
    select distinct p.proname as name, p.prosecdef as is_definer
    from pg_trigger g join pg_proc p on p.oid = g.tgfoid
    where g.tgdeferrable and not g.tgisinternal order by 1`
  expect(functions).toEqual([
    { name: 'enqueue_webhook_event', isDefiner: true },
    { name: 'refuse_undone', isDefiner: false },
  ])
})
