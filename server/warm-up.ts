import { withTimeout } from './lib/call/deadline.ts'
import type { App } from './lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from './lib/db/db.ts'

/** The longest time that a start waits, including the queries. */
const maxMs = 2000
/** No pages are rendered after this time. On a typical machine, V8 has optimized most of the code by then. */
const renderMs = 1000
/** Hosts among which an open store is expected. */
const maxHosts = 200
const maxSlugs = 60
/** The pages that are rendered at once, so that all connections are opened and used. */
const batchSize = 10

/** Not the address of a proxy, whose limit of searches all shoppers can share. */
const ownAddress = '127.255.255.254'

type SampleStore = { storeId: string; host: string }

/**
 * Renders pages of a store before the process accepts requests, so that the first requests do not wait for V8 to
 * compile the code or for connections to the database to open.
 */
export async function warmUp(app: App): Promise<void> {
  await withTimeout(maxMs, renderPages(app, performance.now() + renderMs)).catch((error: unknown) =>
    app.log.warn({ err: error }, 'The sample pages could not be rendered.'),
  )
}

async function renderPages({ db, storefront }: App, endsAt: number): Promise<void> {
  const store = storefront && (await findOpenStore(db))
  if (!store) return
  const paths = await listPaths(db, store)
  for (let start = 0; start < paths.length && performance.now() < endsAt; start += batchSize)
    await Promise.all(
      paths.slice(start, start + batchSize).map(url =>
        storefront.inject({
          url,
          remoteAddress: ownAddress,
          headers: { host: store.host, 'accept-encoding': 'br' },
        }),
      ),
    )
}

async function findOpenStore(db: App['db']): Promise<SampleStore | undefined> {
  const [store] = await withTransaction(
    db,
    {},
    tx => tx<SampleStore[]>`
      select h.store_id, h.host
      from list_storefront_hosts(null, ${maxHosts}) h, find_storefront_host(h.host) s
      where s.status = 'live' and s.password_id is null and s.primary_host = h.host limit 1`,
  )
  return store
}

/** Returns the paths of different pages, because rendered pages are cached. The kinds of pages alternate. */
async function listPaths(db: App['db'], { storeId }: SampleStore): Promise<string[]> {
  const { products, categories } = await withStoreTransaction(
    db,
    storeId,
    async tx => ({
      products: await tx<{ slug: string; title: string }[]>`
        select slug, title from product where status = 'active' order by id limit ${maxSlugs}`,
      categories: await tx<
        { slug: string }[]
      >`select slug from category order by id limit ${maxSlugs}`,
    }),
    { isStorefront: true },
  )
  const productPaths = products.flatMap(({ slug, title }, index) => {
    // A search for other characters can find nothing, and would be listed among the searches without a result.
    const [word] = /\p{L}{3,}/u.exec(title) ?? []
    const { slug: categorySlug } = categories[index % categories.length] ?? {}
    return [
      `/products/${slug}`,
      ...(word ? [`/search?q=${encodeURIComponent(word)}`] : []),
      ...(categorySlug ? [`/categories/${categorySlug}`] : []),
    ]
  })
  return [...new Set(['/', '/products', ...productPaths])]
}
