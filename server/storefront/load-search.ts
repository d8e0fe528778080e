import type { StorefrontListQuery } from '#contract/storefront.ts'
import { toLikePattern } from '../lib/call/list.ts'
import { minCorrectedLength } from '../lib/call/search-list.ts'
import type { Tx } from '../lib/db/db.ts'
import { loadProductList, toListPage, toProductList } from './product-list-page.ts'
import type { LoadedContent } from './storefront-content.ts'

/** Searches the words of products; if no word begins with a term, its nearest words. */
export async function loadSearch(
  tx: Tx,
  { q = '', ...query }: StorefrontListQuery & { q?: string | undefined },
  currency: string,
): Promise<LoadedContent> {
  const list =
    q === '' ? toProductList([], [], query) : await loadFoundList(tx, q, { query, currency })
  return toListPage(list, {
    content: { kind: 'search', term: q, list },
    head: { title: q, description: '', canonicalPath: '/search' },
  })
}

async function loadFoundList(tx: Tx, q: string, query: Parameters<typeof loadProductList>[1]) {
  const [found] = await tx<{ ids: string[] | null }[]>`
    select ids from search_records('product', ${q}, ${minCorrectedLength})`
  const parts = q.toLowerCase().split(/\s+/).slice(0, 8)
  return loadProductList(
    tx,
    query,
    found?.ids
      ? [tx`p.id = any (${found.ids}::uuid[])`]
      : parts.map(part => tx`p.searched like ${toLikePattern(part)}`),
  )
}
