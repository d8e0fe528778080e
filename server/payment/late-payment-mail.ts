import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import type { MailItem } from '../lib/mail/mail-content.ts'
import { serverTexts } from '../locales/texts.ts'
import { findPaymentSession, type PaymentSession } from '../sale/payment-session.ts'
import { describeMailImage, loadMailImages } from '../store-mail/load-mail-images.ts'
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
  const locale = getMailLocale(store, language)
  const amount = createMoneyFormat(locale, session.currency)(session.amount)
  return {
    to: session.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('latePayment.subject', { store: store.name }),
    heading: t('latePayment.heading'),
    lines: [t('latePayment.text', { amount }), t('latePayment.refund')],
    items: await listItems(tx, session, { locale, storeUrl: store.url }),
    formatMoreItems: count => t('orderMail.moreItems', { count }),
    link: { url: store.url, label: t('latePayment.link') },
  }
}

type MailedLine = {
  title: string
  variantTitle: string
  quantity: number
  price: number
  image: string
}

/** Returns the products of the order, or of the sale that did not become one. */
async function listItems(
  tx: Tx,
  { orderId, saleId, currency }: PaymentSession,
  { locale, storeUrl }: { locale: string; storeUrl: string },
): Promise<MailItem[]> {
  const lines = await tx<MailedLine[]>`
    select title, variant_title, quantity, quantity * unit_price as price, image, position
    from order_line where order_id = ${orderId}
    union all
    select v ->> 'title', v ->> 'variantTitle', (l ->> 'quantity')::integer,
      (l ->> 'quantity')::integer * (l ->> 'unitPrice')::bigint, v ->> 'image', position
    from sale s
    cross join jsonb_array_elements(s.content #> '{input,lines}') with ordinality line (l, position)
    join jsonb_array_elements(s.content #> '{held,variants}') v on v ->> 'variant' = l ->> 'variant'
    where s.id = ${saleId} and s.order_id is null
    order by position`
  const images = await loadMailImages(
    tx,
    lines.map(({ image }) => image),
    { storeUrl },
  )
  const formatMoney = createMoneyFormat(locale, currency)
  const formatNumber = new Intl.NumberFormat(locale)
  return lines.map(({ title, variantTitle, quantity, price, image }) => ({
    title,
    note: variantTitle,
    quantity: formatNumber.format(quantity),
    value: formatMoney(price),
    image: describeMailImage(images.get(image), title),
  }))
}
