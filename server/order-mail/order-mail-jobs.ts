import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import {
  isStoreMail,
  OrderMailKind,
  type OrderMailTemplate,
  orderNotificationKinds,
} from '#contract/order/order-mail.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { encodeQrCode } from '../lib/file/encode-qr-code.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import type { MailImage } from '../lib/mail/mail-content.ts'
import { tryConsume } from '../lib/security/rate-limit.ts'
import { type ServerTranslate, serverTexts } from '../locales/texts.ts'
import { loadOrderPage } from '../order/page/load-order-page.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import { findStoreContactEmail } from '../store-mail/find-store-contact-email.ts'
import { getMailLocale, loadMailStore, type MailStore } from '../store-mail/mail-store.ts'
import { fillTemplate } from './fill-template.ts'
import { loadUnitPrices } from './load-unit-prices.ts'
import { listMailDetails, listMailNotes, listTransferDetails } from './order-mail-details.ts'
import { findOrderMailFacts, type OrderMailFacts } from './order-mail-facts.ts'
import { listMailItems, loadLineImages } from './order-mail-items.ts'
import { findOrderMailTemplate } from './order-mail-store.ts'
import { listMailTerms } from './order-mail-terms.ts'
import {
  enqueueReceiptSummary,
  enqueueStoreSummary,
  maxOrdersPerAddress,
  orderSummaryJobs,
} from './order-summary-jobs.ts'
import { findMailedReturn } from './return-mail-details.ts'

const OrderMailPayload = z.object({
  storeId: z.string(),
  id: z.string(),
  kind: OrderMailKind,
  /** The payment, refund, return, claim or parcel that the email is about. Older jobs name none. */
  partId: z.string().optional(),
  /** Only the shopper of this address can have placed the order. */
  isSignedIn: z.literal('true').optional(),
  /** Whether the shopper caused the email on the page of the order. */
  answersShopper: z.boolean().optional(),
  /** Whether staff send a receipt again. */
  isFromStaff: z.boolean().optional(),
})
type OrderMailPayload = z.infer<typeof OrderMailPayload>
const StoreMailPayload = OrderMailPayload.omit({
  kind: true,
  partId: true,
  isSignedIn: true,
  answersShopper: true,
  isFromStaff: true,
}).extend({
  /** The event of an order that is not new. */
  notification: z.enum(orderNotificationKinds).optional(),
})

/** Returns whether a form of the storefront caused the email, which anyone can send with any address. */
const isLimited = (payload: OrderMailPayload): boolean => {
  const { kind, isSignedIn, isFromStaff, answersShopper } = payload
  if (isSignedIn || isFromStaff) return false
  return kind === 'received' || (kind === 'cancelled' && answersShopper === true)
}

/**
 * Returns the jobs that email the shopper about an order, its receipt and later changes, and the
 * store about a new order and what happens with it.
 */
export function orderMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  const sendStoreMail: JobHandlers[string] = async (raw, { job }) => {
    const { notification, ...payload } = StoreMailPayload.parse(raw)
    const kind = notification ? 'order_notification' : 'new_order'
    const isAllowed =
      notification !== undefined ||
      (await tryConsume(app, 'newOrderMail', { target: payload.storeId }))
    if (!isAllowed) return enqueueStoreSummary(app, payload)
    const [orderMail, to] = await Promise.all([
      loadOrderMail(app, { ...payload, kind }),
      withStoreTransaction(app.db, payload.storeId, findStoreContactEmail),
    ])
    if (orderMail && to)
      await mailer.send(buildStoreMail(app, { ...orderMail, notification }, to), job)
  }
  return {
    'order.mail': async (raw, { job }) => {
      const payload = OrderMailPayload.parse(raw)
      await waitForEarlierMails(app, payload.storeId, job.id)
      const orderMail = await loadOrderMail(app, payload)
      if (!orderMail || !getRecipient(orderMail)) return
      const isOverLimit = orderMail.facts.earlierOrderCount >= maxOrdersPerAddress
      if (isOverLimit && isLimited(payload)) {
        if (payload.kind === 'received')
          await enqueueReceiptSummary(app, payload, orderMail.order.email)
        return
      }
      await mailer.send(await buildOrderMail(app, orderMail), job)
    },
    ...orderSummaryJobs(app, mailer),
    'newOrder.mail': sendStoreMail,
    'orderNotification.mail': sendStoreMail,
  }
}

