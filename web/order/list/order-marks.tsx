import { useTranslation } from 'react-i18next'
import type { OrderListItem } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import textCss from '../order-text.module.css'

/** Marks an order that is late or partially returned, and shows its tags. */
export function OrderMarks({ row }: { row: OrderListItem }) {
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
      {visibleTags.map(tag => (
        <span key={tag} className={textCss.tag}>
          {tag}
        </span>
      ))}
    </>
  )
}
