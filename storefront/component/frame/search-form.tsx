import { useTexts } from './page-context.tsx'

/** The field in which shoppers search for products. */
export function SearchForm({ term = '', isFocused }: { term?: string; isFocused?: boolean }) {
  const t = useTexts()
  return (
    <form className="search-form" action="/search" role="search">
      <input
        type="search"
        name="q"
        defaultValue={term}
        aria-label={t('searchProducts')}
        // biome-ignore lint/a11y/noAutofocus: Shoppers come to its page to type a term.
        autoFocus={isFocused}
      />
      <button className="button" type="submit">
        {t('search')}
      </button>
    </form>
  )
}
