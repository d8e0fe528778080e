import { useTexts } from '../part/page-context.tsx'

/** The page of an address that does not exist. */
export function ProblemPage() {
  const t = useTexts()
  return (
    <div className="section problem">
      <h1>{t.notFoundTitle}</h1>
      <p>{t.notFoundText}</p>
      <form className="search-form" action="/search" role="search">
        <input type="search" name="q" aria-label={t.searchProducts} />
        <button className="button" type="submit">
          {t.search}
        </button>
      </form>
      <p>
        <a href="/">{t.goHome}</a>
      </p>
    </div>
  )
}
