import type { AutomationKind, AutomationText } from '#contract/campaign/automation.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { Mail } from '../../lib/mail/mail.ts'
import { serverTexts } from '../../locales/texts.ts'
import { getOrderPath } from '../../sale/order-link.ts'
import {
  buildMarketingMail,
  loadMarketingContent,
  type MarketingContent,
} from '../marketing-mail.ts'
import type { ClaimedEmail } from './automation-recipient.ts'
import { fillVariables, getDefaultText, getFirstName } from './automation-text.ts'

const maxReviewLinks = 5

export type AutomationContent = { kind: AutomationKind; marketing: MarketingContent }
type ContentOptions = {
  storeId: string
  kind: AutomationKind
  /** The texts of the store, empty for the default. */
  text: AutomationText
  language: Language
}

/** Returns what the emails in one language have in common, or undefined without a store. */
export async function loadAutomationContent(
  app: App,
  tx: Tx,
  { storeId, kind, text, language }: ContentOptions,
): Promise<AutomationContent | undefined> {
  const defaultText = getDefaultText(kind, language)
  const marketing = await loadMarketingContent(app, tx, {
    storeId,
    text: {
      name: kind.replace('_', '-'),
      subject: text.subject || defaultText.subject,
      preview: '',
      body: text.body || defaultText.body,
    },
  })
  return marketing && { kind, marketing }
}

/** Returns the email of an automation to one person. The caller has added its row and checked the consent. */
export function buildAutomationMail(
  app: App,
  { kind, marketing }: AutomationContent,
  email: ClaimedEmail,
): Mail {
  const { store, storeId } = marketing
  const mail = buildMarketingMail(app, marketing, email)
  const language = findLanguage(store, email.language)
  const t = serverTexts[language]
  const values = {
    first_name: getFirstName(email.customerName),
    order_number: email.orderNumber,
    store_name: store.name,
  }
  const toUrl = (path: string) => store.url + addLanguage(path, language, store.languages)
  const orderPath = getOrderPath(app, { storeId, id: email.orderId, linkSince: email.linkSince })
  const utm = `?utm_source=newsletter&utm_medium=email&utm_campaign=${marketing.text.name}`
  return {
    ...mail,
    subject: fillVariables(mail.subject, values).trim(),
    ...(mail.body && {
      body: {
        html: fillVariables(mail.body.html, values, true),
        text: fillVariables(mail.body.text, values),
      },
    }),
    ...(kind === 'review' && {
      details: listOpenReviews(email).map(({ product, title }) => ({
        label: title,
        value: t('orderMail.writeReview'),
        url: toUrl(`${orderPath}/review?product=${product}`),
      })),
    }),
    link:
      kind === 'review'
        ? { url: toUrl(`${orderPath}/review`), label: t('orderMail.writeReview') }
        : { url: toUrl(`/${utm}`), label: t('automation.openStore') },
  }
}

/** The products of the order that the person has not reviewed yet. */
const listOpenReviews = ({ reviews }: ClaimedEmail) =>
  reviews.filter(({ status }) => status === null).slice(0, maxReviewLinks)

export const findLanguage = (
  { languages, locale }: { languages: readonly Language[]; locale: string },
  wanted: string,
): Language => languages.find(each => each === wanted) ?? getLocaleLanguage(locale)

/** Returns the recipient of a preview or a test. Its links open no order and unsubscribe no one. */
export const createExampleEmail = (
  { storeId, store }: MarketingContent,
  { email, language }: { email: string; language: string },
): ClaimedEmail => ({
  id: storeId,
  email,
  language,
  orderId: storeId,
  orderNumber: '1001',
  linkSince: '',
  customerName: 'Ada Verne',
  reviews: [{ product: storeId, title: store.name, status: null }],
})
