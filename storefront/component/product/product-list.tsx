import { storefrontSorts } from '#contract/storefront/storefront.ts'
import type { StorefrontProductList } from '#contract/storefront/storefront-page.ts'
import { getListHref, HiddenParameters, type ListPlace } from '../frame/list-links.tsx'
import { useTexts } from '../frame/page-context.tsx'
import { Pager } from '../frame/pager.tsx'
import { ActiveFilters, countFilters, ProductFilters } from './filter-form.tsx'
import { ProductGrid } from './product-grid.tsx'

type ListProps = { list: StorefrontProductList; place: ListPlace }
type Props = {
  list: StorefrontProductList
  path: string
  term?: string
  emptyText: string
  hasFilters?: boolean
}

/** A page of products with its filters, its sort order and links to the other pages. */
export function ProductList({ list, path, term, emptyText, hasFilters = true }: Props) {
  const t = useTexts()
  const place = { path, term }
  const isEmpty = list.cards.length === 0
  const isFiltered = countFilters(list.query) > 0
  if (isEmpty && !isFiltered) return <p className="empty">{emptyText}</p>
  return (
    <div className={hasFilters ? 'list' : undefined}>
      {hasFilters && <ProductFilters list={list} place={place} />}
      <div className="list-content">
        <h2 className="visually-hidden">{t('products')}</h2>
        <div className="list-bar">
          <p>
            {t(list.totalIsCapped ? 'productCountCapped' : 'productCount', { count: list.total })}
          </p>
          {!isEmpty && <SortForm list={list} place={place} />}
        </div>
        <ActiveFilters list={list} place={place} />
        {isEmpty ? (
          <p className="empty">{t('noFilteredProducts')}</p>
        ) : (
          <ProductGrid cards={list.cards} isFirst />
        )}
        <Pager
          page={list.page}
          pageCount={list.pageCount}
          getHref={page => getListHref(place, { ...list.query, page })}
        />
      </div>
    </div>
  )
}

function SortForm({ list: { query }, place }: ListProps) {
  const t = useTexts()
  const labels = {
    featured: t('sortFeatured'),
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
