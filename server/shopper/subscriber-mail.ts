import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { MailLinkAction } from '#contract/storefront/storefront-mail-link.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'

const SubscriberMailPayload = z.object({ storeId: z.string(), id: z.string() })
type SubscriberMailPayload = z.infer<typeof SubscriberMailPayload>

/** Returns the job that asks a person to confirm the newsletter. */
export function subscriberMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'subscriber.mail': async (raw, { job }) => {
      const payload = SubscriberMailPayload.parse(raw)
      const mail = await withStoreTransaction(app.db, payload.storeId, tx =>
        buildConfirmation(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildConfirmation(
  app: App,
  tx: Tx,
  { storeId, id }: SubscriberMailPayload,
): Promise<Mail | undefined> {
  const [subscriber] = await tx<{ email: string; language: string; consentText: string }[]>`
    select email, language, consent_text from subscriber where id = ${id} and state = 'pending'`
  const store = subscriber && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language =
    store.languages.find(each => each === subscriber.language) ?? getLocaleLanguage(store.locale)
  const toUrl = (action: MailLinkAction) =>
    store.url +
    addLanguage(getMailLinkPath(app, { storeId, action, id }), language, store.languages)
  const t = serverTexts[language]
  return {
    to: subscriber.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('newsletter.subject', { store: store.name }),
    lines: [t('newsletter.text'), `“${subscriber.consentText}”`],
    link: { url: toUrl('confirmNewsletter'), label: t('newsletter.link') },
    after: [t('newsletter.ignore')],
    unsubscribeUrl: toUrl('stopNewsletter'),
  }
}
