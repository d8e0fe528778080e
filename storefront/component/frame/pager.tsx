import { useTexts } from './page-context.tsx'

type Props = { page: number; pageCount: number; getHref: (page: number) => string }

/** Links to the previous and the next page of a list. */
export function Pager({ page, pageCount, getHref }: Props) {
  const t = useTexts()
  if (pageCount <= 1) return null
  return (
    <nav className="pager" aria-label={t('page', { page, count: pageCount })}>
      {page > 1 ? (
        <a href={getHref(page - 1)} rel="prev">
          {t('previous')}
        </a>
      ) : (
        <span />
      )}
      <span>{t('page', { page, count: pageCount })}</span>
      {page < pageCount ? (
        <a href={getHref(page + 1)} rel="next">
          {t('next')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
