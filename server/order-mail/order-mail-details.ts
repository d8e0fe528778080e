import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { MailDetail } from '../lib/mail/render-mail.ts'
import type { OrderMailTexts } from './order-mail-language.ts'

type DetailFormat = { texts: OrderMailTexts; locale: string; orderUrl?: string }

/** Returns the rows that belong to a kind of email. Stores cannot change them. */
export function listMailDetails(
  kind: OrderMailKind,
  order: StorefrontOrder,
  format: DetailFormat,
): MailDetail[] {
  if (kind === 'received' || kind === 'payment_request' || kind === 'new_order')
    return listOrderDetails(order, format)
  if (kind === 'shipped') return listShipments(order, format)
  if (kind === 'delivered') return listReviewLinks(order, format)
  if (kind === 'order_notification') return listShopper(order, format)
  if (kind === 'withdrawal') return listStatement(order, format)
  return []
}

/** Returns the rows of the bank transfer that pays an order. */
export function listTransferDetails(
  kind: OrderMailKind,
  { bankTransfer, balance, currency }: StorefrontOrder,
  { texts: { transfer: t }, locale }: DetailFormat,
): MailDetail[] {
  const isRequest = kind === 'received' || kind === 'payment_request'
  if (!isRequest || !bankTransfer || balance <= 0) return []
  return [
    { label: t.accountHolder, value: bankTransfer.accountHolder },
    { label: 'IBAN', value: bankTransfer.iban },
    { label: 'BIC', value: bankTransfer.bic },
    { label: t.amount, value: createMoneyFormat(locale, currency)(balance) },
    { label: t.reference, value: bankTransfer.reference },
  ].filter(({ value }) => value)
}

/** Returns why an order has no tax, where it goes, who pays it and how. */
export function listMailNotes(
  kind: OrderMailKind,
  order: StorefrontOrder,
  format: { texts: OrderMailTexts; language: Language },
): string[] {
  switch (kind) {
    case 'received':
    case 'payment_request':
      return [...listParties(order, format), ...listPayments(order)]
    case 'new_order':
      return listParties(order, format)
    default:
      return []
  }
}

function listParties(
  { taxExemption, address, company, vatId, seller }: StorefrontOrder,
  { texts, language }: { texts: OrderMailTexts; language: Language },
): string[] {
  const lines = listAddressLines(address, formatCountry(address.country, language))
  const buyer = [company, vatId && `${texts.vatId}: ${vatId}`].filter(Boolean)
  return [
    ...(taxExemption ? [texts.taxExemptions[taxExemption]] : []),
    ...(address.line1 ? [[`${texts.deliveryAddress}:`, ...lines].join('\n')] : []),
    ...(buyer.length > 0 ? [[`${texts.billedTo}:`, ...buyer].join('\n')] : []),
    ...(seller.vatId ? [`${seller.name}, ${texts.vatId}: ${seller.vatId}`] : []),
  ]
}

const listPayments = ({ paymentInstructions, paymentChoices }: StorefrontOrder): string[] => [
  ...paymentInstructions.split(/\n{2,}/).filter(Boolean),
  ...paymentChoices.map(({ name, instructions }) =>
    [name, instructions].filter(Boolean).join(': '),
  ),
]

function listOrderDetails(order: StorefrontOrder, { texts, locale }: DetailFormat): MailDetail[] {
  const formatMoney = createMoneyFormat(locale, order.currency)
  const taxes = listTaxes(order, { texts, locale })
  const { taxIncluded, discountTotal, shippingMethod, paymentMethod } = order
  return [
    ...order.lines.map(({ quantity, title, variantTitle, amount }) => ({
      label: `${quantity} × ${[title, variantTitle].filter(Boolean).join(' – ')}`,
      value: formatMoney(amount),
    })),
    ...(discountTotal > 0
      ? [{ label: formatDiscount(order, texts), value: formatMoney(-discountTotal) }]
      : []),
    ...(shippingMethod || order.shippingTotal > 0
      ? [
          {
            label: [texts.shipping, shippingMethod].filter(Boolean).join(': '),
            value: formatMoney(order.shippingTotal),
          },
        ]
      : []),
    ...(taxIncluded ? [] : taxes),
    { label: texts.total, value: formatMoney(order.total), isTotal: true },
    ...(taxIncluded ? taxes : []),
    ...(paymentMethod ? [{ label: texts.payment, value: paymentMethod }] : []),
  ]
}

function formatDiscount({ discounts }: StorefrontOrder, texts: OrderMailTexts): string {
  const names = discounts.map(({ name, code }) => code || name).join(', ')
  return names ? `${texts.discount} (${names})` : texts.discount
}

/** Returns a row for each tax rate. Taxes of imported orders have no rate. */
function listTaxes(
  { taxes, taxIncluded, currency }: StorefrontOrder,
  { texts, locale }: DetailFormat,
): MailDetail[] {
  const formatMoney = createMoneyFormat(locale, currency)
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const name = taxIncluded ? texts.includedTax : texts.tax
  return taxes
    .filter(({ tax }) => tax > 0)
    .map(({ rate, tax }) => ({
      label: rate === 0 ? name : `${name} ${format.format(rate / 100)}`,
      value: formatMoney(tax),
    }))
}

/** The statement and its time are on the receipt, as the law requires. */
function listStatement(
  { number, withdrawal, seller }: StorefrontOrder,
  { texts, locale }: DetailFormat,
): MailDetail[] {
  if (!withdrawal) return []
  const { name, email, createdAt } = withdrawal
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: seller.timezone } as const
  return [
    { label: texts.order, value: number },
    { label: texts.name, value: name },
    { label: texts.email, value: formatEmail(email) },
    { label: texts.receivedAt, value: new Date(createdAt).toLocaleString(locale, format) },
  ]
}

const listShopper = (
  { customerName, email }: StorefrontOrder,
  { texts }: DetailFormat,
): MailDetail[] =>
  [
    { label: texts.name, value: customerName },
    { label: texts.email, value: formatEmail(email) },
  ].filter(({ value }) => value)

const listShipments = ({ shipments }: StorefrontOrder, { texts }: DetailFormat): MailDetail[] =>
  shipments
    .filter(({ number }) => number)
    .map(({ carrier, number, url }) => ({
      label: texts.tracking,
      value: [carrier, number].filter(Boolean).join(' '),
      ...(url && { url }),
    }))

const listReviewLinks = (
  { reviews }: StorefrontOrder,
  { texts, orderUrl = '' }: DetailFormat,
): MailDetail[] =>
  reviews
    .filter(({ status }) => status === null)
    .map(({ product, title }) => ({
      label: title,
      value: texts.writeReview,
      url: `${orderUrl}/review?product=${product}`,
    }))
