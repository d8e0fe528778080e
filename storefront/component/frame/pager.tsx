import { useTexts } from './page-context.tsx'

type Props = { page: number; pageCount: number; getHref: (page: number) => string }

/** Links to the pages of a list: the first, the last and those near the current one. */
export function Pager({ page, pageCount, getHref }: Props) {
  const t = useTexts()
  if (pageCount <= 1) return null
  return (
    <nav className="pager" aria-label={t('page', { page, count: pageCount })}>
      {page > 1 && (
        <a href={getHref(page - 1)} rel="prev">
          {t('previous')}
        </a>
      )}
      <ol>
        {listPages(page, pageCount).map(number => (
          <li key={number}>
            <a href={getHref(number)} aria-current={number === page ? 'page' : undefined}>
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <a href={getHref(page + 1)} rel="next">
          {t('next')}
        </a>
      )}
    </nav>
  )
}

const listPages = (page: number, pageCount: number) =>
  Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    number => number === 1 || number === pageCount || Math.abs(number - page) <= 1,
  )
