import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { MenuEntry } from './menu-entry.ts'
import css from './unseen-badge.module.css'

const maxShownCount = 99

/** The number of unseen conversations beside a menu entry. The entries share one request. */
export function UnseenBadge({ countKey }: { countKey: NonNullable<MenuEntry['countKey']> }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const counts = useQuery(queryOptionsFor(conversationApi.counts, {})).data
  const count = counts?.[countKey] ?? 0
  if (count === 0) return null
  const shownCount =
    count > maxShownCount ? `${format.number(maxShownCount)}+` : format.number(count)
  return (
    <span className={css.count}>
      <span aria-hidden="true">{shownCount}</span>
      <span className="sw-hidden">{t('shell.menu.unseenCount', { number: shownCount })}</span>
    </span>
  )
}
