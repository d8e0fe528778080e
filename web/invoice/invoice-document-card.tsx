import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice/invoice.ts'
import { useFormatters } from '../lib/formatters.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './invoice.module.css'

/** The lines and totals of an invoice. */
export function InvoiceDocumentCard({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { document } = invoice
  const formatMoney = (amount: number) => format.money(amount, document.currency)
  return (
    <SectionCard title={t('invoice.items')} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users must be able to scroll it with the keyboard */}
      <div className={css.scroll} tabIndex={0}>
        <table className={css.lines} aria-label={t('invoice.items')}>
          <thead>
            <tr>
              <th scope="col">{t('invoice.item')}</th>
              <th scope="col">{t('invoice.quantity')}</th>
              <th scope="col">{t('invoice.unitPrice')}</th>
              <th scope="col">{t('invoice.taxRate')}</th>
              <th scope="col">{t('invoice.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {document.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document keep their order
              <tr key={index}>
                <td>
                  <bdi>{format.parts([line.title, line.variantTitle])}</bdi>
                  <span className={css.narrow}>
                    <bdi>{`${format.number(line.quantity)} × ${formatMoney(line.unitPrice)}`}</bdi>
                    {' · '}
                    {t('invoice.taxAt', { rate: format.taxRate(line.taxRate) })}
                  </span>
                </td>
                <td>{format.number(line.quantity)}</td>
                <td>{formatMoney(line.unitPrice)}</td>
                <td>{format.taxRate(line.taxRate)}</td>
                <td>
                  {formatMoney(document.taxIncluded ? line.total : line.total - line.tax)}
                  {line.discount > 0 && (
                    <span className={css.discount}>
                      {t('invoice.discounted', { amount: formatMoney(line.discount) })}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.totals}>
        <KeyValues numbers items={useTotals(invoice)} />
      </div>
      {document.note && (
        <p className={css.note} dir="auto">
          {document.note}
        </p>
      )}
    </SectionCard>
  )
}

function useTotals({ document, kind, paid, creditedTotal }: Invoice) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { net, tax, total, shipping, currency, taxIncluded } = document
  const formatMoney = (amount: number) => format.money(amount, currency)
  const shippingAmount = shipping && shipping.total - (taxIncluded ? 0 : shipping.tax)
  return [
    ...(shipping
      ? [
          {
            label: shipping.name
              ? t('order.totals.shippingBy', { method: shipping.name })
              : t('invoice.shipping'),
            value: formatMoney(shippingAmount ?? 0),
          },
        ]
      : []),
    { label: t('invoice.net'), value: formatMoney(net) },
    ...document.taxes.map(({ rate, tax: amount }) => ({
      label: t('invoice.taxAt', { rate: format.taxRate(rate) }),
      value: formatMoney(amount),
    })),
    ...(tax === 0 && document.exemption
      ? [{ label: t('invoice.exemption'), value: t(`invoice.exemptions.${document.exemption}`) }]
      : []),
    { label: t('invoice.total'), value: formatMoney(total), strong: true },
    ...(kind === 'invoice' && creditedTotal > 0
      ? [{ label: t('invoice.credited'), value: formatMoney(-creditedTotal) }]
      : []),
    ...(kind === 'invoice' && paid + creditedTotal > 0
      ? [
          { label: t('invoice.paid'), value: formatMoney(paid) },
          {
            label: t('invoice.balance'),
            value: formatMoney(Math.max(total - creditedTotal - paid, 0)),
          },
        ]
      : []),
  ]
}
