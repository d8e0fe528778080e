import { toPlainText } from '#contract/lib/text/plain-text.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { ServerTranslate } from '../locales/texts.ts'
import { hasWithdrawalRight } from '../order/page/withdrawal-right.ts'

/** The terms that a store has published about its contracts, as sanitized HTML. */
export type MailTerms = { terms: string; refundPolicy: string }

/**
 * Returns the terms and the return policy. Shoppers who can withdraw from a contract get them with
 * the receipt, because a page can change later (Directive 2011/83/EU, article 8).
 */
export function listMailTerms(
  {
    address,
    seller,
    vatId,
    lines,
  }: Pick<StorefrontOrder, 'address' | 'seller' | 'vatId' | 'lines'>,
  { terms, refundPolicy }: MailTerms,
  t: ServerTranslate,
): string[] {
  const country = address.country || seller.address.country
  if (!hasWithdrawalRight({ country, vatId, lines, deliveredAt: null })) return []
  return [
    { title: t('orderMail.terms'), html: terms },
    { title: t('orderMail.refundPolicy'), html: refundPolicy },
  ]
    .filter(({ html }) => html)
    .map(({ title, html }) => `${title}\n\n${toPlainText(html)}`)
}
