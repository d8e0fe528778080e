import { useMoney, useTexts } from './page-context.tsx'

type Amounts = {
  subtotal: number
  discountTotal?: number
  /** Null if the store does not deliver to the address. */
  shippingTotal: number | null
  taxTotal: number
  taxIncluded: boolean
  total: number
}

/** The amounts that add up to the total of an order. */
export function AmountList({ amounts }: { amounts: Amounts }) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { subtotal, discountTotal = 0, shippingTotal, taxTotal, taxIncluded, total } = amounts
  const rows = [
    [t.subtotal, formatMoney(subtotal)],
    ...(discountTotal > 0 ? [[t.discount, formatMoney(-discountTotal)]] : []),
    [t.delivery, formatShipping()],
    ...(taxTotal > 0 && !taxIncluded ? [[t.tax, formatMoney(taxTotal)]] : []),
  ]
  function formatShipping() {
    if (shippingTotal === null) return '–'
    return shippingTotal === 0 ? t.free : formatMoney(shippingTotal)
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
        <dt>{t.total}</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
      {taxTotal > 0 && taxIncluded && (
        <div className="amount-tax">
          <dt>{t.includedTax}</dt>
          <dd>{formatMoney(taxTotal)}</dd>
        </div>
      )}
    </dl>
  )
}