/** Returns the data of an email, or undefined if the store does not send it. */
async function loadOrderMail(
  app: App,
  payload: OrderMailPayload,
): Promise<LoadedOrderMail | undefined> {
  const { storeId, id, kind, partId } = payload
  const [order, [store, facts]] = await Promise.all([
    loadOrderPage(app, storeId, id),
    withStoreTransaction(app.db, storeId, tx =>
      Promise.all([loadMailStore(app, tx), findOrderMailFacts(tx, id, partId)]),
    ),
  ])
  if (!order || !store || !facts) return undefined
  // The order can get another customer before the receipt of a withdrawal is sent.
  if (kind === 'withdrawal' && !order.withdrawal) return undefined
  // The bank can return a refund, or staff void a payment, before its email is sent.
  if (kind === 'refunded' && partId && facts.refundedAmount === null) return undefined
  if (kind === 'paid' && partId && facts.paidAmount === null) return undefined
  const language = getMailLanguage(kind, store, facts)
  const locale = getMailLocale(store, language)
  const [template, images, unitPrices] = await withStoreTransaction(app.db, storeId, tx =>
    Promise.all([
      findOrderMailTemplate(tx, { kind, language, isPickup: order.pickup !== null }),
      loadLineImages(tx, { orderId: id, storeUrl: store.url }),
      loadUnitPrices(tx, id, { language, locale, currency: order.currency }),
    ]),
  )
  return template && { ...payload, order, store, facts, language, template, images, unitPrices }
}

/** Longer than a mail server can take to respond. */
const longestWaitMs = 60_000

/**
 * Waits until the earlier emails of the order are sent, so that a cancellation never arrives before
 * the receipt. Jobs run at the same time, and a job that failed runs again later.
 *
 * @throws Error if an earlier email is to be sent again later; the job then runs again too
 */
async function waitForEarlierMails({ db }: App, storeId: string, jobId: string) {
  const deadline = Date.now() + longestWaitMs
  for (;;) {
    const [row] = await withStoreTransaction(
      db,
      storeId,
      tx => tx<{ state: 'running' | 'waiting' | null }[]>`
        select find_earlier_order_mail(${jobId}) as state`,
    )
    if (!row?.state) return
    if (row.state === 'waiting' || Date.now() > deadline)
      throw new Error('An earlier email of the order is not sent yet.')
    await sleep(100)
  }
}

type LoadedOrderMail = OrderMailPayload & {
  order: StorefrontOrder
  store: MailStore
  facts: OrderMailFacts
  language: Language
  template: OrderMailTemplate
  images: ReadonlyMap<string, MailImage>
  unitPrices: ReadonlyMap<string, string>
  notification?: z.infer<typeof StoreMailPayload>['notification']
}

/** Returns the parts that emails to the shopper and to the store have in common. */
function buildContent(orderMail: LoadedOrderMail, orderUrl?: string) {
  const { kind, partId, order, store, facts, language, images, unitPrices, template } = orderMail
  const t = serverTexts[language]
  const locale = getMailLocale(store, language)
  const { label, ...texts } = fillTemplate(template, getValues(orderMail))
  const { parcel, refundedUnits, refundedAmount } = facts
  const format = { t, locale, orderUrl, partId, parcel, refundedAmount }
  return {
    label,
    content: {
      sender: { ...store.sender, language },
      design: store.design,
      ...texts,
      items: listMailItems(kind, order, { ...format, images, unitPrices, refundedUnits }),
      formatMoreItems: (count: number) => t('orderMail.moreItems', { count }),
      details: listMailDetails(kind, order, format),
      notes: listMailNotes(kind, order, { t, language, locale, partId }),
    },
  }
}

