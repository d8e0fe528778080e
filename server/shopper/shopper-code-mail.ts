import { z } from 'zod'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { createCode } from '../storefront/form/shopper-session.ts'

const CodePayload = z.object({
  businessId: z.string(),
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
      const mail = await withBusinessTransaction(app.db, payload.businessId, tx =>
        buildCodeMail(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

async function buildCodeMail(
  app: App,
  tx: Tx,
  { businessId, email, language: wanted }: CodePayload,
): Promise<Mail | undefined> {
  const [known] = await tx`
    select from "order" where folded_email = ${email} and folded_email <> '' and cart_hash is not null
    union all select from customer where folded_email = ${email} and folded_email <> ''
    limit 1`
  const store = known && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language = store.languages.find(each => each === wanted) ?? getLocaleLanguage(store.locale)
  const code = await createCode(app, tx, { businessId, email })
  const t = texts[language]
  return {
    to: email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t.subject(store.name),
    lines: [t.text],
    details: [{ label: t.code, value: code, isTotal: true }],
    link: {
      url: store.url + addLanguage(storefrontForms.account.path, language, store.languages),
      label: t.link,
    },
    after: [t.ignore],
  }
}

type CodeTexts = {
  subject: (store: string) => string
  text: string
  code: string
  link: string
  ignore: string
}
const texts: Record<Language, CodeTexts> = {
  en: {
    subject: store => `Your code for ${store}`,
    text: 'Enter this code to see your orders. It’s valid for 10 minutes and works once.',
    code: 'Code',
    link: 'Enter code',
    ignore: 'If you didn’t request it, ignore this email. Never share the code.',
  },
  de: {
    subject: store => `Ihr Code für ${store}`,
    text: 'Geben Sie diesen Code ein, um Ihre Bestellungen zu sehen. Er gilt 10 Minuten und nur einmal.',
    code: 'Code',
    link: 'Code eingeben',
    ignore:
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Geben Sie den Code nicht weiter.',
  },
  fr: {
    subject: store => `Votre code pour ${store}`,
    text: 'Saisissez ce code pour voir vos commandes. Il est valable 10 minutes et une seule fois.',
    code: 'Code',
    link: 'Saisir le code',
    ignore: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Ne communiquez ce code à personne.',
  },
  es: {
    subject: store => `Tu código para ${store}`,
    text: 'Introduce este código para ver tus pedidos. Es válido durante 10 minutos y una sola vez.',
    code: 'Código',
    link: 'Introducir código',
    ignore: 'Si no lo pediste, ignora este correo. No compartas el código con nadie.',
  },
  pt: {
    subject: store => `Seu código para ${store}`,
    text: 'Digite este código para ver seus pedidos. Ele vale por 10 minutos e uma única vez.',
    code: 'Código',
    link: 'Digitar código',
    ignore: 'Se você não pediu, ignore este e-mail. Não compartilhe o código com ninguém.',
  },
  ar: {
    subject: store => `رمزك لمتجر ${store}`,
    text: 'أدخل هذا الرمز لعرض طلباتك. يصلح الرمز لمدة 10 دقائق ولمرة واحدة.',
    code: 'الرمز',
    link: 'إدخال الرمز',
    ignore: 'إذا لم تطلبه فتجاهل هذه الرسالة. لا تشارك الرمز مع أحد.',
  },
}
