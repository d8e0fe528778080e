import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import type { Config } from '../../config.ts'
import { setNewest } from '../../lib/bounded-map.ts'
import { withDeadline, withTimeout } from '../../lib/call/deadline.ts'
import type { App } from '../../lib/call/serve.ts'
import { dataPositionSql } from '../../lib/db/data-position.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { isProbe } from '../../lib/http/probe.ts'
import type { PreviewUse } from '../../theme/rule/theme-preview-token.ts'
import type { LoadedPost } from '../blog/load-blog.ts'

/** A theme that shoppers do not see, which replaces the published one on a page. */
export type Preview = ThemeContent & {
  use: PreviewUse
  code: string
  /** The start of the paths of all pages, such as `/token`. */
  pathPrefix: string
  /** The post that is shown although shoppers can't see it. */
  post?: LoadedPost | undefined
}

export type StorefrontHost = {
  storeId: string
  /** The host that the others redirect to. */
  primaryHost: string
  status: 'draft' | 'live' | 'paused' | 'closed'
  /** Changes with everything that shoppers see. */
  revision: string
  /** The languages of its pages, the store's own first. */
  languages: Language[]
  /** Changes with the password that opens the store, null if it is open. */
  passwordId: string | null
  /** The language of the request. */
  language: Language
  /** The position at which the revision was read in the log of the database, with a replica. */
  dataPosition?: number
  /** Set in previews of a theme. */
  preview?: Preview
}
type HostRow = Omit<StorefrontHost, 'languages' | 'language' | 'preview'> & { languages: string[] }
export type HostDirectory = {
  find: (host: string) => Promise<StorefrontHost | undefined>
  /** Returns the store of a host if it has been read less than a second ago. */
  peek: (host: string) => StorefrontHost | undefined
}

/** A change reaches shoppers within a second, including the time to read it. */
const maxAgeMs = 800
const maxHosts = 20_000

/** Returns the host of a Host header in lower case, without its port. */
export function parseHost(header: string | undefined): string {
  const host = (header ?? '')
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return host.length <= 253 ? host : ''
}

/** Whether a host leads to the back office: outside production also localhost and IP addresses. */
export function isBackOfficeHost(
  host: string,
  { publicAddress, isProduction }: Pick<Config, 'publicAddress' | 'isProduction'>,
): boolean {
  if (host === publicAddress.hostname) return true
  return !isProduction && (host === 'localhost' || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0)
}

/**
 * Handles a request to the host of a store and returns true, or returns false for the back office.
 * Probes and metrics use the address of the machine.
 */
export function handleStorefront(
  request: IncomingMessage,
  response: ServerResponse,
  { config, storefront }: Pick<App, 'config' | 'storefront'>,
): boolean {
  if (storefront?.cachedReplies.send(request, response)) return true
  const { url = '', headers } = request
  if (isBackOfficeHost(parseHost(headers.host), config) || isProbe(url)) return false
  if (storefront) storefront.routing(request, response)
  else response.writeHead(421, { 'content-type': 'text/plain' }).end(noStoreText)
  return true
}

/** The first language of the row is the locale of the store, which can have a region. */
function toStorefrontHost(row: HostRow): StorefrontHost {
  const languages = [...new Set(row.languages.map(getLocaleLanguage))]
  return { ...row, languages, language: languages[0] ?? 'en' }
}

export const noStoreText = 'No store has this address.'

/** How long a request to a cached store waits for a database that does not respond. */
const maxReadMs = 1000

type HostEntry = { readAt: number; store: StorefrontHost | undefined }

/**
 * Returns the stores by their hosts. A store is cached for less than a second, and longer while
 * the database is not available or does not answer.
 */
export function createHostDirectory({
  db,
  config,
  clock,
}: Pick<App, 'clock' | 'config' | 'db'>): HostDirectory {
  const entries = new Map<string, HostEntry>()
  const pendingReads = new Map<string, Promise<StorefrontHost | undefined>>()

  async function read(host: string): Promise<StorefrontHost | undefined> {
    const readAt = clock()
    const [row] = await withDeadline(config.callLimitMs, () =>
      withTransaction(db, {}, tx => {
        const position = db.replica ? tx`, ${tx.unsafe(dataPositionSql)} as data_position` : tx``
        return tx<HostRow[]>`select *${position} from find_storefront_host(${host})`
      }),
    )
    const store = row && toStorefrontHost(row)
    setNewest(entries, [host, { readAt, store }], maxHosts)
    return store
  }

  const isFresh = (entry: HostEntry | undefined) =>
    entry !== undefined && clock() - entry.readAt < maxAgeMs

  async function find(host: string): Promise<StorefrontHost | undefined> {
    const entry = entries.get(host)
    if (isFresh(entry)) return entry?.store
    const pendingRead =
      pendingReads.get(host) ?? read(host).finally(() => pendingReads.delete(host))
    pendingReads.set(host, pendingRead)
    try {
      return await (entry?.store ? withTimeout(maxReadMs, pendingRead) : pendingRead)
    } catch (error) {
      if (!entry?.store) throw error
      // The next read waits as long as after a success, so that visitors do not wait for each one.
      entry.readAt = clock()
      return entry.store
    }
  }

  const peek = (host: string) => {
    const entry = entries.get(host)
    return isFresh(entry) ? entry?.store : undefined
  }
  return { find, peek }
}
