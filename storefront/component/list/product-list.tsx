import { storefrontSorts } from '#contract/storefront/storefront.ts'
import type { StorefrontProductList } from '#contract/storefront/storefront-page.ts'
import { getListHref, HiddenParameters, type ListPlace } from '../frame/list-links.tsx'
import { useTexts } from '../frame/page-context.tsx'
import { Pager } from '../frame/pager.tsx'
import { ProductGrid } from '../product/product-grid.tsx'
import { ActiveFilters, countFilters } from './active-filters.tsx'
import { ProductFilters } from './filter-form.tsx'

type ListProps = { list: StorefrontProductList; place: ListPlace }
type Props = {
  list: StorefrontProductList
  path: string
  term?: string
  emptyText?: string
}

/**
 * A page of products with its filters, its sort order and links to the other pages. With scripts,
 * filters apply at once, and the next page is added to this one.
 */
export function ProductList({ list, path, term, emptyText = '' }: Props) {
  const t = useTexts()
  const place = { path, term }
  const isEmpty = list.cards.length === 0
  if (isEmpty && countFilters(list.query) === 0)
    return (
      <div className="empty">
        <p>{emptyText}</p>
        {path !== '/products' && <a href="/products">{t('allProducts')}</a>}
      </div>
    )
  const hasFilters = list.filters.length > 0
  return (
    <div className="list" data-filters={hasFilters ? '' : undefined}>
      {hasFilters && <ProductFilters list={list} place={place} />}
      <div className="list-content">
        <h2 className="visually-hidden">{t('products')}</h2>
        <div className="list-bar">
          <p className="list-count">
            {t(list.totalIsCapped ? 'productCountCapped' : 'productCount', { count: list.total })}
          </p>
          {!isEmpty && <SortForm list={list} place={place} />}
        </div>
        <ActiveFilters list={list} place={place} />
        {isEmpty ? (
          <div className="empty">
            <p>{t('noFilteredProducts')}</p>
            <a href={getListHref(place, { sort: list.query.sort })}>{t('clearFilters')}</a>
          </div>
        ) : (
          <ProductGrid cards={list.cards} isFirst />
        )}
        <ListPages list={list} place={place} />
      </div>
    </div>
  )
}

function ListPages({ list: { page, pageCount, query }, place }: ListProps) {
  const t = useTexts()
  const getHref = (number: number) => getListHref(place, { ...query, page: number })
  return (
    <div className="list-pages">
      {page < pageCount && (
        <a className="button list-more" href={getHref(page + 1)}>
          {t('showMoreProducts')}
        </a>
      )}
      <Pager page={page} pageCount={pageCount} getHref={getHref} />
    </div>
  )
}

function SortForm({ list: { query }, place }: ListProps) {
  const t = useTexts()
  const labels = {
    featured: t('sortFeatured'),
    bestselling: t('sortBestselling'),
    rating: t('sortRating'),
    newest: t('sortNewest'),
    priceAsc: t('sortPriceAsc'),
    priceDesc: t('sortPriceDesc'),
    title: t('sortTitle'),
  }
  return (
    <form action={place.path} className="sort-form">
      <HiddenParameters place={place} query={{ ...query, page: 1, sort: undefined }} />
      <label>
        {t('sort')}{' '}
        <select name="sort" defaultValue={query.sort ?? 'featured'}>
          {storefrontSorts.map(sort => (
            <option key={sort} value={sort}>
              {labels[sort]}
            </option>
          ))}
        </select>
      </label>{' '}
      <button type="submit">{t('apply')}</button>
    </form>
  )
}