async function buildOrderMail(app: App, orderMail: LoadedOrderMail): Promise<Mail> {
  const { storeId, id, kind, order, store, facts, language } = orderMail
  const path = addLanguage(await loadOrderPath(app, { storeId, id }), language, store.languages)
  const orderUrl = store.url + path
  const { label, content } = buildContent(orderMail, orderUrl)
  return {
    to: getRecipient(orderMail),
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    ...content,
    ...(await buildTransfer(orderMail)),
    link: { url: orderUrl, label },
    after: kind === 'received' ? listMailTerms(order, facts, serverTexts[language]) : [],
  }
}

/** The receipt of a withdrawal goes to the address in its statement, even if the order has none. */
const getRecipient = ({ kind, order }: Pick<LoadedOrderMail, 'kind' | 'order'>): string =>
  kind === 'withdrawal' ? (order.withdrawal?.email ?? order.email) : order.email

/** Mail programs show no inline SVG, so the code is an image of the email. */
async function buildTransfer({ kind, order, store, language }: LoadedOrderMail) {
  const t = serverTexts[language]
  const details = listTransferDetails(kind, order, {
    t,
    locale: getMailLocale(store, language),
  })
  const code = order.bankTransfer?.code
  if (details.length === 0) return {}
  return {
    transfer: {
      details,
      ...(code && {
        code: { png: await encodeQrCode(code), caption: t('orderMail.transfer.scanCode') },
      }),
    },
  }
}

/** Replies to an email about an order go to its shopper. */
function buildStoreMail({ config }: App, orderMail: LoadedOrderMail, to: string): Mail {
  const { id, order, facts } = orderMail
  const { label, content } = buildContent(orderMail)
  return {
    to,
    ...(order.email && { replyTo: { name: facts.customerName, address: order.email } }),
    ...content,
    link: { url: `${config.publicUrl}/apps/order/orderDetail/${id}`, label },
  }
}

/** An email to a shopper is in the language of the order, if the store still has it. */
const getMailLanguage = (
  kind: OrderMailKind,
  { languages, locale }: MailStore,
  facts: OrderMailFacts,
): Language =>
  languages.find(code => !isStoreMail(kind) && code === facts.language) ?? getLocaleLanguage(locale)

function getValues(orderMail: LoadedOrderMail) {
  const { kind, order, store, facts, language } = orderMail
  const formatMoney = createMoneyFormat(getMailLocale(store, language), order.currency)
  return {
    order_number: order.number,
    customer_name: facts.customerName,
    store_name: store.name,
    total: formatMoney(order.total),
    amount: formatMoney(getAmount(kind, order, facts)),
    reason: getReason(orderMail),
    invoice_number: '',
  }
}

function getReason(orderMail: LoadedOrderMail): string {
  const { kind, order, partId, facts, language, notification } = orderMail
  const t = serverTexts[language]
  if (notification) return t(`orderMail.notifications.${notification}`)
  return kind === 'cancelled'
    ? formatReason(facts.cancelReason, t)
    : (findMailedReturn(kind, order, partId)?.answer ?? '')
}

function getAmount(kind: OrderMailKind, order: StorefrontOrder, facts: OrderMailFacts): number {
  if (kind === 'paid') return facts.paidAmount ?? order.total
  if (kind === 'refunded') return facts.refundedAmount ?? 0
  return order.balance
}

/** Emails do not mention reasons such as fraud. */
const mentionedReasons = ['customer', 'stock', 'payment', 'address', 'duplicate'] as const

function formatReason(reason: string, t: ServerTranslate): string {
  const code = mentionedReasons.find(each => each === reason)
  return code ? t(`orderMail.reasons.${code}`) : ''
}
