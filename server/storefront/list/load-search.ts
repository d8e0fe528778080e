import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { Tx } from '../../lib/db/db.ts'
import { searchPosts } from '../blog/load-blog.ts'
import { searchQuestions } from '../faq/load-faq.ts'
import type { LoadedContent } from '../host/storefront-content.ts'
import { searchProducts } from './match-search.ts'
import { loadProductList, toListPage, toProductList } from './product-list-page.ts'

export async function loadSearch(
  tx: Tx,
  { q = '', ...query }: StorefrontListQuery & { q?: string | undefined },
  currency: string,
): Promise<LoadedContent> {
  const isFirstPage = q !== '' && query.page === 1
  const [{ list, correctedTerm }, posts, questions] = await Promise.all([
    q === ''
      ? { list: toProductList([], [], query), correctedTerm: q }
      : loadFoundList(tx, q, { query, currency }),
    isFirstPage ? searchPosts(tx, toParts(q)) : [],
    isFirstPage ? searchQuestions(tx, toParts(q)) : [],
  ])
  return toListPage(list, {
    content: { kind: 'search', term: q, correctedTerm, list, texts: { posts, questions } },
    head: { title: correctedTerm, description: '', canonicalPath: '/search' },
  })
}

const toParts = (q: string) => q.split(/\s+/).slice(0, 8)

async function loadFoundList(tx: Tx, q: string, query: Parameters<typeof loadProductList>[1]) {
  const { conditions, order, correctedTerm } = await searchProducts(tx, q)
  return { list: await loadProductList(tx, query, conditions, order), correctedTerm }
}
