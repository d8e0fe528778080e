import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeRedirectPath } from '#contract/cms/redirect.ts'
import { isSlug, normalizeSlug } from '#contract/lib/text/slug.ts'
import { decodePath, encodePath } from '#contract/lib/text/url-path.ts'
import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage, splitLanguage } from '#contract/storefront/storefront-language.ts'
import { setNewest } from '../../lib/bounded-map.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { createNetworkLimit } from '../host/network-limit.ts'
import { readStore } from '../page/read-store.ts'
import { createStoreCounts } from './store-counts.ts'

type StoredRedirect = { id: string; target: string }
type MissingPath = { redirect: StoredRedirect | undefined; hasNoPage: boolean; expiresAt: number }

const maxEntries = 20_000
const maxKeyLength = 700
/** Pages that depend on the time, such as one published later, appear after this time. */
const maxAgeMs = 60_000
/** A visitor who follows old links stays below this. */
const missingLimit = { burst: 300, refillPerSecond: 5 }

/**
 * The paths without a page. Each costs queries, and strangers can request any number of them, so
 * that results are cached and the requests of a network are limited.
 */
export function createMissingPaths(app: App, server: FastifyInstance) {
  const entries = new Map<string, MissingPath>()
  const hits = createStoreCounts(app, server, addRedirectHits)
  const limit = createNetworkLimit(app.config.rateLimitFactor, missingLimit)

  function findEntry(key: string): MissingPath | undefined {
    const entry = entries.get(key)
    return entry && entry.expiresAt > app.clock() ? entry : undefined
  }

  function remember(key: string, entry: Omit<MissingPath, 'expiresAt'>) {
    if (key.length > maxKeyLength) return
    setNewest(entries, [key, { ...entry, expiresAt: app.clock() + maxAgeMs }], maxEntries)
  }

  return {
    /**
     * Returns whether the path has no page, from memory.
     * @throws Problem 429 for a network that requests too many such paths, before any query
     */
    isKnown(request: FastifyRequest): boolean {
      if (findEntry(toKey(request))?.hasNoPage) return true
      limit.assert(request.ip)
      return false
    },
    /**
     * Returns where the path of a page that does not exist leads, and counts the hit of a redirect.
     * `/Products/` leads to `/products`, `/products/Tromsø` to `/products/tromso`.
     */
    async findTarget(request: FastifyRequest): Promise<string | undefined> {
      const { storefrontHost, url, originalUrl, ip } = request
      const path = normalizeRedirectPath(originalUrl)
      const key = toKey(request)
      const entry = findEntry(key)
      if (!entry) limit.consume(ip)
      if (!path) return undefined
      const redirect = entry ? entry.redirect : await readRedirect(app, request, path)
      // With a query, a page of a list may be missing rather than the list.
      if (!entry) remember(key, { redirect, hasNoPage: !url.includes('?') })
      if (!redirect) {
        const pagePath = normalizePagePath(path)
        // Capitals and lower case encode a letter alike.
        const isOther = decodePath(pagePath) !== decodePath(getPath(originalUrl))
        return isOther && isPagePath(pagePath) ? addQuery(pagePath, url) : undefined
      }
      hits.count(storefrontHost.storeId, redirect.id)
      return addQuery(encodePath(redirect.target), url)
    },
  }
}
export type MissingPaths = ReturnType<typeof createMissingPaths>

const addRedirectHits = (tx: Tx, ids: string[], hits: number[]) => tx`
  with hit as (
    select r.id, h.hits
    from unnest(${ids}::uuid[], ${hits}::integer[]) h (id, hits)
    join redirect r on r.id = h.id
    order by r.id
    for update of r
  )
  update redirect r set hits = r.hits + hit.hits, last_hit_at = now()
  from hit where r.id = hit.id`

const getPath = (url: string) => /^[^?#]*/.exec(url)?.[0] ?? ''

/** Returns a path whose slug is in the spelling of slugs. */
const normalizePagePath = (path: string) =>
  path.replace(/[^/]+$/, part => {
    const slug = normalizeSlug(decodePath(part))
    // Other parts could become another URL: a wide question mark becomes `?`.
    return isSlug(slug) ? encodePath(slug) : part
  })

/** The path as it was requested: `/Products/` has no page, but `/products` has one. */
const toKey = ({ storefrontHost, originalUrl }: FastifyRequest) =>
  `${storefrontHost.storeId} ${storefrontHost.revision} ${getPath(originalUrl)}`

const pagePaths = [...Object.values(storefrontRoutes), storefrontForms.cart].map(
  ({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
)
/** Whether a page of the store can have the path, in any of its languages. */
const isPagePath = (path: string) =>
  pagePaths.some(pattern => pattern.test(splitLanguage(path).url))

/**
 * Reads the redirect of a path. Earlier handles of a record lead to the page in the language of the
 * path. A redirect can also have such a path itself, as that of an earlier website does.
 */
const readRedirect = (
  app: App,
  { storefrontHost, url, originalUrl }: FastifyRequest,
  path: string,
): Promise<StoredRedirect | undefined> =>
  readStore(app, storefrontHost, async tx => {
    const select = async (wantedPath: string | undefined) => {
      if (wantedPath === undefined) return undefined
      const [row] = await tx<StoredRedirect[]>`select * from find_redirect(${wantedPath})`
      return row
    }
    const redirect = await select(path)
    if (redirect || url === originalUrl) return redirect
    const localized = await select(normalizeRedirectPath(url))
    if (!localized?.target.startsWith('/')) return localized
    const { language, languages } = storefrontHost
    return { ...localized, target: addLanguage(localized.target, language, languages) }
  })

/** Passes the query on to a page of the store that has none, such as that of a campaign. */
function addQuery(target: string, url: string): string {
  const [, query] = /\?([^#]*)/.exec(url) ?? []
  return query && /^\/[^?#]*$/.test(target) ? `${target}?${query}` : target
}
