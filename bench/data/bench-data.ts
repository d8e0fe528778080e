import type postgres from 'postgres'
import { insertOrders } from './bench-orders.ts'
import { insertBenchProducts } from './bench-products.ts'

export type BenchAmounts = {
  stores: number
  products: number
  orders: number
  smallProducts: number
  smallOrders: number
  /** Customers of the large store, by default a third of its orders. */
  customers?: number
  /** Without the sales and the words of the search, which take most of the time of a large store. */
  skipsSalesAndSearch?: boolean
}

/**
 * Fills an empty database with one large store and further small ones, and returns the large store.
 * Products and orders are spread over two years, and every product sells equally often, which is
 * the worst case for the sums of the dashboard. Needs a superuser: the rows bypass the triggers, so
 * derived columns and tables are filled here. `bench-data.test.ts` compares them with the rows.
 */
export async function generateBenchData(
  sql: postgres.Sql,
  amounts: BenchAmounts,
): Promise<{ storeId: string; personId: string }> {
  const people = await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`set local work_mem = '256MB'`
    await tx`set local maintenance_work_mem = '512MB'`
    await createRandomFunctions(tx)
    const createdPeople = await insertStores(tx, amounts.stores)
    await createSizeTable(tx, createdPeople.storeId, amounts)
    await withoutIndexes(tx, async () => {
      await insertBenchProducts(tx)
      await insertOrders(tx)
    })
    if (!amounts.skipsSalesAndSearch) await insertSearchWords(tx)
    await insertRecordTally(tx)
    return createdPeople
  })
  await sql`set synchronous_commit = off`
  if (!amounts.skipsSalesAndSearch) await rebuildSales(sql)
  await sql`vacuum analyze`
  return people
}

/** Creates the indexes of the filled tables after the work, which takes a third of the time. */
async function withoutIndexes(tx: postgres.TransactionSql, work: () => Promise<void>) {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i
    where indrelid = any (${filledTables}::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await tx.unsafe(definition)
}
const filledTables = [
  'product',
  'variant',
  'product_image',
  'product_category',
  'stock_movement',
  '"order"',
  'order_line',
  'order_event',
  'payment',
  'fulfillment',
  'review',
  'customer',
]

/** Rebuilds the sales of each store, which have the counts of its orders. */
async function rebuildSales(sql: postgres.Sql) {
  for (const { id } of await sql<{ id: string }[]>`select id from store`)
    await sql.begin(async tx => {
      await tx`set local work_mem = '256MB'`
      await tx`select set_config('app.store_id', ${id}, true)`
      await tx`select rebuild_sales(${id})`
    })
}

/** The functions return the same value for the same row in each run. */
export async function createRandomFunctions(tx: postgres.TransactionSql) {
  await tx`create function pg_temp.random_below(seed bigint, salt bigint, maximum bigint) returns integer
    language sql immutable as $$ select ((hashint8extended(seed, salt) & 2147483647) % maximum)::integer $$`
  await tx`create function pg_temp.pick(words text[], seed bigint, salt bigint) returns text
    language sql immutable as $$
      select words[1 + ((hashint8extended(seed, salt) & 2147483647) % cardinality(words))]
    $$`
}

async function insertStores(tx: postgres.TransactionSql, stores: number) {
  const [person] = await tx<{ id: string }[]>`
    insert into person (email, username, full_name, password_hash, email_verified_at)
    values ('bench@example.com', 'bench', 'Bench', 'none', now()) returning id`
  const personId = person?.id ?? ''
  await tx`
    insert into store (name, slug, created_by, timezone, status)
    select 'Store ' || n, 'store-' || n, ${personId}, 'Europe/Berlin', 'live'
    from generate_series(1, ${stores}::integer) n`
  const [large] = await tx<{ id: string }[]>`select id from store order by id limit 1`
  const storeId = large?.id ?? ''
  await tx`insert into membership (person_id, store_id, role) select ${personId}, id, 'owner' from store`
  await tx`update person set last_store_id = ${storeId}`
  return { personId, storeId }
}

/** Small stores get fewer rows of the same kind. */
async function createSizeTable(
  tx: postgres.TransactionSql,
  storeId: string,
  { products, orders, smallProducts, smallOrders, customers }: BenchAmounts,
) {
  await tx`
    create temp table size on commit drop as
    select id, row_number() over (order by id) as nr,
      case when id = ${storeId} then ${products}::integer else ${smallProducts}::integer end as products,
      case when id = ${storeId} then ${orders}::integer else ${smallOrders}::integer end as orders
    from store`
  await tx`alter table size add categories integer, add customers integer, add media integer`
  await tx`
    update size set categories = greatest(least(300, products / 10), 1),
      customers = case when id = ${storeId} then coalesce(${customers ?? null}::integer, greatest(orders / 3, 1))
        else greatest(orders / 3, 1) end,
      media = greatest(least(200, products), 1)`
}

/** Fills the index of the search with the words of all records. */
export async function insertSearchWords(tx: postgres.TransactionSql) {
  for (const table of ['product', 'category', 'order', 'customer'])
    await tx`
      insert into search_word (store_id, entity, word, id)
      select r.store_id, ${table}, word, r.id
      from ${tx(table)} r, unnest(search_words(r)) word
      order by 1, 2, 3, 4
      on conflict do nothing`
  await tx`
    insert into search_part (store_id, entity, part, word)
    select store_id, entity, substr(word, position), word
    from (select distinct store_id, entity, word from search_word where word !~ '[0-9@]') words,
      generate_series(2, length(word)) position`
}

async function insertRecordTally(tx: postgres.TransactionSql) {
  await tx`
    insert into record_tally (store_id, subject, status, created_on, records)
    select store_id, 'product', status, null::date, count(*) from product group by 1, 3
    union all
    select store_id, 'review', status, null, count(*) from review group by 1, 3
    union all
    select store_id, 'customer', '', (created_at at time zone 'UTC')::date, count(*) from customer group by 1, 4`
}
