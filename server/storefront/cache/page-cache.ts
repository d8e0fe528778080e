import { toProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { noSources, type PageSources } from '../host/storefront-headers.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'

/** A rendered page, compressed. */
export type CachedPage = {
  status: number
  brotli: Buffer
  etag: string
  sources: PageSources
  /** The term of a search without a result, which is counted for each shopper. */
  emptySearch?: string | undefined
}

/** Marks a page that does not exist and is not rendered. */
export const missingPage: CachedPage = {
  status: 404,
  brotli: Buffer.alloc(0),
  etag: '',
  sources: noSources,
}

/** Pages that share a limit. They do not displace pages of other budgets. */
type PageBudget = { id: string; maxBytes: number }
type Entry = {
  page: CachedPage
  budgetId: string
  bytes: number
  expiresAt: number
  /** When the entry became the newest one. */
  movedAt: number
  /** Whether the page has its smallest body. */
  isMinimized: boolean
}

const maxTotalBytes = 128 * 1024 * 1024
const maxStoreBytes = 6 * 1024 * 1024
const maxVariationBytes = 2 * 1024 * 1024
/** Content that depends on the time, such as a scheduled announcement, is at most this old. */
const maxAgeMs = 60_000
/** A page is not moved again so soon, because that takes longer than to find it. */
const moveIntervalMs = 1000
/** Minimizing pages takes at most a fifth of a processor, however many searches are requested. */
const minimizeIntervalMs = 1000

/** Returns the key of a page in the cache. It contains everything that all pages depend on. */
export const getCacheKey = (
  { storeId, revision, primaryHost, language }: StorefrontHost,
  page: string,
) => `${storeId} ${revision} ${primaryHost} ${language} ${page}`

/**
 * Returns the budget of the pages of a store. Searches, filtered lists and variants have one of their
 * own, because strangers can request any number of them.
 */
export const getPageBudget = (storeId: string, isVariation = false): PageBudget =>
  isVariation
    ? { id: `${storeId} variations`, maxBytes: maxVariationBytes }
    : { id: storeId, maxBytes: maxStoreBytes }

/**
 * Copies the compressed body. zlib returns a part of a 64 kB buffer, and the cache would keep the whole
 * buffer.
 */
function copyBody(page: CachedPage): CachedPage {
  const brotli = Buffer.allocUnsafeSlow(page.brotli.length)
  page.brotli.copy(brotli)
  return { ...page, brotli }
}

/**
 * The pages of this process in the order of their last use. Each store has a limit, so that
 * requests to one store do not displace the pages of others.
 */
export class PageCache {
  private readonly entries = new Map<string, Entry>()
  private readonly pendingPages = new Map<string, Promise<CachedPage>>()
  private readonly budgetBytes = new Map<string, number>()
  private totalBytes = 0

  /** When another page can be minimized. */
  private minimizableAt = 0

  private readonly clock: App['clock']
  private readonly minimize: (brotli: Buffer) => Promise<Buffer>

  constructor(clock: App['clock'], minimize: (brotli: Buffer) => Promise<Buffer>) {
    this.clock = clock
    this.minimize = minimize
  }

  /** Returns the page of the key unless it has to be rendered. */
  peek(key: string): CachedPage | undefined {
    const entry = this.entries.get(key)
    const now = this.clock()
    if (!entry || entry.expiresAt <= now) return undefined
    void this.minimizePage(entry, now)
    if (now - entry.movedAt < moveIntervalMs) return entry.page
    entry.movedAt = now
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.page
  }

  /** Whether `get` returns a page without rendering another one. */
  has(key: string): boolean {
    const entry = this.entries.get(key)
    return (entry && entry.expiresAt > this.clock()) || this.pendingPages.has(key)
  }

  /**
   * Returns the page of the key. Simultaneous requests render a missing page once. While the
   * database is unavailable, an expired page is returned.
   */
  get(
    key: string,
    budget: PageBudget,
    render: () => Promise<CachedPage>,
    // The keys of pages that do not exist are without limit.
    isKept = ({ status }: CachedPage) => status !== 404,
  ): Promise<CachedPage> | CachedPage {
    const page = this.peek(key)
    if (page) return page
    const entry = this.entries.get(key)
    const pendingPage = this.pendingPages.get(key)
    if (pendingPage) return pendingPage
    const rendering = render()
      .then(page => (isKept(page) ? this.add(key, budget, page) : page))
      .catch(error => {
        if (entry && toProblem(error).status === 503) return entry.page
        throw error
      })
      .finally(() => this.pendingPages.delete(key))
    this.pendingPages.set(key, rendering)
    return rendering
  }

  /**
   * Compresses a page better after its second request, or a later one if another page was compressed
   * just before. One page at a time, because rendered pages use the same threads.
   */
  private async minimizePage(entry: Entry, now: number) {
    if (entry.isMinimized || now < this.minimizableAt) return
    this.minimizableAt = Number.POSITIVE_INFINITY
    try {
      entry.page = copyBody({
        ...entry.page,
        brotli: await this.minimize(entry.page.brotli),
      })
      entry.isMinimized = true
    } finally {
      this.minimizableAt = this.clock() + minimizeIntervalMs
    }
  }

  /** Returns the page with the body of the entry that it replaces, if its content is the same. */
  private add(key: string, { id, maxBytes }: PageBudget, renderedPage: CachedPage): CachedPage {
    const old = this.entries.get(key)
    const hasChanged = old?.page.etag !== renderedPage.etag
    const page = hasChanged ? copyBody(renderedPage) : { ...renderedPage, brotli: old.page.brotli }
    const isMinimized = !hasChanged && old.isMinimized
    this.remove(key)
    const bytes = page.brotli.length + 2 * key.length + 200
    if (bytes > maxBytes) return page
    const movedAt = this.clock()
    const expiresAt = movedAt + maxAgeMs
    this.entries.set(key, { page, budgetId: id, bytes, expiresAt, movedAt, isMinimized })
    this.totalBytes += bytes
    this.budgetBytes.set(id, (this.budgetBytes.get(id) ?? 0) + bytes)
    for (const [oldKey, entry] of this.entries) {
      const isBudgetFull = (this.budgetBytes.get(id) ?? 0) > maxBytes
      if (this.totalBytes <= maxTotalBytes && !isBudgetFull) return page
      if (this.totalBytes > maxTotalBytes || entry.budgetId === id) this.remove(oldKey)
    }
    return page
  }

  private remove(key: string) {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.totalBytes -= entry.bytes
    const budgetBytes = (this.budgetBytes.get(entry.budgetId) ?? 0) - entry.bytes
    if (budgetBytes > 0) this.budgetBytes.set(entry.budgetId, budgetBytes)
    else this.budgetBytes.delete(entry.budgetId)
  }
}
