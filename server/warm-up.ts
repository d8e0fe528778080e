import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from './lib/db/db.ts'

/** A start waits at most this long for the pages. */
const maxMs = 2000
/** Hosts among which an open store is expected. */
const maxHosts = 20
const maxSlugs = 6

type SampleStore = { storeId: string; host: string }

/**
 * Renders pages of a store before the process accepts requests, so that the first shoppers and sellers wait neither
 * until V8 has compiled the code nor for the first connections to the database.
 */
export async function warmUp(app: App): Promise<void> {
  const rendering = renderPages(app).catch((error: unknown) =>
    app.log.warn({ err: error }, 'The sample pages could not be rendered.'),
  )
  await Promise.race([rendering, sleep(maxMs, undefined, { ref: false })])
}

async function renderPages({ db, storefront }: App): Promise<void> {
  const store = storefront && (await findOpenStore(db))
  if (!store) return
  const render = (url: string) =>
    storefront.inject({ url, headers: { host: store.host, 'accept-encoding': 'br' } })
  const paths = await listPaths(db, store)
  for (const path of paths) await render(path)
  // At once, so that all connections are opened and used.
  await Promise.all(
    paths.map(path => render(`${path}${path.includes('?') ? '&' : '?'}sort=titleAsc`)),
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

async function listPaths(db: App['db'], { storeId }: SampleStore): Promise<string[]> {
  const slugs = await withStoreTransaction(
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
  return [
    '/',
    ...slugs.categories.map(({ slug }) => `/categories/${slug}`),
    ...slugs.products.map(({ slug }) => `/products/${slug}`),
    ...slugs.products.map(
      ({ title }) => `/search?q=${encodeURIComponent(title.split(' ')[0] ?? '')}`,
    ),
  ]
}
