import type { SearchCorrection } from '#contract/lib/api.ts'
import type { StorefrontListQuery } from '#contract/storefront.ts'
import { correctTerm } from '../lib/call/correct-term.ts'
import { minCorrectedLength } from '../lib/call/search-list.ts'
import type { Tx } from '../lib/db/db.ts'
import { matchProductText } from '../rule/product-text.ts'
import { loadProductList, toListPage, toProductList } from './product-list-page.ts'
import type { LoadedContent } from './storefront-content.ts'

/** Searches the words of products; if no word begins with a term, its nearest words. */
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
  const [found] = await tx<{ ids: string[] | null; corrections: SearchCorrection[] | null }[]>`
    select ids, corrections from search_records('product', ${q}, ${minCorrectedLength})`
  const correctedTerm = correctTerm(q, found?.corrections ?? [])
  const list = await loadProductList(
    tx,
    query,
    found?.ids
      ? [tx`p.id = any (${found.ids}::uuid[])`]
      : correctedTerm
          .split(/\s+/)
          .slice(0, 8)
          .map(part => matchProductText(tx, part)),
  )
  return { list, correctedTerm }
}
