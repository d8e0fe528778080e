import { useTexts } from './page-context.tsx'

/** The field in which shoppers search for products. */
export function SearchForm({ term = '' }: { term?: string }) {
  const t = useTexts()
  return (
    <form className="search-form" action="/search" role="search">
      <input type="search" name="q" defaultValue={term} aria-label={t('searchProducts')} />
      <button className="button" type="submit">
        {t('search')}
      </button>
    </form>
  )
}
