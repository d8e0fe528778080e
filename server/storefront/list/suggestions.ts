import { z } from 'zod'
import type { StorefrontCategory } from '#contract/storefront/storefront-page.ts'
import type { StorefrontSuggestions } from '#contract/storefront/storefront-renderer.ts'
import { buildWhere } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getCacheKey, getPageBudget } from '../cache/page-cache.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { loadFrame, readPublishedStore } from '../page/read-store.ts'
import { type Storefront, sendPage, toCachedPage } from '../page/serve-page.ts'
import { searchProducts } from './match-search.ts'
import { loadSelectedCards } from './product-cards.ts'

/** Longer input gets the suggestions of its beginning, so that few keys are in the cache. */
const maxTermLength = 40
const productCount = 6
const categoryCount = 3

const SuggestionQuery = z.object({
  q: z
    .string()
    .transform(text =>
      text
        .toLowerCase()
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, maxTermLength),
    )
    .catch(''),
})

/** Serves the suggestions of the search field while a shopper types, as a part of a page. */
export function serveSuggestions(storefront: Storefront) {
  storefront.server.get('/search/suggest', async (request, reply) => {
    const { storefrontHost: host } = request
    const term = SuggestionQuery.parse(request.query).q.toWellFormed()
    const key = getCacheKey(host, `suggest ${term}`)
    if (!storefront.cache.has(key)) storefront.variationLimit.consume(request.ip)
    const page = await storefront.cache.get(key, getPageBudget(host.storeId, true), () =>
      renderSuggestions(storefront, host, term),
    )
    return sendPage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
}

async function renderSuggestions(
  { app, renderer }: Storefront,
  host: StorefrontHost,
  term: string,
) {
  const { frame, suggestions } = await readPublishedStore(app, host, async tx => ({
    ...(await loadFrame(app, tx, host)),
    suggestions: await loadSuggestions(tx, term),
  }))
  return toCachedPage(200, renderer.renderSuggestions(frame, suggestions))
}

async function loadSuggestions(tx: Tx, term: string): Promise<StorefrontSuggestions> {
  if (term.length < 2) return { term: '', correctedTerm: '', categories: [], cards: [] }
  const [{ conditions, leadingSort, correctedTerm }, categories] = await Promise.all([
    searchProducts(tx, term),
    tx<StorefrontCategory[]>`
      select name, slug, image from category
      where store_id = current_store() and status = 'visible'
        and contains_text(name, ${term})
      order by position, id limit ${categoryCount}`,
  ])
  const cards = await loadSelectedCards(
    tx,
    tx`
      select p.id
      from product p ${buildWhere(tx, [tx`p.store_id = current_store() and p.status = 'active'`, ...conditions])}
      order by ${leadingSort}p.created_at desc, p.id desc limit ${productCount}`,
  )
  return { term, correctedTerm, categories, cards }
}
