import type { StorefrontProductList } from '#contract/storefront-page.ts'
import { useTexts } from '../part/page-context.tsx'
import { ProductList } from '../part/product-list.tsx'
import { SearchForm } from '../part/search-form.tsx'

export function SearchPage({ term, list }: { term: string; list: StorefrontProductList }) {
  const t = useTexts()
  return (
    <div className="section">
      <h1>{term ? t.resultsFor(term) : t.search}</h1>
      <SearchForm term={term} />
      {term && <ProductList list={list} path="/search" term={term} emptyText={t.noResults(term)} />}
    </div>
  )
}
