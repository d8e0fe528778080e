import { listOpenDays, type PickupPlace } from '#contract/cms/opening-hours.ts'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { MailDetail } from '../lib/mail/mail-content.ts'
import type { ServerTranslate } from '../locales/texts.ts'
import { isParcelMail, type MailParcel } from './order-mail-items.ts'
import {
  findMailedReturn,
  listNewOrders,
  listReturnAddress,
  listReturnInstructions,
  listReturnRefund,
  type ReturnFormat,
} from './return-mail-details.ts'

type DetailFormat = ReturnFormat & {
  /** The parcel that the email is about. Without it, the email is about all that have left. */
  parcel?: MailParcel | null
  /** The refund that the email is about. */
  refundedAmount?: number | null
}

/** The emails with the totals of their order. */
const totalKinds: readonly OrderMailKind[] = [
  'received',
  'changed',
  'payment_request',
  'paid',
  'payment_failed',
  'replacement',
  'new_order',
]

/** Returns the rows that belong to a kind of email. Stores cannot change them. */
export function listMailDetails(
  kind: OrderMailKind,
  order: StorefrontOrder,
  format: DetailFormat,
): MailDetail[] {
  if (totalKinds.includes(kind)) return listOrderDetails(order, format)
  if (isParcelMail(kind)) return listTracking(order, format)
  if (kind === 'delivered')
    return [
      ...(format.parcel ? listTracking(order, format) : []),
      ...listReviewLinks(order, format),
    ]
  if (kind === 'cancelled') return listRefunds(order, format)
  if (kind === 'refunded') return listRefund(order, format)
  if (kind === 'order_notification') return listShopper(order, format)
  if (kind === 'withdrawal') return listStatement(order, format)
  if (kind === 'return_accepted' || kind === 'return_instructions')
    return listReturnInstructions(order, format)
  if (kind === 'return_settled' || kind === 'claim_settled') {
    const orderReturn = findMailedReturn(kind, order, format.partId)
    return [...listReturnRefund(orderReturn, format), ...listNewOrders(orderReturn, format)]
  }
  return []
}

/** Returns the rows of the bank transfer that pays an order. */
export function listTransferDetails(
  kind: OrderMailKind,
  { bankTransfer, balance, currency }: StorefrontOrder,
  { t, locale }: DetailFormat,
): MailDetail[] {
  const isRequest = ['received', 'changed', 'payment_request'].includes(kind)
  if (!isRequest || !bankTransfer || balance <= 0) return []
  return [
    { label: t('orderMail.transfer.accountHolder'), value: bankTransfer.accountHolder },
    { label: 'IBAN', value: bankTransfer.iban },
    { label: 'BIC', value: bankTransfer.bic },
    { label: t('orderMail.transfer.amount'), value: createMoneyFormat(locale, currency)(balance) },
    { label: t('orderMail.transfer.reference'), value: bankTransfer.reference },
  ].filter(({ value }) => value)
}

type NoteFormat = { t: ServerTranslate; language: Language; locale: string }

/**
 * Returns why an order has no tax, where it goes, who pays it and how, or where returned items go.
 */
export function listMailNotes(
  kind: OrderMailKind,
  order: StorefrontOrder,
  format: NoteFormat & { partId?: string | undefined },
): string[] {
  switch (kind) {
    case 'received':
    case 'payment_request':
      return [...listParties(order, format), ...listAnswers(order), ...listPayments(order)]
    case 'order_notification':
      return listAnswers(order)
    case 'changed':
    case 'new_order':
    case 'replacement':
      return listParties(order, format)
    case 'return_accepted':
    case 'return_instructions':
      return listReturnAddress(order, format)
    default:
      return []
  }
}

function listParties(
  { taxExemption, address, pickup, billingAddress, company, vatId, seller }: StorefrontOrder,
  { t, language, locale }: NoteFormat,
): string[] {
  const lines = listAddressLines(address, formatCountry(address.country, language))
  const isOtherAddress = billingAddress.line1 && !isSameAddress(billingAddress, address)
  const buyer = [
    company,
    ...(isOtherAddress
      ? listAddressLines(billingAddress, formatCountry(billingAddress.country, language))
      : []),
    vatId && `${t('orderMail.vatId')}: ${vatId}`,
  ].filter(Boolean)
  return [
    ...(taxExemption ? [t(`orderMail.taxExemptions.${taxExemption}`)] : []),
    ...(address.line1 ? [[`${t('orderMail.deliveryAddress')}:`, ...lines].join('\n')] : []),
    ...(pickup ? listPickup(pickup, { t, locale }) : []),
    ...(buyer.length > 0 ? [[`${t('orderMail.billedTo')}:`, ...buyer].join('\n')] : []),
    ...(seller.vatId ? [`${seller.name}, ${t('orderMail.vatId')}: ${seller.vatId}`] : []),
  ]
}

/** Where and when the shopper collects the order. */
function listPickup(
  { address, hours }: PickupPlace,
  { t, locale }: Pick<NoteFormat, 't' | 'locale'>,
): string[] {
  const lines = listAddressLines(address, '')
  const days = listOpenDays(hours, locale).map(day => `${day.days}: ${day.time}`)
  return [
    ...(address.line1 ? [[`${t('orderMail.pickupAddress')}:`, ...lines].join('\n')] : []),
    ...(days.length > 0 ? [[`${t('orderMail.openingHours')}:`, ...days].join('\n')] : []),
  ]
}

