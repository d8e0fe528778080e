import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeRedirectPath } from '#contract/redirect.ts'
import { addLanguage } from '#contract/storefront-language.ts'
import { setNewest } from '../lib/bounded-map.ts'
import type { App } from '../lib/call/serve.ts'
import { createNetworkLimit } from './network-limit.ts'
import { readStore } from './read-store.ts'
import { createRedirectHits } from './redirect-hits.ts'
import type { StorefrontHost } from './storefront-host.ts'

type StoredRedirect = { id: string; target: string }
type MissingPath = { redirect: StoredRedirect | undefined; hasNoPage: boolean; expiresAt: number }

const maxEntries = 20_000
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
  const hits = createRedirectHits(app, server)
  const limit = createNetworkLimit(app.config.rateLimitFactor, missingLimit)

  function findEntry(key: string): MissingPath | undefined {
    const entry = entries.get(key)
    return entry && entry.expiresAt > performance.now() ? entry : undefined
  }

  function remember(key: string, entry: Omit<MissingPath, 'expiresAt'>) {
    setNewest(entries, [key, { ...entry, expiresAt: performance.now() + maxAgeMs }], maxEntries)
  }

  return {
    /**
     * Returns whether the path has no page, from memory.
     * @throws Problem 429 for a network that requests too many such paths, before any query
     */
    isKnown(request: FastifyRequest): boolean {
      const path = normalizeRedirectPath(request.originalUrl)
      if (path && findEntry(toKey(request.storefrontHost, path))?.hasNoPage) return true
      limit.assert(request.ip)
      return false
    },
    /** Returns where the path of a page that does not exist leads, and counts the hit. */
    async findTarget(request: FastifyRequest): Promise<string | undefined> {
      const { storefrontHost, url, originalUrl, ip } = request
      const path = normalizeRedirectPath(originalUrl)
      const key = path && toKey(storefrontHost, path)
      const entry = key ? findEntry(key) : undefined
      if (!entry) limit.consume(ip)
      if (!path || !key) return undefined
      const redirect = entry ? entry.redirect : await readRedirect(app, request, path)
      // With a query, a page of a list may be missing rather than the list.
      if (!entry) remember(key, { redirect, hasNoPage: !url.includes('?') })
      if (!redirect) return undefined
      hits.count(storefrontHost.businessId, redirect.id)
      return addQuery(redirect.target, url)
    },
  }
}
export type MissingPaths = ReturnType<typeof createMissingPaths>

const toKey = ({ businessId, revision }: StorefrontHost, path: string) =>
  `${businessId} ${revision} ${path}`

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
