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
import { type OrderMailTexts, orderMailKinds, orderMailTexts } from './order-mail-texts.ts'

const OrderMailPayload = z.object({
  businessId: z.string(),
  id: z.string(),
  kind: z.enum(orderMailKinds),
})

type MailStore = {
  name: string
  email: string
  locale: string
  languages: Language[]
  host: string
  language: string
}

/** Returns the job that emails the shopper about an order: its receipt and later statuses. */
export function orderMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'order.mail': async (raw, { job }) => {
      const payload = OrderMailPayload.parse(raw)
      const { businessId, id } = payload
      const order = await loadOrderPage(app, businessId, id)
      const store = await withBusinessTransaction(app.db, businessId, tx => findStore(tx, id))
      if (!order?.email || !store) return
      await mailer.send(buildOrderMail(app, { ...payload, order, store }), job)
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

type OrderMail = z.infer<typeof OrderMailPayload> & { order: StorefrontOrder; store: MailStore }

function buildOrderMail(app: App, { businessId, id, kind, order, store }: OrderMail): Mail {
  const languages = [getLocaleLanguage(store.locale), ...store.languages]
  const language =
    languages.find(code => code === store.language) ?? getLocaleLanguage(store.locale)
  const t = orderMailTexts[language]
  const path = addLanguage(getOrderPath(app, { businessId, id }), language, languages)
  return {
    to: order.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { name: store.name, language },
    subject: t.subjects[kind](order.number),
    lines: [
      t.openings[kind],
      ...(kind === 'received' ? listOrderDetails(order, t, store.locale) : []),
      ...(kind === 'shipped' ? listParcels(order, t) : []),
    ],
    link: { url: getStoreUrl(app.config, store.host) + path, label: t.link },
  }
}

function listOrderDetails(order: StorefrontOrder, t: OrderMailTexts, locale: string): string[] {
  const formatMoney = createMoneyFormat(locale, order.currency)
  return [
    ...order.lines.map(
      ({ quantity, title, variantTitle, amount }) =>
        `${quantity} × ${[title, variantTitle].filter(Boolean).join(' – ')}: ${formatMoney(amount)}`,
    ),
    `${t.shipping}: ${order.shippingMethod}, ${formatMoney(order.shippingTotal)}`,
    `${t.total}: ${formatMoney(order.total)}`,
    `${t.payment}: ${order.paymentMethod}`,
    ...order.paymentInstructions.split(/\n{2,}/).filter(Boolean),
  ]
}

const listParcels = ({ parcels }: StorefrontOrder, t: OrderMailTexts): string[] =>
  parcels
    .filter(({ number }) => number)
    .map(({ carrier, number }) => `${t.tracking}: ${[carrier, number].filter(Boolean).join(' ')}`)

function createMoneyFormat(locale: string, currency: string) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const divisor = 10 ** getMinorUnitDigits(currency)
  return (amount: number) => format.format(amount / divisor)
}
