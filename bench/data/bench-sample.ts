import postgres from 'postgres'
import type { BenchDatabase } from '../bench-environment.ts'
import { adjectives, materials, nouns } from './bench-words.ts'

export type StoreRow = { storeId: string; id: string }
export type DeepPage = { storeId: string; page: number; createdAt: string; id: string }

/** Rows that the requests of the benchmark name, from all stores. */
export type BenchSample = {
  storeIds: string[]
  products: StoreRow[]
  orders: StoreRow[]
  /** Pairs of variants with stock. */
  variantPairs: { storeId: string; variants: [string, string] }[]
  /** Page 901 of the product list, or the last tenth of its pages, with the last row before it. */
  deepPages: DeepPage[]
  searchWords: string[]
}

const rowsPerPage = 10

export async function readSample({
  superuserUrl,
}: Pick<BenchDatabase, 'superuserUrl'>): Promise<BenchSample> {
  const sql = postgres(superuserUrl, { max: 1 })
  try {
    const stores = await sql<{ id: string }[]>`select id from store order by id`
    const listRows = (table: 'product' | 'order') =>
      sql<StoreRow[]>`
        select store_id as "storeId", id from ${sql(table)}
        order by hashtext(id::text) limit 300`
    const variantPairs = await sql<BenchSample['variantPairs']>`
      select store_id as "storeId", array[v.id, lead(v.id, 1, v.id) over (
        partition by store_id order by hashtext(v.id::text))] as variants
      from variant v join product p using (store_id)
      where p.id = v.product_id and p.status = 'active' and v.stock > 10000
      order by hashtext(v.id::text) limit 1000`
    return {
      storeIds: stores.map(({ id }) => id),
      products: await listRows('product'),
      orders: await listRows('order'),
      variantPairs,
      deepPages: await listDeepPages(sql),
      searchWords: listSearchWords(),
    }
  } finally {
    await sql.end()
  }
}

/** Returns at most a hundred pages, none for stores with fewer than three pages. */
async function listDeepPages(sql: postgres.Sql): Promise<DeepPage[]> {
  const stores = await sql<{ storeId: string; page: number }[]>`
    select store_id as "storeId", least(901, count(*) / ${rowsPerPage} * 9 / 10 + 1)::integer as page
    from product group by 1 having count(*) >= ${rowsPerPage * 3} order by 1 limit 100`
  const pages: DeepPage[] = []
  for (const { storeId, page } of stores) {
    const [row] = await sql<{ createdAt: string; id: string }[]>`
      select created_at::text as "createdAt", id from product where store_id = ${storeId}
      order by created_at desc, id desc limit 1 offset ${(page - 1) * rowsPerPage - 1}`
    if (row) pages.push({ storeId, page, ...row })
  }
  return pages
}

/** Returns whole words, and their beginnings as a user types them. */
export function listSearchWords(): string[] {
  const words = [...nouns, ...adjectives, ...materials]
  const beginnings = words.filter(word => word.length > 5).map(word => word.slice(0, 4))
  return [...new Set([...words, ...beginnings])]
}
