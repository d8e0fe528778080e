import type { OrderPaper } from '#contract/order/order-paper.ts'
import { sumTaxes } from '#contract/order/order-totals.ts'
import type { PaperSource } from './paper-source.ts'

type Sum = OrderPaper['sums'][number]

/** Returns the items of a receipt with their displayed prices. */
export function describeReceiptTable({ order, format }: PaperSource): OrderPaper['table'] {
  const { t, money, number } = format
  return {
    firstLabel: t('invoice.item'),
    columns: [
      { label: t('invoice.quantity'), width: 60 },
      { label: t('invoice.unitPrice'), width: 84 },
      { label: t('invoice.amount'), width: 84 },
    ],
    rows: order.lines.map(({ title, variantTitle, sku, quantity, unitPrice }) => ({
      cells: [title, number(quantity), money(unitPrice), money(quantity * unitPrice)],
      details: [variantTitle, sku].filter(Boolean).join(' · '),
      narrowCell: `${number(quantity)} × ${title}`,
    })),
  }
}

/**
 * Returns the total of the order with its taxes, the price of units that were not sold in the end, and the
 * amounts paid and refunded.
 */
export function describeReceiptSums({ order, format, toDay }: PaperSource): Sum[] {
  const { t, money } = format
  const { subtotal, discountTotal, shippingTotal, taxIncluded, total, unsoldTotal, balance } = order
  const taxLabel = taxIncluded ? 'paper.includedTax' : 'invoice.taxAt'
  const taxes = sumTaxes(order)
    .filter(({ tax }) => tax > 0)
    .map(({ rate, tax }) => toSum(t(taxLabel, { rate: format.rate(rate) }), money(tax)))
  const payments = order.payments.map(({ kind, method, provider, reference, at, amount }) => {
    const isExchange = method === 'exchange'
    const name = provider ? t('paper.online') : t(`paper.method.${method}`)
    const label = [
      kind === 'refund' && !isExchange ? t('paper.refund') : '',
      isExchange ? `${name} ${reference}` : name,
      toDay(at),
    ]
    return toSum(label.filter(Boolean).join(' · '), money(kind === 'refund' ? -amount : amount))
  })
  return [
    toSum(t('paper.subtotal'), money(subtotal)),
    ...(discountTotal > 0 ? [toSum(t('paper.discount'), money(-discountTotal))] : []),
    ...(shippingTotal > 0 ? [toSum(t('invoice.shipping'), money(shippingTotal))] : []),
    ...(taxIncluded ? [] : taxes),
    { label: t('invoice.total'), amount: money(total), isTotal: true },
    ...(unsoldTotal > 0 ? [toSum(t('orderMail.unsold'), money(-unsoldTotal))] : []),
    ...(taxIncluded ? taxes : []),
    ...payments,
    ...(balance > 0 ? [toSum(t('invoice.balance'), money(balance))] : []),
  ]
}

const toSum = (label: string, amount: string): Sum => ({ label, amount, isTotal: false })
