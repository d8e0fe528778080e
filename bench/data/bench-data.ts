import type postgres from 'postgres'
import { insertOrders } from './bench-orders.ts'
import { insertBenchProducts } from './bench-products.ts'

export type BenchAmounts = {
  stores: number
  products: number
  orders: number
  smallProducts: number
  smallOrders: number
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
    await createRandomFunctions(tx)
    const createdPeople = await insertStores(tx, amounts.stores)
    await createSizeTable(tx, createdPeople.storeId, amounts)
    await insertBenchProducts(tx)
    await insertOrders(tx)
    if (!amounts.skipsSalesAndSearch) await insertSearchWords(tx)
    await insertRecordTally(tx)
    return createdPeople
  })
  await sql`set synchronous_commit = off`
  if (!amounts.skipsSalesAndSearch) await rebuildSales(sql)
  await sql`vacuum analyze`
  return people
}

/** Rebuilds the sales of each store, which have the counts of its orders. */
async function rebuildSales(sql: postgres.Sql) {
  for (const { id } of await sql<{ id: string }[]>`select id from store`)
    await sql.begin(async tx => {
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
  { products, orders, smallProducts, smallOrders }: BenchAmounts,
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
      customers = greatest(orders / 3, 1), media = greatest(least(200, products), 1)`
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
    insert into record_tally (store_id, subject, status, records)
    select store_id, 'product', status, count(*) from product group by 1, 3
    union all
    select store_id, 'customer', '', count(*) from customer group by 1`
}
