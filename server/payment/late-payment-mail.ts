import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { findPaymentSession } from '../sale/payment-session.ts'
import { getMailLocale, loadMailStore } from '../store-mail/mail-store.ts'

const LatePaymentPayload = z.object({ storeId: z.string(), id: z.string() })

/** Returns the job that emails a shopper that a late payment was refunded. */
export function latePaymentMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'latePayment.mail': async (raw, { job }) => {
      const { storeId, id } = LatePaymentPayload.parse(raw)
      const mail = await withStoreTransaction(app.db, storeId, tx => buildMail(app, tx, id))
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildMail(app: App, tx: Tx, id: string): Promise<Mail | undefined> {
  const session = await findPaymentSession(tx, id)
  const store = await loadMailStore(app, tx)
  if (!session?.email || !store) return undefined
  const language =
    store.languages.find(code => code === session.language) ?? getLocaleLanguage(store.locale)
  const t = serverTexts[language]
  const amount = createMoneyFormat(getMailLocale(store, language), session.currency)(session.amount)
  return {
    to: session.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('latePayment.subject', { store: store.name }),
    heading: t('latePayment.heading'),
    lines: [t('latePayment.text', { amount }), t('latePayment.refund')],
    link: { url: store.url, label: t('latePayment.link') },
  }
}
