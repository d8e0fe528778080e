import type { StorefrontProductList } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../component/frame/page-context.tsx'
import { SearchForm } from '../component/frame/search-form.tsx'
import { countFilters } from '../component/product/filter-form.tsx'
import { ProductList } from '../component/product/product-list.tsx'

type Props = { term: string; correctedTerm: string; list: StorefrontProductList }

export function SearchPage({ term, correctedTerm, list }: Props) {
  const t = useTexts()
  const isEmpty = list.total === 0 && countFilters(list.query) === 0
  return (
    <div className="section">
      <h1>{term && !isEmpty ? t('resultsFor', { term: correctedTerm }) : t('search')}</h1>
      {correctedTerm !== term && <p className="search-note">{t('noResults', { term })}</p>}
      <SearchForm term={term} />
      {term && (
        <ProductList list={list} path="/search" term={term} emptyText={t('noResults', { term })} />
      )}
      {isEmpty && (
        <p className="search-exit">
          <a href="/products">{t('allProducts')}</a>
        </p>
      )}
    </div>
  )
}
