import { z } from 'zod'
import { getLocaleLanguage, type Language } from '#contract/lib/languages.ts'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { addLanguage } from '#contract/storefront-language.ts'
import type { StorefrontOrder } from '#contract/storefront-order.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { getStoreUrl } from '../rule/store-url.ts'
import { loadOrderPage } from './load-order-page.ts'
import { getOrderPath } from './order-link.ts'
import { orderMailTexts } from './order-mail-texts.ts'

const OrderMailPayload = z.object({ businessId: z.string(), id: z.string() })

type MailStore = {
  name: string
  email: string
  locale: string
  languages: Language[]
  host: string
  language: string
}

/** Returns the job that emails the shopper that the store has received the order. */
export function orderMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'order.mail': async (raw, { job }) => {
      const { businessId, id } = OrderMailPayload.parse(raw)
      const order = await loadOrderPage(app, businessId, id)
      const store = await withBusinessTransaction(app.db, businessId, tx => findStore(tx, id))
      if (!order?.email || !store) return
      await mailer.send(buildOrderMail(app, { businessId, id, order, store }), job)
    },
  }
}

async function findStore(tx: Tx, orderId: string): Promise<MailStore | undefined> {
  const [row] = await tx<MailStore[]>`
    select b.name, b.email, b.locale, b.languages, o.language,
      (select domain from domain where status = 'active' order by is_primary desc, kind limit 1) as host
    from "order" o join business b on b.id = o.business_id
    where o.id = ${orderId}`
  return row
}

type OrderMail = { businessId: string; id: string; order: StorefrontOrder; store: MailStore }

function buildOrderMail(app: App, { businessId, id, order, store }: OrderMail): Mail {
  const languages = [getLocaleLanguage(store.locale), ...store.languages]
  const language =
    languages.find(code => code === store.language) ?? getLocaleLanguage(store.locale)
  const t = orderMailTexts[language]
  const formatMoney = createMoneyFormat(store.locale, order.currency)
  const path = addLanguage(getOrderPath(app, { businessId, id }), language, languages)
  return {
    to: order.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { name: store.name, language },
    subject: t.subject(order.number, store.name),
    lines: [
      t.thanks,
      t.received(order.number),
      ...order.lines.map(
        ({ quantity, title, variantTitle, amount }) =>
          `${quantity} × ${[title, variantTitle].filter(Boolean).join(' – ')}: ${formatMoney(amount)}`,
      ),
      `${t.shipping}: ${order.shippingMethod}, ${formatMoney(order.shippingTotal)}`,
      `${t.total}: ${formatMoney(order.total)}`,
      `${t.payment}: ${order.paymentMethod}`,
      ...order.paymentInstructions.split(/\n{2,}/).filter(Boolean),
    ],
    link: { url: getStoreUrl(app.config, store.host) + path, label: t.link },
  }
}

function createMoneyFormat(locale: string, currency: string) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const divisor = 10 ** getMinorUnitDigits(currency)
  return (amount: number) => format.format(amount / divisor)
}
