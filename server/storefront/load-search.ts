import type { StorefrontListQuery } from '#contract/storefront.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectCardPage, toProductList } from './product-cards.ts'
import type { LoadedContent } from './storefront-content.ts'

/** Shorter words are not corrected, as in the lists of the back office. */
const minCorrectedLength = 6

/** Searches the words of products; if no word begins with a term, its nearest words. */
export async function loadSearch(
  tx: Tx,
  { q = '', ...query }: StorefrontListQuery & { q?: string | undefined },
): Promise<LoadedContent> {
  const rows = q === '' ? [] : await listFoundCards(tx, q, query)
  return {
    content: { kind: 'search', term: q, list: toProductList(rows, query) },
    head: { title: q, description: '', canonicalPath: '/search' },
  }
}

async function listFoundCards(tx: Tx, q: string, query: StorefrontListQuery) {
  const [found] = await tx<{ ids: string[] | null }[]>`
    select ids from search_records('product', ${q}, ${minCorrectedLength})`
  const parts = q.toLowerCase().split(/\s+/).slice(0, 8)
  return selectCardPage(
    tx,
    query,
    found?.ids
      ? [tx`p.id = any (${found.ids}::uuid[])`]
      : parts.map(part => tx`p.searched like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  )
}
