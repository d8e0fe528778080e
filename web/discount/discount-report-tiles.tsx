import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { discountApi } from '#contract/product/discount.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import css from './discount.module.css'

/** The orders with a discount, their sales, and what the discount has cost. */
export function DiscountReportTiles({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const report = useQuery(queryOptionsFor(discountApi.getReport, { params: { id } })).data
  const figures = [
    [t('discount.report.orders'), format.number(report?.orders)],
    [t('discount.report.sales'), format.money(report?.sales, currency)],
    [t('discount.report.reduction'), format.money(report?.reduction, currency)],
  ]
  return (
    <dl className={css.report}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sw-numbers">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
