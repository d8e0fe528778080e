import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { createCode } from '../storefront/form/shopper-session.ts'

const CodePayload = z.object({
  storeId: z.string(),
  email: z.string(),
  language: z.string(),
  requestedAt: z.iso.datetime({ offset: true }),
})
type CodePayload = z.infer<typeof CodePayload>

/** A code that could not be sent for so long is not sent. */
const longestDelayMs = 10 * 60_000

/**
 * Returns the job that emails a code to a shopper. It creates the code, so that the code is only in
 * the email. People whom the store does not know get no email.
 */
export function shopperCodeJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'shopperCode.mail': async (raw, { job }) => {
      const payload = CodePayload.parse(raw)
      if (Date.now() - Date.parse(payload.requestedAt) > longestDelayMs) return
      const mail = await withStoreTransaction(app.db, payload.storeId, tx =>
        buildCodeMail(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildCodeMail(
  app: App,
  tx: Tx,
  { storeId, email, language: wanted }: CodePayload,
): Promise<Mail | undefined> {
  const [known] = await tx`
    select from "order" where folded_email = ${email} and folded_email <> '' and cart_hash is not null
    union all select from customer where folded_email = ${email} and folded_email <> ''
    limit 1`
  const store = known && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language = store.languages.find(each => each === wanted) ?? getLocaleLanguage(store.locale)
  const code = await createCode(app, tx, { storeId, email })
  const t = serverTexts[language]
  return {
    to: email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('shopperCode.subject', { store: store.name }),
    lines: [t('shopperCode.text')],
    details: [{ label: t('shopperCode.code'), value: code, isTotal: true }],
    link: {
      url: store.url + addLanguage(storefrontForms.account.path, language, store.languages),
      label: t('shopperCode.link'),
    },
    after: [t('shopperCode.ignore')],
  }
}
