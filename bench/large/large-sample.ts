import postgres from 'postgres'
import type { BenchDatabase } from '../bench-environment.ts'
import { listSearchWords } from '../data/bench-sample.ts'
import { lastNames } from '../data/bench-words.ts'
import { prepareStores } from '../storefront-calls.ts'

/** Rows of the large store that the requests name, in random order. */
export type LargeSample = {
  storeId: string
  host: string
  productIds: string[]
  productSlugs: string[]
  categoryIds: string[]
  categorySlugs: string[]
  orderIds: string[]
  orderNumbers: string[]
  skus: string[]
  customerIds: string[]
  productWords: string[]
  customerNames: string[]
  /** Names of no customer, some of them mistyped names. */
  unknownNames: string[]
}

export async function readLargeSample({
  superuserUrl,
}: Pick<BenchDatabase, 'superuserUrl'>): Promise<LargeSample> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const { stores } = await prepareStores(sql)
    const { storeId = '', host = '' } = stores[0] ?? {}
    const selectRows = (table: string) => sql`
      from (select * from ${sql(table)} tablesample system (5) where store_id = ${storeId}) r
      order by hashtext(r.id::text) limit 500`
    const products = await sql<{ id: string; slug: string; status: string }[]>`
      select r.id, r.slug, r.status ${selectRows('product')}`
    const categories = await sql<{ id: string; slug: string }[]>`
      select id, slug from category where store_id = ${storeId} order by hashtext(id::text)`
    const orders = await sql<{ id: string; number: string }[]>`
      select r.id, r.number ${selectRows('order')}`
    const customers = await sql<{ id: string; name: string }[]>`
      select r.id, r.name ${selectRows('customer')}`
    const variants = await sql<{ sku: string }[]>`select r.sku ${selectRows('variant')}`
    return {
      storeId,
      host,
      productIds: products.map(({ id }) => id),
      productSlugs: products.filter(({ status }) => status === 'active').map(({ slug }) => slug),
      categoryIds: categories.map(({ id }) => id),
      categorySlugs: categories.map(({ slug }) => slug),
      orderIds: orders.map(({ id }) => id),
      orderNumbers: orders.map(({ number }) => number),
      skus: variants.map(({ sku }) => sku),
      customerIds: customers.map(({ id }) => id),
      productWords: listSearchWords(),
      customerNames: customers.map(({ name }) => name),
      unknownNames: lastNames.flatMap(name => [
        `Xq${name.toLowerCase()}`,
        `${name}zorxk`,
        `Wendeline ${name.slice(0, 2)}vqk${name.slice(2)}`,
      ]),
    }
  } finally {
    await sql.end()
  }
}
