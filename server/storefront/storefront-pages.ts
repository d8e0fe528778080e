import { storefrontRoutes } from '#contract/storefront.ts'
import { selectCategory, selectCategoryCards, toCategoryContent } from './load-category.ts'
import { loadContentPage, loadPolicy } from './load-content.ts'
import { loadHome } from './load-home.ts'
import { selectProduct, toProductContent } from './load-product.ts'
import { loadSearch } from './load-search.ts'
import { selectCardPage, toProductList } from './product-cards.ts'
import { type Storefront, servePage } from './serve-page.ts'

/** Registers every page of a store. */
export function storefrontPages(storefront: Storefront) {
  servePage(storefront, storefrontRoutes.home, ({ tx, sections }) => loadHome(tx, sections))
  servePage(storefront, storefrontRoutes.products, async ({ tx, query }) => ({
    content: {
      kind: 'products',
      list: toProductList(await selectCardPage(tx, query, []), query),
    },
    head: { title: '', description: '', canonicalPath: '/products' },
  }))
  servePage(storefront, storefrontRoutes.category, async ({ tx, params, query }) => {
    const [rows, cards] = await Promise.all([
      selectCategory(tx, params.slug),
      selectCategoryCards(tx, params.slug, query),
    ])
    return toCategoryContent(rows, cards, query)
  })
  servePage(storefront, storefrontRoutes.product, async ({ tx, params, query }) =>
    toProductContent(await selectProduct(tx, params.slug), query.variant),
  )
  servePage(storefront, storefrontRoutes.search, ({ tx, query }) => loadSearch(tx, query))
  servePage(storefront, storefrontRoutes.content, ({ tx, params }) =>
    loadContentPage(tx, params.slug),
  )
  servePage(storefront, storefrontRoutes.policy, ({ sections, params }) =>
    loadPolicy(sections, params.kind),
  )
}
