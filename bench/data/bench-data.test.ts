import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariantQueries } from '../../faults/lab/invariant-queries.ts'
import { createTestDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { generateBenchData } from './bench-data.ts'

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.ownerUrl.replace('//storewright:', '//postgres:'), {
    max: 1,
    onnotice: () => {},
  })
  await generateBenchData(sql, {
    stores: 3,
    products: 200,
    orders: 300,
    smallProducts: 7,
    smallOrders: 11,
  })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** The generated rows were not written by a user, so they have no entries. */
const auditRule = 'the last audit entry of a row equals the row'

test.each(Object.entries(invariantQueries).filter(([rule]) => rule !== auditRule))(
  'in the generated data, %s',
  async (_rule, query) => {
    expect(await sql.unsafe(`select * from (${query}) violations limit 3`)).toEqual([])
  },
)

test('the generated rows have the words that the triggers store', async () => {
  for (const table of ['product', 'category', 'order', 'customer']) {
    const violations = await sql`
      select coalesce(s.id, w.id) as id, s.word, w.word as stored_word
      from (select id, unnest(search_words(r)) as word from ${sql(table)} r) s
      full join (select id, word from search_word where entity = ${table}) w using (id, word)
      where s.word is null or w.word is null limit 3`
    expect(violations).toEqual([])
  }
})

test('a product that a trigger refreshes does not change', async () => {
  const readProducts = () => sql`
    select id, price, compare_at_price, sku, codes, stock, track_stock, variant_count, image
    from product order by id`
  const before = await readProducts()
  await sql.begin(async tx => {
    await tx`select set_config('app.store_id', (select min(store_id::text) from product), true)`
    await tx`select refresh_products(array(select id from product where store_id = current_store()))`
  })
  expect(await readProducts()).toEqual(before)
})
