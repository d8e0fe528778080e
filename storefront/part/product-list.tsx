import { type StorefrontListQuery, storefrontSorts } from '#contract/storefront.ts'
import type { StorefrontProductList } from '#contract/storefront-page.ts'
import { useTexts } from './page-context.tsx'
import { ProductGrid } from './product-grid.tsx'

type Props = { list: StorefrontProductList; path: string; term?: string; emptyText: string }

/** A page of products with its sort order and links to the other pages. */
export function ProductList({ list, path, term, emptyText }: Props) {
  const t = useTexts()
  if (list.cards.length === 0) return <p className="empty">{emptyText}</p>
  const labels = {
    featured: t.sortFeatured,
    newest: t.sortNewest,
    priceAsc: t.sortPriceAsc,
    priceDesc: t.sortPriceDesc,
    title: t.sortTitle,
  }
  return (
    <>
      <div className="list-bar">
        <p>{t.productCount(list.total, list.totalIsCapped)}</p>
        <form action={path} className="sort-form">
          {term && <input type="hidden" name="q" value={term} />}
          <label>
            {t.sort}{' '}
            <select name="sort" defaultValue={list.query.sort ?? 'featured'}>
              {storefrontSorts.map(sort => (
                <option key={sort} value={sort}>
                  {labels[sort]}
                </option>
              ))}
            </select>
          </label>{' '}
          <button type="submit">{t.apply}</button>
        </form>
      </div>
      <ProductGrid cards={list.cards} />
      <Pager list={list} path={path} term={term} />
    </>
  )
}

function Pager({
  list,
  path,
  term,
}: {
  list: StorefrontProductList
  path: string
  term: string | undefined
}) {
  const t = useTexts()
  const { page, pageCount, query } = list
  if (pageCount <= 1) return null
  const getHref = (target: number) => toHref(path, { ...query, page: target }, term)
  return (
    <nav className="pager" aria-label={t.page(page, pageCount)}>
      {page > 1 ? (
        <a href={getHref(page - 1)} rel="prev">
          {t.previous}
        </a>
      ) : (
        <span />
      )}
      <span>{t.page(page, pageCount)}</span>
      {page < pageCount ? (
        <a href={getHref(page + 1)} rel="next">
          {t.next}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}

function toHref(path: string, query: StorefrontListQuery, term: string | undefined): string {
  const parameters = new URLSearchParams(term ? { q: term } : {})
  for (const [key, value] of Object.entries(query))
    for (const entry of [value ?? []].flat())
      if (!(key === 'page' && entry === 1)) parameters.append(key, String(entry))
  const text = parameters.toString()
  return text ? `${path}?${text}` : path
}
