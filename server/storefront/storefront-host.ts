import type { IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import type { App } from '../lib/call/serve.ts'
import { type Db, withTransaction } from '../lib/db/db.ts'

export type StorefrontHost = {
  businessId: string
  /** The host that the others redirect to. */
  primaryHost: string
  status: 'draft' | 'live' | 'paused' | 'closed'
  /** Changes with everything that shoppers see. */
  revision: string
}
export type FindStorefrontHost = (host: string) => Promise<StorefrontHost | undefined>

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
  { publicUrl, isProduction }: Pick<Config, 'publicUrl' | 'isProduction'>,
): boolean {
  if (host === new URL(publicUrl).hostname) return true
  return !isProduction && (host === 'localhost' || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0)
}

/**
 * Returns the handler of a request to the host of a store, or undefined for the back office. Probes
 * and metrics use the address of the machine.
 */
export function selectStorefront(
  { url = '', headers }: IncomingMessage,
  { config, storefront }: Pick<App, 'config' | 'storefront'>,
): RequestListener | undefined {
  if (isBackOfficeHost(parseHost(headers.host), config) || /^\/(health|metrics)\b/.test(url))
    return undefined
  return storefront
    ? (request, reply) => storefront.routing(request, reply)
    : (_request, reply) => reply.writeHead(421, { 'content-type': 'text/plain' }).end(noStoreText)
}

export const noStoreText = 'No store has this address.'

/**
 * Returns a function that finds the store of a host. It remembers stores for less than a second, and
 * longer while the database is not available.
 */
export function createHostDirectory(db: Db): FindStorefrontHost {
  const entries = new Map<string, { readAt: number; store: StorefrontHost | undefined }>()
  const pendingReads = new Map<string, Promise<StorefrontHost | undefined>>()

  async function read(host: string): Promise<StorefrontHost | undefined> {
    const readAt = performance.now()
    const [store] = await withTransaction(
      db,
      {},
      tx => tx<StorefrontHost[]>`select * from find_storefront_host(${host})`,
    )
    entries.delete(host)
    entries.set(host, { readAt, store })
    const [oldestHost] = entries.keys()
    if (entries.size > maxHosts && oldestHost !== undefined) entries.delete(oldestHost)
    return store
  }

  return async host => {
    const entry = entries.get(host)
    if (entry && performance.now() - entry.readAt < maxAgeMs) return entry.store
    const pendingRead =
      pendingReads.get(host) ?? read(host).finally(() => pendingReads.delete(host))
    pendingReads.set(host, pendingRead)
    try {
      return await pendingRead
    } catch (error) {
      if (!entry?.store) throw error
      // The next read waits as long as after a success, so that visitors do not wait for each one.
      entry.readAt = performance.now()
      return entry.store
    }
  }
}
