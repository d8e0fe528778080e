import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { loadBlog, loadPost } from '../blog/load-blog.ts'
import { loadFaq } from '../faq/load-faq.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { toSearchedTerm } from '../list/empty-search.ts'
import { loadCategoryList, selectCategory, toCategoryContent } from '../list/load-category.ts'
import { loadSearch } from '../list/load-search.ts'
import {
  getCanonicalPath,
  getListFilters,
  loadProductList,
  type ProductListRequest,
  toListPage,
} from '../list/product-list-page.ts'
import {
  createExampleCategory,
  createExampleProduct,
  showsExample,
} from '../preview/example-records.ts'
import { loadContentPage, loadPolicy } from './load-content.ts'
import { loadHome } from './load-home.ts'
import { selectProduct, toProductContent } from './load-product.ts'
import { loadProductDelivery } from './load-product-delivery.ts'
import { loadReviews } from './load-reviews.ts'
import { type PageContext, type Storefront, servePage } from './serve-page.ts'

/** Registers every page of a store. */
export function storefrontPages(storefront: Storefront) {
  servePage(storefront, storefrontRoutes.home, ({ sections }) => loadHome(sections))
  servePage(storefront, storefrontRoutes.products, async context => {
    const list = await loadProductList(context.tx, toListRequest(context), { conditions: [] })
    return toListPage(list, {
      content: { kind: 'products', list },
      head: {
        title: '',
        description: '',
        canonicalPath: getCanonicalPath('/products', context.query),
      },
    })
  })
  servePage(storefront, storefrontRoutes.category, async context => {
    const { tx, params, frame } = context
    const request = toListRequest(context)
    const [row] = await selectCategory(tx, params.slug)
    if (row) return toCategoryContent(row, await loadCategoryList(tx, row, request))
    return showsExample(frame, params.slug)
      ? createExampleCategory(frame, await loadProductList(tx, request, { conditions: [] }))
      : notFound
  })
  servePage(
    storefront,
    storefrontRoutes.product,
    async ({ tx, params, query, frame, sections }) => {
      const [rows, reviews, delivery] = await Promise.all([
        selectProduct(tx, params.slug),
        loadReviews(tx, params.slug, query),
        loadProductDelivery(tx, params.slug, query.country),
      ])
      if (rows.length === 0 && showsExample(frame, params.slug)) return createExampleProduct(frame)
      return toProductContent(rows, {
        variantId: query.variant,
        optionValues: query.option,
        cms: sections,
        reviews,
        delivery,
        country: query.country,
        isChoosingCountry: query.delivery === 'choose',
      })
    },
  )
  servePage(storefront, storefrontRoutes.search, loadSearchPage)
  servePage(storefront, storefrontRoutes.content, ({ tx, params, query }) =>
    loadContentPage(tx, params.slug, { ...emptyFormState, isSent: query.sent === '1' }),
  )
  servePage(storefront, storefrontRoutes.blog, ({ tx, query }) => loadBlog(tx, query))
  servePage(storefront, storefrontRoutes.blogTag, ({ tx, params, query }) =>
    loadBlog(tx, { ...params, ...query }),
  )
  servePage(storefront, storefrontRoutes.post, ({ tx, params, host }) =>
    loadPost(tx, params.slug, host.preview?.post),
  )
  servePage(storefront, storefrontRoutes.faq, ({ tx }) => loadFaq(tx))
  servePage(storefront, storefrontRoutes.policy, ({ tx, sections, params }) =>
    loadPolicy(tx, sections, params.kind),
  )
}

const toListRequest = ({
  query,
  frame,
  getTemplate,
}: Pick<
  PageContext<unknown, ProductListRequest['query']>,
  'query' | 'frame' | 'getTemplate'
>): ProductListRequest => ({
  query,
  currency: frame.store.currency,
  filters: getListFilters(getTemplate('category')),
})

async function loadSearchPage(
  context: PageContext<unknown, ProductListRequest['query'] & { q?: string | undefined }>,
): Promise<LoadedContent> {
  const { q = '', ...query } = context.query
  const page = await loadSearch(context.tx, q, toListRequest({ ...context, query }))
  const isEmpty = page.content.kind === 'search' && page.content.list.total === 0
  return isEmpty ? { ...page, emptySearch: toSearchedTerm(context.query) } : page
}
