import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { selectIsOfShopper } from '../customer/rule/mailed-order.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { createAccountLink } from '../storefront/form/shopper-session.ts'

const LinkPayload = z.object({
  storeId: z.string(),
  email: z.string(),
  language: z.string(),
  wishListId: z.string().optional(),
  requestedAt: z.iso.datetime({ offset: true }),
})
type LinkPayload = z.infer<typeof LinkPayload>

/** A link that could not be sent for so long is not sent. */
const longestDelayMs = 60 * 60_000

/**
 * Returns the job that emails a link to a shopper. It creates the link, so that its token is only in
 * the email. People whom the store does not know get no email, unless they want to keep a wish list.
 */
export function shopperLinkJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'shopperLink.mail': async (raw, { job }) => {
      const payload = LinkPayload.parse(raw)
      if (Date.now() - Date.parse(payload.requestedAt) > longestDelayMs) return
      const mail = await withStoreTransaction(app.db, payload.storeId, tx =>
        buildLinkMail(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildLinkMail(
  app: App,
  tx: Tx,
  { email, language: wanted, wishListId }: LinkPayload,
): Promise<Mail | undefined> {
  const [known] = await tx`
    select from "order" o
    where ${selectIsOfShopper(tx, email)}
    union all select from customer where folded_email = ${email} and folded_email <> ''
    union all select from wish_list where email = ${email} or id = ${wishListId ?? null}
    limit 1`
  const store = known && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language = store.languages.find(each => each === wanted) ?? getLocaleLanguage(store.locale)
  const { path } = storefrontForms.account
  const token = await createAccountLink(tx, { email, wishListId })
  const t = serverTexts[language]
  const kind = wishListId === undefined ? 'account' : 'wishList'
  return {
    to: email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t(`shopperLink.${kind}.subject`, { store: store.name }),
    lines: [t(`shopperLink.${kind}.text`)],
    link: {
      url: store.url + addLanguage(`${path}/${token}`, language, store.languages),
      label: t(`shopperLink.${kind}.link`),
    },
    after: [t('shopperLink.ignore')],
  }
}
