import type { StorefrontProductList } from '#contract/storefront-page.ts'
import { useTexts } from '../part/page-context.tsx'
import { ProductList } from '../part/product-list.tsx'

export function SearchPage({ term, list }: { term: string; list: StorefrontProductList }) {
  const t = useTexts()
  return (
    <div className="section">
      <h1>{term ? t.resultsFor(term) : t.search}</h1>
      <form className="search-form" action="/search" role="search">
        <input type="search" name="q" defaultValue={term} aria-label={t.searchProducts} />
        <button className="button" type="submit">
          {t.search}
        </button>
      </form>
      {term && <ProductList list={list} path="/search" term={term} emptyText={t.noResults(term)} />}
    </div>
  )
}
