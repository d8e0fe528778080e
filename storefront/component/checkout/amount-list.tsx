import type { TaxSum } from '#contract/order/order-totals.ts'
import type { TaxExemption } from '#contract/store/tax.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'

type Amounts = {
  subtotal: number
  discountTotal: number
  discounts: readonly { name: string; code: string }[]
  /** Null if the store does not deliver to the address. */
  shippingTotal: number | null
  taxes: TaxSum[]
  taxIncluded: boolean
  taxExemption: TaxExemption
  total: number
  /** The price of returned and removed units that is not due. */
  unsoldTotal?: number
}

/** The amounts that add up to the total of an order. */
export function AmountList({ amounts, hasDelivery }: { amounts: Amounts; hasDelivery: boolean }) {
  const t = useTexts()
  const taxRows = useTaxRows(amounts)
  const formatMoney = useMoney()
  const { subtotal, discountTotal, shippingTotal, taxIncluded, taxExemption, total } = amounts
  const { unsoldTotal = 0 } = amounts
  const discountNames = amounts.discounts.map(({ name, code }) => code || name).join(', ')
  const rows = [
    [t('subtotal'), formatMoney(subtotal)],
    ...(discountTotal > 0
      ? [
          [
            discountNames ? `${t('discount')} (${discountNames})` : t('discount'),
            formatMoney(-discountTotal),
          ],
        ]
      : []),
    ...(hasDelivery ? [[t('delivery'), formatShipping()]] : []),
    ...(taxIncluded ? [] : taxRows),
  ]
  function formatShipping() {
    if (shippingTotal === null) return '–'
    return shippingTotal === 0 ? t('free') : formatMoney(shippingTotal)
  }
  return (
    <dl className="amount-list">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="amount-total">
        <dt>{t('total')}</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
      {unsoldTotal > 0 && (
        <div>
          <dt>{t('unsoldItems')}</dt>
          <dd>{formatMoney(-unsoldTotal)}</dd>
        </div>
      )}
      {taxIncluded &&
        taxRows.map(([label, amount]) => (
          <div className="amount-tax" key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      {taxExemption && (
        <div className="amount-tax">
          <dt>{t(`taxes.exemptions.${taxExemption}`)}</dt>
        </div>
      )}
    </dl>
  )
}

/** Returns the label and the amount of each tax. Taxes of imported orders have no rate. */
function useTaxRows({ taxes, taxIncluded }: Amounts): string[][] {
  const t = useTexts()
  const formatMoney = useMoney()
  const { locale } = useFrame().store
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const name = taxIncluded ? t('taxes.includedTax') : t('taxes.tax')
  return taxes
    .filter(({ tax }) => tax > 0)
    .map(({ rate, tax }) => [
      rate === 0 ? name : `${name} ${format.format(rate / 100)}`,
      formatMoney(tax),
    ])
}