/** The answers of the shopper to the fields of the store. */
const listAnswers = ({ checkoutAnswers }: StorefrontOrder): string[] =>
  checkoutAnswers.map(({ label, value }) => `${label}: ${value}`)

/** How to pay what is still due. */
function listPayments({ balance, paymentInstructions, paymentChoices }: StorefrontOrder): string[] {
  if (balance <= 0) return []
  return [
    ...paymentInstructions.split(/\n{2,}/).filter(Boolean),
    ...paymentChoices.map(({ name, instructions }) =>
      [name, instructions].filter(Boolean).join(': '),
    ),
  ]
}

function listOrderDetails(order: StorefrontOrder, { t, locale }: DetailFormat): MailDetail[] {
  const formatMoney = createMoneyFormat(locale, order.currency)
  const taxes = listTaxes(order, { t, locale })
  const { taxIncluded, discountTotal, shippingMethod, paymentMethod } = order
  return [
    ...(discountTotal > 0
      ? [{ label: formatDiscount(order, t), value: formatMoney(-discountTotal) }]
      : []),
    ...(shippingMethod || order.shippingTotal > 0
      ? [
          {
            label: [t('orderMail.shipping'), shippingMethod].filter(Boolean).join(': '),
            value: formatMoney(order.shippingTotal),
          },
        ]
      : []),
    ...(taxIncluded ? [] : taxes),
    { label: t('orderMail.total'), value: formatMoney(order.total), isTotal: true },
    ...(order.unsoldTotal > 0
      ? [{ label: t('orderMail.unsold'), value: formatMoney(-order.unsoldTotal) }]
      : []),
    ...(taxIncluded ? taxes : []),
    ...order.exchangeCredits
      .filter(({ isReceived }) => isReceived)
      .map(({ amount, order: number }) => ({
        label: t('orderMail.exchangeCredit', { number }),
        value: formatMoney(-amount),
      })),
    ...(paymentMethod ? [{ label: t('orderMail.payment'), value: paymentMethod }] : []),
  ]
}

function formatDiscount({ discounts }: StorefrontOrder, t: ServerTranslate): string {
  const names = discounts.map(({ name, code }) => code || name).join(', ')
  return names ? `${t('orderMail.discount')} (${names})` : t('orderMail.discount')
}

/** Returns a row for each tax rate. Taxes of imported orders have no rate. */
function listTaxes(
  { taxes, taxIncluded, currency }: StorefrontOrder,
  { t, locale }: DetailFormat,
): MailDetail[] {
  const formatMoney = createMoneyFormat(locale, currency)
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const name = taxIncluded ? t('orderMail.includedTax') : t('orderMail.tax')
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
  { t, locale }: DetailFormat,
): MailDetail[] {
  if (!withdrawal) return []
  const { name, email, createdAt } = withdrawal
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: seller.timezone } as const
  return [
    { label: t('orderMail.order'), value: number },
    { label: t('orderMail.name'), value: name },
    { label: t('orderMail.email'), value: formatEmail(email) },
    { label: t('orderMail.receivedAt'), value: new Date(createdAt).toLocaleString(locale, format) },
  ]
}

const listShopper = ({ customerName, email }: StorefrontOrder, { t }: DetailFormat): MailDetail[] =>
  [
    { label: t('orderMail.name'), value: customerName },
    { label: t('orderMail.email'), value: formatEmail(email) },
  ].filter(({ value }) => value)

/** The tracking of a parcel, by default of all parcels that have left. */
const listTracking = (
  { parcels }: StorefrontOrder,
  { t, parcel }: Pick<DetailFormat, 't' | 'parcel'>,
): MailDetail[] =>
  (parcel ? [parcel] : parcels)
    .filter(({ number }) => number)
    .map(({ carrier, number, url }) => ({
      label: t('orderMail.tracking'),
      value: [carrier, number].filter(Boolean).join(' '),
      ...(url && { url }),
    }))

/** The refunds of a canceled order, and the amount that the store still owes. */
function listRefunds(order: StorefrontOrder, { t, locale }: DetailFormat): MailDetail[] {
  const { refunds, refundDue, paymentMethod, currency } = order
  const formatMoney = createMoneyFormat(locale, currency)
  return [
    ...refunds.map(({ amount, method, isOnline }) => {
      const methodName = isOnline ? paymentMethod || t('paper.online') : t(`paper.method.${method}`)
      return { label: t('paper.refund'), value: `${formatMoney(amount)} (${methodName})` }
    }),
    ...(refundDue > 0 ? [{ label: t('orderMail.refundDue'), value: formatMoney(refundDue) }] : []),
  ]
}

const listRefund = (
  { currency }: StorefrontOrder,
  { t, locale, refundedAmount }: DetailFormat,
): MailDetail[] =>
  refundedAmount
    ? [
        {
          label: t('paper.refund'),
          value: createMoneyFormat(locale, currency)(refundedAmount),
          isTotal: true,
        },
      ]
    : []

const listReviewLinks = (
  { reviews }: StorefrontOrder,
  { t, orderUrl = '' }: DetailFormat,
): MailDetail[] =>
  reviews
    .filter(({ status }) => status === null)
    .map(({ product, title }) => ({
      label: title,
      value: t('orderMail.writeReview'),
      url: `${orderUrl}/review?product=${product}`,
    }))
