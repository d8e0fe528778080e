import { useTranslation } from 'react-i18next'
import type { OrderListItem } from '#contract/order/order.ts'
import type { OrderRowHints } from '#contract/order/order-hint.ts'
import { useFormatters } from '../../lib/formatters.ts'
import textCss from '../order-text.module.css'

/** The fields of hints with the names of their texts. */
export const hintKinds = [
  { field: 'shipTogether', text: 'shipTogether' },
  { field: 'duplicates', text: 'duplicate' },
  { field: 'failedDeliveries', text: 'failedDeliveries' },
] as const

/** Marks an order that is late, partially returned or has hints, and shows its tags. */
export function OrderMarks({
  row,
  hints,
}: {
  row: OrderListItem
  hints: OrderRowHints | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { tags, isLate, shipBy, returnProgress, status } = row
  const visibleTags = tags.length > 3 ? [...tags.slice(0, 2), `+${tags.length - 2}`] : tags
  return (
    <>
      {isLate && (
        <span
          className={textCss.tag}
          data-tone="bad"
          title={`${t('order.side.shipBy')}: ${format.day(shipBy ?? '')}`}
        >
          {t('order.side.late')}
        </span>
      )}
      {returnProgress !== 'none' && status !== 'returned' && (
        <span className={textCss.tag}>{t(`ui.returnProgress.${returnProgress}`)}</span>
      )}
      {hintKinds.map(({ field, text }) => {
        const orders = hints?.[field] ?? []
        if (orders.length === 0) return null
        const numbers = orders.map(({ number }) => number).join(', ')
        return (
          <span
            key={field}
            className={textCss.tag}
            data-tone={field === 'shipTogether' ? 'info' : 'warn'}
            title={`${t(`order.hint.${text}`)} ${numbers}`}
          >
            {t(`order.hint.mark.${text}`)}
          </span>
        )
      })}
      {visibleTags.map(tag => (
        <span key={tag} className={textCss.tag}>
          {tag}
        </span>
      ))}
    </>
  )
}
