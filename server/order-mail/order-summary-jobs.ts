import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { enqueueJobs, type JobHandlers } from '../lib/job/jobs.ts'
import type { Mail, MailSender } from '../lib/mail/mail.ts'
import type { MailItem } from '../lib/mail/mail-content.ts'
import { serverTexts } from '../locales/texts.ts'
import { getOrderPath, type OrderReference, selectLinkSince } from '../sale/order-link.ts'
import { findStoreContactEmail } from '../store-mail/find-store-contact-email.ts'
import { describeMailImage, loadMailImages } from '../store-mail/load-mail-images.ts'
import { getMailLocale, loadMailStore, type MailStore } from '../store-mail/mail-store.ts'

/** Strangers can enter any address, so a store sends it at most this many receipts a day. */
export const maxOrdersPerAddress = 10
const receiptPeriod = '6 hours'
const storePeriod = '1 hour'
const maxListedOrders = 100

const SummaryPayload = z.object({
  storeId: z.string(),
  email: z.string(),
  from: z.string(),
})

/** Sends one email about all orders of an address without a receipt, at the end of the period. */
export const enqueueReceiptSummary = (app: App, order: OrderReference, email: string) =>
  enqueueSummary(app, order, { task: 'receiptSummary.mail', period: receiptPeriod, email })

/** Sends one email to the store about all orders of the hour. */
export const enqueueStoreSummary = (app: App, order: OrderReference) =>
  enqueueSummary(app, order, { task: 'storeSummary.mail', period: storePeriod, email: '' })

type Summary = { task: string; period: string; email: string }

/** The period is the one of the order, and its start is part of the key: each has one email. */
const enqueueSummary = ({ db }: App, order: OrderReference, { task, period, email }: Summary) =>
  withStoreTransaction(db, order.storeId, async tx => {
    const [row] = await tx<{ startsAt: Date; endsAt: Date }[]>`
      select starts_at, starts_at + ${period}::interval as ends_at
      from "order",
        date_bin(${period}::interval, created_at, '2000-01-01Z'::timestamptz) as starts_at
      where id = ${order.id}`
    if (!row) return
    const { storeId } = order
    const from = new Date(row.startsAt).toISOString()
    const key = [task, storeId, from, email].filter(Boolean).join(' ')
    const runAt = new Date(row.endsAt).toISOString()
    await enqueueJobs(tx, [{ task, payload: { storeId, email, from }, key, runAt }])
  })

export const orderSummaryJobs = (app: App, mailer: MailSender): JobHandlers => ({
  'receiptSummary.mail': async (raw, { job }) => {
    const { storeId, email, from } = SummaryPayload.parse(raw)
    const mail = await withStoreTransaction(app.db, storeId, async tx => {
      const [store, orders] = await Promise.all([
        loadMailStore(app, tx),
        listOrders(tx, { from, period: receiptPeriod, email }),
      ])
      if (!store || orders.length === 0) return undefined
      const language = getSummaryLanguage(store, orders)
      const items = await listItems(tx, orders, { store, language })
      return buildReceiptSummary(app, { storeId, email, store, language, orders, items })
    })
    if (mail) await mailer.send(mail, job)
  },
  'storeSummary.mail': async (raw, { job }) => {
    const { storeId, from } = SummaryPayload.parse(raw)
    const mail = await withStoreTransaction(app.db, storeId, async tx => {
      const [store, to, count] = await Promise.all([
        loadMailStore(app, tx),
        findStoreContactEmail(tx),
        countOrders(tx, from),
      ])
      return store && to ? buildStoreSummary(app, { store, to, count }) : undefined
    })
    if (mail) await mailer.send(mail, job)
  },
})

type SummarizedOrder = {
  id: string
  linkSince: string
  number: string
  total: number
  currency: string
  language: string
}

