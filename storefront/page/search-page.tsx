import type { StorefrontProductList } from '#contract/storefront-page.ts'
import { countFilters } from '../part/filter-form.tsx'
import { useTexts } from '../part/page-context.tsx'
import { ProductList } from '../part/product-list.tsx'
import { SearchForm } from '../part/search-form.tsx'

type Props = { term: string; correctedTerm: string; list: StorefrontProductList }

export function SearchPage({ term, correctedTerm, list }: Props) {
  const t = useTexts()
  const isEmpty = list.total === 0 && countFilters(list.query) === 0
  return (
    <div className="section">
      <h1>{term && !isEmpty ? t.resultsFor(correctedTerm) : t.search}</h1>
      {correctedTerm !== term && <p className="search-note">{t.noResults(term)}</p>}
      <SearchForm term={term} />
      {term && <ProductList list={list} path="/search" term={term} emptyText={t.noResults(term)} />}
      {isEmpty && (
        <p className="search-exit">
          <a href="/products">{t.allProducts}</a>
        </p>
      )}
    </div>
  )
}
