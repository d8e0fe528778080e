import { z } from 'zod'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { MailLinkAction } from '#contract/storefront/storefront-page.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'

const SubscriberMailPayload = z.object({ businessId: z.string(), id: z.string() })
type SubscriberMailPayload = z.infer<typeof SubscriberMailPayload>

/** Returns the job that asks a person to confirm the newsletter. */
export function subscriberMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'subscriber.mail': async (raw, { job }) => {
      const payload = SubscriberMailPayload.parse(raw)
      const mail = await withBusinessTransaction(app.db, payload.businessId, tx =>
        buildConfirmation(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildConfirmation(
  app: App,
  tx: Tx,
  { businessId, id }: SubscriberMailPayload,
): Promise<Mail | undefined> {
  const [subscriber] = await tx<{ email: string; language: string; consentText: string }[]>`
    select email, language, consent_text from subscriber where id = ${id} and state = 'pending'`
  const store = subscriber && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language =
    store.languages.find(each => each === subscriber.language) ?? getLocaleLanguage(store.locale)
  const toUrl = (action: MailLinkAction) =>
    store.url +
    addLanguage(getMailLinkPath(app, { businessId, action, id }), language, store.languages)
  const t = texts[language]
  return {
    to: subscriber.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t.subject(store.name),
    lines: [t.text, `“${subscriber.consentText}”`],
    link: { url: toUrl('confirmNewsletter'), label: t.link },
    after: [t.ignore],
    unsubscribeUrl: toUrl('stopNewsletter'),
  }
}

type ConfirmationTexts = {
  subject: (store: string) => string
  text: string
  link: string
  ignore: string
}
const texts: Record<Language, ConfirmationTexts> = {
  en: {
    subject: store => `Confirm your subscription to ${store}`,
    text: 'Confirm your email to receive the newsletter. You agreed to this:',
    link: 'Confirm email',
    ignore: 'If you didn’t request it, ignore this email. You won’t receive the newsletter.',
  },
  de: {
    subject: store => `Newsletter von ${store}: Anmeldung bestätigen`,
    text: 'Bestätigen Sie Ihre E-Mail-Adresse, um den Newsletter zu erhalten. Sie haben zugestimmt:',
    link: 'E-Mail bestätigen',
    ignore:
      'Wenn Sie ihn nicht bestellt haben, ignorieren Sie diese E-Mail. Sie erhalten den Newsletter dann nicht.',
  },
  fr: {
    subject: store => `Confirmez votre abonnement à ${store}`,
    text: 'Confirmez votre e-mail pour recevoir la newsletter. Vous avez accepté ceci :',
    link: 'Confirmer l’e-mail',
    ignore:
      'Si vous ne l’avez pas demandée, ignorez cet e-mail. Vous ne recevrez pas la newsletter.',
  },
  es: {
    subject: store => `Confirma tu suscripción a ${store}`,
    text: 'Confirma tu correo para recibir el boletín. Aceptaste lo siguiente:',
    link: 'Confirmar correo',
    ignore: 'Si no lo pediste, ignora este correo. No recibirás el boletín.',
  },
  pt: {
    subject: store => `Confirme sua inscrição em ${store}`,
    text: 'Confirme seu e-mail para receber a newsletter. Você concordou com isto:',
    link: 'Confirmar e-mail',
    ignore: 'Se você não pediu, ignore este e-mail. Você não receberá a newsletter.',
  },
  ar: {
    subject: store => `تأكيد اشتراكك في ${store}`,
    text: 'أكّد بريدك الإلكتروني لتلقي النشرة البريدية. وافقت على ما يلي:',
    link: 'تأكيد البريد الإلكتروني',
    ignore: 'إذا لم تطلبها فتجاهل هذه الرسالة ولن تصلك النشرة البريدية.',
  },
}
