import type { CampaignText } from '#contract/campaign/campaign.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLanguageDirection, getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { findTextProducts } from '#contract/lib/text/rich-text-part.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Mail } from '../lib/mail/mail.ts'
import { getInstallationSender } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { findStoreContactEmail } from '../store-mail/find-store-contact-email.ts'
import { loadMailImages } from '../store-mail/load-mail-images.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { loadMailStore, type MailStore } from '../store-mail/mail-store.ts'
import { loadMailProducts } from './mail-product.ts'
import { renderRichMail } from './render-rich-mail.ts'
import { createMarketingMessageId } from './rule/mark-recipient-bounced.ts'
import { createMarketingAddress } from './rule/marketing-address.ts'

export type MarketingText = Required<CampaignText> & { name: string }
/** What the emails of a marketing text have in common, with the prices of this moment. */
export type MarketingContent = {
  storeId: string
  store: MailStore
  text: MarketingText
  body: { html: string; text: string }
  replyAddress: string | undefined
}
/** The row of `campaign_recipient`, which its link to unsubscribe names. */
export type MarketingRecipient = { id: string; email: string; language: string }

/** Returns undefined if the store does not exist anymore. */
export async function loadMarketingContent(
  app: App,
  tx: Tx,
  { storeId, text }: { storeId: string; text: MarketingText },
): Promise<MarketingContent | undefined> {
  const [store, mailbox, products, [row]] = await Promise.all([
    loadMailStore(app, tx),
    findStoreContactEmail(tx),
    loadMailProducts(tx, findTextProducts(text.body)),
    tx<{ slug: string }[]>`select slug from store where id = current_store()`,
  ])
  if (!store) return undefined
  const images = await loadMailImages(
    tx,
    [...products.values()].map(({ image }) => image),
    { storeUrl: store.url, size: 'large' },
  )
  const { mailIn } = app.config
  return {
    storeId,
    store,
    text,
    body: renderRichMail(text.body, {
      storeUrl: store.url,
      campaign: slugifyAscii(text.name) || 'newsletter',
      products,
      images,
      formatMoney: createMoneyFormat(store.locale, store.currency),
      design: store.design,
      direction: getLanguageDirection(getLocaleLanguage(store.locale)),
    }),
    // Answers arrive in the inbox of the store if the installation receives emails.
    replyAddress: mailIn && row ? `${row.slug}@${mailIn.host}` : mailbox,
  }
}

/** Returns the email of a staff member, who receives a test. */
export async function findStaffEmail(tx: Tx, personId: string): Promise<string | undefined> {
  const [person] = await tx<{ email: string }[]>`
    select p.email from membership m join person p on p.id = m.person_id
    where m.person_id = ${personId} and m.status = 'active'`
  return person?.email
}

/**
 * Returns the email of a marketing text to one person. The caller has checked the consent by
 * `marketing_audience()` and sends it once.
 */
export function buildMarketingMail(
  app: App,
  { storeId, store, text, body, replyAddress }: MarketingContent,
  { id, email, language: wantedLanguage }: MarketingRecipient,
): Mail {
  const language =
    store.languages.find(each => each === wantedLanguage) ?? getLocaleLanguage(store.locale)
  const t = serverTexts[language]
  const path = getMailLinkPath(app, { storeId, action: 'stopMarketing', id })
  const url = store.url + addLanguage(path, language, store.languages)
  return {
    to: email,
    messageId: createMarketingMessageId(id, getInstallationSender(app.config).domain),
    sender: { ...store.sender, language },
    ...(replyAddress && { replyTo: { name: store.name, address: replyAddress } }),
    subject: text.subject,
    preview: text.preview,
    heading: '',
    lines: [],
    body,
    notes: [],
    design: store.design,
    footer: {
      text: t('campaign.reason', { store: store.name }),
      link: { url, label: t('campaign.unsubscribe') },
    },
    unsubscribeUrl: url,
    unsubscribeAddress: createMarketingAddress(app, { purpose: 'unsubscribe', recipientId: id }),
    ...(app.config.mailIn?.hasReturnPath && {
      returnPath: createMarketingAddress(app, { purpose: 'bounce', recipientId: id }),
    }),
  }
}
