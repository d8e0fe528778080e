import type { StorefrontProblem } from '#contract/storefront-page.ts'
import { useTexts } from '../part/page-context.tsx'

export function ProblemPage({ code }: { code: StorefrontProblem }) {
  const t = useTexts()
  const [title, text] = {
    not_found: [t.notFoundTitle, t.notFoundText],
    paused: [t.pausedTitle, t.pausedText],
    not_launched: [t.notLaunchedTitle, t.notLaunchedText],
    closed: [t.closedTitle, t.closedText],
    unavailable: [t.pausedTitle, t.pausedText],
    too_many_requests: [t.pausedTitle, t.pausedText],
  }[code]
  return (
    <div className="section problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {code === 'not_found' && (
        <form className="search-form" action="/search" role="search">
          <input type="search" name="q" aria-label={t.searchProducts} />
          <button className="button" type="submit">
            {t.search}
          </button>
        </form>
      )}
      <p>
        <a href="/">{t.goHome}</a>
      </p>
    </div>
  )
}