/** Returns the orders of an address in a period that are above the limit of the day. */
const listOrders = (
  tx: Tx,
  { from, period, email }: { from: string; period: string; email: string },
) =>
  tx<SummarizedOrder[]>`
    select o.id, ${selectLinkSince(tx)} as link_since, o.number, o.total, o.currency, o.language from "order" o
    where o.customer_email = ${email} and o.cart_hash is not null
      and o.created_at >= ${from} and o.created_at < ${from}::timestamptz + ${period}::interval
      and (
        select count(*) from "order" e
        where e.customer_email = o.customer_email and e.cart_hash is not null and e.id < o.id
          and e.created_at > o.created_at - interval '1 day' and e.created_at <= o.created_at
      ) >= ${maxOrdersPerAddress}
    order by o.id limit ${maxListedOrders}`

type SummarizedLine = {
  number: string
  title: string
  variantTitle: string
  quantity: number
  image: string
}

/** Returns the products of orders, each with the number of its order. */
async function listItems(
  tx: Tx,
  orders: readonly SummarizedOrder[],
  { store, language }: Pick<ReceiptSummary, 'store' | 'language'>,
): Promise<MailItem[]> {
  const lines = await tx<SummarizedLine[]>`
    select o.number, l.title, l.variant_title, l.quantity, l.image
    from order_line l join "order" o on o.store_id = l.store_id and o.id = l.order_id
    where l.order_id = any (${orders.map(({ id }) => id)}::uuid[])
    order by l.order_id, l.position`
  const urls = lines.map(({ image }) => image)
  const images = await loadMailImages(tx, urls, { storeUrl: store.url })
  const format = new Intl.NumberFormat(getMailLocale(store, language))
  return lines.map(({ number, title, variantTitle, quantity, image }) => ({
    title,
    note: [variantTitle, number].filter(Boolean).join(' · '),
    quantity: format.format(quantity),
    image: describeMailImage(images.get(image), title),
  }))
}

/** Returns the language of the first order if the store has it. */
const getSummaryLanguage = (store: MailStore, orders: readonly SummarizedOrder[]) =>
  store.languages.find(code => code === orders[0]?.language) ?? getLocaleLanguage(store.locale)

async function countOrders(tx: Tx, from: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from "order"
    where cart_hash is not null and created_at >= ${from}
      and created_at < ${from}::timestamptz + ${storePeriod}::interval`
  return row?.count ?? 0
}

type ReceiptSummary = {
  storeId: string
  email: string
  store: MailStore
  language: Language
  orders: readonly SummarizedOrder[]
  items: MailItem[]
}

function buildReceiptSummary(app: App, summary: ReceiptSummary): Mail {
  const { storeId, email, store, language, orders, items } = summary
  const t = serverTexts[language]
  return {
    to: email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('orderSummary.receiptSubject', { store: store.name }),
    heading: t('orderSummary.receiptHeading'),
    lines: [t('orderSummary.receiptText'), t('orderSummary.notYours')],
    items,
    formatMoreItems: count => t('orderMail.moreItems', { count }),
    details: orders.map(({ id, linkSince, number, total, currency }) => ({
      label: number,
      value: createMoneyFormat(getMailLocale(store, language), currency)(total),
      url: store.url + getOrderPath(app, { storeId, id, linkSince }),
    })),
    link: { url: store.url, label: t('orderSummary.visitStore') },
  }
}

type StoreSummary = { store: MailStore; to: string; count: number }

function buildStoreSummary({ config }: App, { store, to, count }: StoreSummary): Mail {
  const language = getLocaleLanguage(store.locale)
  const t = serverTexts[language]
  return {
    to,
    sender: { ...store.sender, language },
    design: store.design,
    subject: t('orderSummary.storeSubject', { count }),
    heading: t('orderSummary.storeSubject', { count }),
    lines: [t('orderSummary.storeText')],
    link: { url: `${config.publicUrl}/apps/order/list`, label: t('orderSummary.viewOrders') },
  }
}
