import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LoadedContent } from '../host/storefront-content.ts'
import { correctTerm } from './correct-term.ts'
import { matchSearch, orderByMatch, searchProducts } from './match-search.ts'
import { loadProductList, toListPage, toProductList } from './product-list-page.ts'

export async function loadSearch(
  tx: Tx,
  { q = '', ...query }: StorefrontListQuery & { q?: string | undefined },
  currency: string,
): Promise<LoadedContent> {
  const { list, correctedTerm } =
    q === ''
      ? { list: toProductList([], [], query), correctedTerm: q }
      : await loadFoundList(tx, q, { query, currency })
  return toListPage(list, {
    content: { kind: 'search', term: q, correctedTerm, list },
    head: { title: correctedTerm, description: '', canonicalPath: '/search' },
  })
}

async function loadFoundList(tx: Tx, q: string, query: Parameters<typeof loadProductList>[1]) {
  const [found] = await searchProducts(tx, q)
  const parts = q.split(/\s+/).slice(0, 8)
  const list = await loadProductList(
    tx,
    query,
    matchSearch(tx, found, parts),
    orderByMatch(tx, found),
  )
  return { list, correctedTerm: correctTerm(q, found?.corrections ?? []) }
}
