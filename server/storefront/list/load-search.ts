import type { Tx } from '../../lib/db/db.ts'
import { searchPosts } from '../blog/load-blog.ts'
import { searchQuestions } from '../faq/load-faq.ts'
import type { LoadedContent } from '../host/storefront-content.ts'
import { searchProducts } from './match-search.ts'
import { hasFilters } from './product-filters.ts'
import {
  loadProductList,
  type ProductListRequest,
  toListPage,
  toProductList,
} from './product-list-page.ts'
import { loadSearchFallback } from './search-fallback.ts'

export async function loadSearch(
  tx: Tx,
  q: string,
  request: ProductListRequest,
): Promise<LoadedContent> {
  const { query } = request
  const isFirstPage = q !== '' && query.page === 1
  const [{ list, correctedTerm }, posts, questions] = await Promise.all([
    q === ''
      ? { list: toProductList([], [], request), correctedTerm: q }
      : loadFoundList(tx, q, request),
    isFirstPage ? searchPosts(tx, toParts(q)) : [],
    isFirstPage ? searchQuestions(tx, toParts(q)) : [],
  ])
  const isEmpty = list.total === 0 && query.page === 1 && !hasFilters(query)
  const fallback = isEmpty ? await loadSearchFallback(tx, toParts(q)) : null
  return toListPage(list, {
    content: {
      kind: 'search',
      term: q,
      correctedTerm,
      list,
      texts: { posts, questions },
      fallback,
    },
    head: { title: correctedTerm, description: '', canonicalPath: '/search' },
  })
}

const toParts = (q: string) => q.split(/\s+/).slice(0, 8)

async function loadFoundList(tx: Tx, q: string, request: ProductListRequest) {
  const { correctedTerm, ...products } = await searchProducts(tx, q)
  return { list: await loadProductList(tx, request, products), correctedTerm }
}
