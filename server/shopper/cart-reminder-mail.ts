import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { decryptSecret } from '../lib/security/encrypt-secret.ts'
import { serverTexts } from '../locales/texts.ts'
import { toMailImage } from '../store-mail/load-mail-images.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { getMailLocale, loadMailStore } from '../store-mail/mail-store.ts'
import { getReminderCode, hashCartCode, sealCartToken } from '../storefront/form/cart-link.ts'
import { loadCart } from '../storefront/form/load-cart.ts'

const ReminderPayload = z.object({ storeId: z.string(), id: z.string() })
type ReminderPayload = z.infer<typeof ReminderPayload>

/** Returns the job that emails a shopper about a cart. */
export function cartReminderJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'cart.mail': async (raw, { job }) => {
      const payload = ReminderPayload.parse(raw)
      const mail = await withStoreTransaction(app.db, payload.storeId, tx =>
        buildReminder(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

type ReminderCart = { email: string; language: string; reminderToken: Buffer }

/**
 * Returns the email, or undefined if the shopper ordered, withdrew the consent, or if nothing in
 * the cart can be bought now.
 */
async function buildReminder(
  app: App,
  tx: Tx,
  { storeId, id }: ReminderPayload,
): Promise<Mail | undefined> {
  const [cart] = await tx<ReminderCart[]>`
    select checkout ->> 'email' as email, language, reminder_token from cart
    where id = ${id} and reminder_consent_at is not null and reminder_sent_at is not null
      and reminder_token is not null`
  if (!cart) return undefined
  const token = decryptSecret(app.keys.cartReminder, storeId, cart.reminderToken)
  const content = await loadCart(tx, token)
  const lines = content?.lines.filter(({ state }) => state === 'available') ?? []
  const store = await loadMailStore(app, tx)
  if (lines.length === 0 || !store) return undefined
  const code = getReminderCode(app, storeId, id)
  await saveLink(tx, id, {
    codeHash: hashCartCode(code),
    token: sealCartToken(code, storeId, token),
  })
  const language =
    store.languages.find(each => each === cart.language) ?? getLocaleLanguage(store.locale)
  const toUrl = (path: string) => store.url + addLanguage(path, language, store.languages)
  const t = serverTexts[language]
  const locale = getMailLocale(store, language)
  const formatMoney = createMoneyFormat(locale, store.currency)
  const formatNumber = new Intl.NumberFormat(locale)
  const unsubscribeUrl = toUrl(getMailLinkPath(app, { storeId, action: 'stopReminder', id }))
  return {
    to: cart.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('cartReminder.subject', { store: store.name }),
    heading: t('cartReminder.heading'),
    lines: [t('cartReminder.text')],
    items: lines.map(({ title, options, quantity, price, image }) => ({
      title,
      note: options.map(({ value }) => value).join(' – '),
      quantity: formatNumber.format(quantity),
      value: formatMoney(price * quantity),
      image: image ? toMailImage(image, { storeUrl: store.url }) : undefined,
    })),
    details: [
      {
        label: t('cartReminder.subtotal'),
        value: formatMoney(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
        isTotal: true,
      },
    ],
    formatMoreItems: count => t('orderMail.moreItems', { count }),
    link: { url: toUrl(`/cart/${code}`), label: t('cartReminder.link') },
    footer: {
      text: t('cartReminder.reason'),
      link: { url: unsubscribeUrl, label: t('cartReminder.unsubscribe') },
    },
    unsubscribeUrl,
  }
}

const saveLink = (
  tx: Tx,
  id: string,
  { codeHash, token }: { codeHash: Buffer; token: Buffer },
) => tx`
  insert into cart_link (cart_id, kind, code_hash, sealed_token, expires_at)
  values (${id}, 'reminder', ${codeHash}, ${token}, now() + interval '30 days')
  on conflict (store_id, cart_id, kind) do update set expires_at = excluded.expires_at`
