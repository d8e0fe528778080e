import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { StorefrontOrder, StorefrontReturn } from '#contract/storefront/storefront-order.ts'
import type { MailDetail } from '../lib/mail/mail-content.ts'
import type { ServerTranslate } from '../locales/texts.ts'

export type ReturnFormat = {
  t: ServerTranslate
  locale: string
  orderUrl?: string | undefined
  /** The return that the email is about. */
  partId?: string | undefined
}

/**
 * Returns the return or claim that an email is about. Older jobs do not name it: it is the latest one
 * that was declined, or accepted.
 */
export const findMailedReturn = (
  kind: OrderMailKind,
  { returns }: Pick<StorefrontOrder, 'returns'>,
  partId?: string,
): StorefrontReturn | undefined =>
  partId
    ? returns.find(({ _id }) => _id === partId)
    : returns.findLast(each =>
        kind === `${each.kind}_accepted`
          ? each.status !== 'requested' && each.status !== 'declined'
          : kind === `${each.kind}_${each.status}`,
      )

/** Returns the return that an email is about, by default all that the customer sends back now. */
const listSentBack = ({ returns }: StorefrontOrder, partId?: string): StorefrontReturn[] =>
  returns.filter(({ _id, kind, status }) =>
    partId ? _id === partId : kind === 'return' && status === 'accepted',
  )

/** The address for returns without a label. */
export function listReturnAddress(
  order: StorefrontOrder,
  { t, language, partId }: { t: ServerTranslate; language: Language; partId?: string | undefined },
): string[] {
  const { seller } = order
  if (listSentBack(order, partId).every(({ label }) => label)) return []
  const address = { ...seller.address, name: seller.name }
  const storeLines = address.line1
    ? listAddressLines(address, formatCountry(address.country, language))
    : []
  const lines = seller.returnAddress ? [seller.returnAddress] : storeLines
  return lines.length > 0 ? [[`${t('orderMail.returnAddress')}:`, ...lines].join('\n')] : []
}

/** The orders that the customer gets instead of the items of a return or a claim. */
export const listNewOrders = (
  orderReturn: StorefrontReturn | undefined,
  { t }: Pick<ReturnFormat, 't'>,
): MailDetail[] =>
  (orderReturn?.newOrders ?? []).map(number => ({
    label: t(
      orderReturn?.kind === 'claim' ? 'orderMail.replacementOrder' : 'orderMail.exchangeOrder',
    ),
    value: number,
  }))

/** Says that a return was completed without money and without another order. */
export const listReturnRefund = (
  orderReturn: StorefrontReturn | undefined,
  { t }: Pick<ReturnFormat, 't'>,
): MailDetail[] =>
  orderReturn?.status === 'settled' && !orderReturn.isRefunded && orderReturn.newOrders.length === 0
    ? [{ label: t('orderMail.returnRefund'), value: t('orderMail.noReturnRefund') }]
    : []

/** The labels and the last days of the returns that the customer sends back now. */
export function listReturnInstructions(
  order: StorefrontOrder,
  { t, locale, orderUrl = '', partId }: ReturnFormat,
): MailDetail[] {
  const sentBack = listSentBack(order, partId)
  return sentBack.flatMap(({ number, label, sendBackBy }) => {
    const nameRow = (text: string) => (sentBack.length > 1 ? `${text} (${number})` : text)
    return [
      ...(label
        ? [
            {
              label: nameRow(t('orderMail.returnLabel')),
              value: label.fileName,
              url: `${orderUrl}/labels/${label._id}`,
            },
          ]
        : []),
      ...(sendBackBy
        ? [{ label: nameRow(t('orderMail.sendBackBy')), value: formatDay(sendBackBy, locale) }]
        : []),
    ]
  })
}

const formatDay = (day: string, locale: string) =>
  new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
