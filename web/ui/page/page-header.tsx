import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormatters } from '../../lib/formatters.ts'
import { useBackLink } from '../../lib/navigation/list-scroll-position.ts'
import css from './page-header.module.css'

type Props = {
  title: string
  /** Number of rows, displayed beside the title. `isCountCapped` adds a "+", as in "10,000+". */
  count?: number | undefined
  isCountCapped?: boolean | undefined
  /** The parent page. */
  back?: { to: string; label: string }
  badges?: ReactNode
  /** Dimmed text below the title. */
  subtitle?: ReactNode
  /** Buttons, the primary one last. */
  children?: ReactNode
}

/** The title row of a page. It also sets the title of the document. */
export function PageHeader({
  title,
  count,
  isCountCapped,
  back,
  badges,
  subtitle,
  children,
}: Props) {
  const format = useFormatters()
  return (
    <header className={css.header} data-page-header>
      <title>{`${title} · Storewright`}</title>
      {back && <BackLink {...back} />}
      <div className={css.text}>
        <div className={css.titleRow}>
          <h1 className={css.title} tabIndex={-1}>
            {format.parts([title])}
          </h1>
          {count !== undefined && (
            <span className={css.count}>
              {format.number(count)}
              {isCountCapped && '+'}
            </span>
          )}
          {badges}
        </div>
        {subtitle && <div className={css.subtitle}>{subtitle}</div>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </header>
  )
}

/** Links to the parent page. The list that the user came from keeps its filters and position. */
function BackLink({ to, label }: { to: string; label: string }) {
  const { t } = useTranslation()
  return (
    <Link {...useBackLink(to)} className={css.back} aria-label={t('ui.back', { page: label })}>
      <IconArrowLeft size={18} stroke={1.75} className="sw-flip" />
    </Link>
  )
}
