import type postgres from 'postgres'
import { benchStorefrontHost } from './bench-environment.ts'
import { listSearchWords } from './data/bench-sample.ts'
import { createIpAddress } from './load/cart-shop.ts'
import type { LoadRequest } from './load/run-load.ts'

type StorefrontSample = {
  searchWords: string[]
  stores: { storeId: string; host: string }[]
  /** Products and categories of all stores, in random order. */
  products: { storeId: string; host: string; slug: string }[]
  categories: { storeId: string; host: string; slug: string; pages: number }[]
}
/** A request to a store, and the path that does the same work on the bare server. */
export type PageTarget = {
  host: string
  path: string
  barePath: string
  etag?: string
  /** The IP address of the shopper, because the filtered pages of each address are limited. */
  ip?: string
}
export type StorefrontCall = {
  name: string
  title: string
  /** Targets that are requested in turn, or a function that returns the next one. */
  createTargets: (sample: StorefrontSample) => PageTarget[] | (() => PageTarget)
  isNotModified?: boolean
}

const cachedPage = '/page'

export const storefrontCalls: readonly StorefrontCall[] = [
  {
    name: 'home-cached',
    title: 'home, cached',
    createTargets: ({ stores }) =>
      stores.slice(0, 1).map(({ host }) => ({ host, path: '/', barePath: cachedPage })),
  },
  {
    name: 'category-cached',
    title: 'category, cached',
    createTargets: ({ categories }) =>
      categories
        .slice(0, 1)
        .map(({ host, slug }) => ({ host, path: `/categories/${slug}`, barePath: cachedPage })),
  },
  {
    name: 'product-cached',
    title: 'product, cached',
    createTargets: ({ products }) =>
      products
        .slice(0, 1)
        .map(({ host, slug }) => ({ host, path: `/products/${slug}`, barePath: cachedPage })),
  },
  {
    name: 'product-not-modified',
    title: 'product, not modified',
    isNotModified: true,
    createTargets: ({ products }) =>
      products
        .slice(0, 1)
        .map(({ host, slug }) => ({ host, path: `/products/${slug}`, barePath: cachedPage })),
  },
  {
    name: 'product-uncached',
    title: 'product, not cached',
    createTargets: ({ products }) => {
      const nextProduct = takeInTurn(products)
      return () => {
        const { storeId, host, slug } = nextProduct()
        return {
          host,
          path: `/products/${slug}`,
          barePath: `/storefrontProduct/${storeId}/${slug}`,
        }
      }
    },
  },
  {
    name: 'category-uncached',
    title: 'category, not cached',
    createTargets: ({ categories }) => {
      const nextCategory = takeInTurn(categories)
      let requestCount = 0
      return () => {
        const { storeId, host, slug, pages } = nextCategory()
        const page = 1 + (requestCount++ % pages)
        return {
          host,
          // The maximum price is above every price and differs between requests.
          path: `/categories/${slug}?page=${page}&priceTo=${100_000 + requestCount}`,
          barePath: `/storefrontCategory/${storeId}/${slug}_${24 * (page - 1)}`,
          ip: createIpAddress(),
        }
      }
    },
  },
  {
    name: 'search-uncached',
    title: 'search, not cached',
    createTargets: ({ stores, searchWords }) => {
      const [nextStore, nextWord] = [takeInTurn(stores), takeInTurn(searchWords)]
      let requestCount = 0
      return () => {
        const { storeId, host } = nextStore()
        const word = nextWord()
        return {
          host,
          path: `/search?q=${word}&priceTo=${100_000 + requestCount++}`,
          barePath: `/storefrontSearch/${storeId}/${word}`,
          ip: createIpAddress(),
        }
      }
    },
  },
  {
    name: 'mixed',
    title: 'pages of all stores, as visitors open them',
    createTargets: ({ stores, categories, products }) => {
      const [nextStore, nextCategory, nextProduct] = [
        takeInTurn(stores),
        takeInTurn(categories),
        takeInTurn(products),
      ]
      let requestCount = 0
      return () => {
        requestCount += 1
        // Of five pages, one is a home page and two are products.
        if (requestCount % 5 === 0)
          return { host: nextStore().host, path: '/', barePath: cachedPage }
        const { host, slug } = requestCount % 5 < 3 ? nextCategory() : nextProduct()
        const folder = requestCount % 5 < 3 ? 'categories' : 'products'
        return { host, path: `/${folder}/${slug}`, barePath: cachedPage }
      }
    },
  },
]

function takeInTurn<Item>(items: readonly Item[]): () => Item {
  let index = 0
  return () => {
    const item = items[index++ % items.length]
    if (!item) throw new Error('The stores have too few rows.')
    return item
  }
}

export const createPageRequest = ({ host, path, etag, ip }: PageTarget): LoadRequest => ({
  method: 'GET',
  path,
  headers: {
    host,
    'accept-encoding': 'br, gzip',
    ...(etag && { 'if-none-match': etag }),
    ...(ip && { 'x-forwarded-for': ip }),
  },
})

/** Sets the host of each store and returns the records that requests name. */
export async function prepareStores(sql: postgres.Sql): Promise<StorefrontSample> {
  await sql`
    insert into domain (store_id, domain, kind, status, is_primary)
    select id, slug || '.' || ${benchStorefrontHost}, 'subdomain', 'active', true from store s
    where not exists (select from domain d where d.store_id = s.id)`
  const host = sql`s.slug || '.' || ${benchStorefrontHost} as host`
  return {
    searchWords: listSearchWords(),
    stores: await sql<StorefrontSample['stores']>`
      select s.id as "storeId", ${host} from store s order by s.id`,
    products: await sql<StorefrontSample['products']>`
      select s.id as "storeId", ${host}, p.slug
      from product p join store s on s.id = p.store_id
      where p.status = 'active' order by hashtext(p.id::text) limit 50000`,
    categories: await sql<StorefrontSample['categories']>`
      select s.id as "storeId", ${host}, c.slug, greatest(1, count(p.id) / 24)::integer as pages
      from category c
      join store s on s.id = c.store_id
      join product_category pc on pc.store_id = c.store_id and pc.category_id = c.id
      join product p on p.store_id = pc.store_id and p.id = pc.product_id and p.status = 'active'
      group by s.id, c.id, c.slug, c.store_id order by hashtext(c.id::text) limit 3000`,
  }
}
