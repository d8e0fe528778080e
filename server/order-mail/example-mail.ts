import { createMoneyFormat } from '#contract/lib/money/money.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import type { OrderMailKind, OrderMailTemplate } from '#contract/order/order-mail.ts'
import type { Tx } from '../lib/db/db.ts'
import type { MailContent, MailDetail, MailItem } from '../lib/mail/mail-content.ts'
import { type ServerTranslate, serverTexts } from '../locales/texts.ts'
import { describeMailImage, loadMailImages } from '../store-mail/load-mail-images.ts'
import { getMailLocale, type MailStore } from '../store-mail/mail-store.ts'
import { fillTemplate } from './fill-template.ts'
import { isParcelMail } from './order-mail-items.ts'

type ExampleProduct = Pick<MailItem, 'title' | 'image'>
type ExampleMail = OrderMailTemplate & {
  kind: OrderMailKind
  language: Language
  product: ExampleProduct
}

/** Returns the first product of the store that has an image, for examples of its emails. */
export async function findExampleProduct(
  tx: Tx,
  { url: storeUrl }: Pick<MailStore, 'url'>,
): Promise<ExampleProduct> {
  const [row] = await tx<{ title: string; image: string }[]>`
    select title, image from product where status = 'active' and image <> '' order by id limit 1`
  if (!row) return { title: 'A' }
  const image = (await loadMailImages(tx, [row.image], { storeUrl })).get(row.image)
  return { title: row.title, image: describeMailImage(image, row.title) }
}

/**
 * Returns an email about an order that does not exist, for the preview and for tests by sellers.
 */
export function createExampleMail(store: MailStore, mail: ExampleMail): MailContent {
  const { kind, language, product } = mail
  const t = serverTexts[language]
  const locale = getMailLocale(store, language)
  const formatMoney = createMoneyFormat(locale, store.currency)
  const total = formatMoney(5490)
  const { label, ...texts } = fillTemplate(mail, {
    order_number: '#1001',
    customer_name: 'Ada Verne',
    store_name: store.name,
    total,
    amount: total,
    reason: getExampleReason(kind, t),
    invoice_number: kind === 'credit_note' ? 'CN-2026-0001' : 'INV-2026-0001',
  })
  const item = { ...product, quantity: new Intl.NumberFormat(locale).format(2) }
  return {
    sender: { ...store.sender, language },
    design: store.design,
    ...texts,
    items: [isParcelMail(kind) ? item : { ...item, value: formatMoney(4990) }],
    details: listExampleDetails(kind, { t, formatMoney }),
    link: { url: store.url, label },
  }
}

type ExampleFormat = { t: ServerTranslate; formatMoney: (amount: number) => string }

function listExampleDetails(kind: OrderMailKind, { t, formatMoney }: ExampleFormat): MailDetail[] {
  const total = { label: t('orderMail.total'), value: formatMoney(5490), isTotal: true }
  const orderDetails = [{ label: t('orderMail.shipping'), value: formatMoney(500) }, total]
  const tracking = [{ label: t('orderMail.tracking'), value: 'DHL 00340434161094' }]
  const customer = [
    { label: t('orderMail.name'), value: 'Ada Verne' },
    { label: t('orderMail.email'), value: 'ada@example.com' },
  ]
  const details: Partial<Record<OrderMailKind, MailDetail[]>> = {
    received: orderDetails,
    changed: orderDetails,
    payment_request: orderDetails,
    paid: orderDetails,
    payment_failed: orderDetails,
    replacement: orderDetails,
    new_order: orderDetails,
    refunded: [{ ...total, label: t('paper.refund') }],
    shipped: tracking,
    tracking_updated: tracking,
    order_notification: customer,
    invoice: [total],
    credit_note: [total],
    withdrawal: [{ label: t('orderMail.order'), value: '#1001' }, ...customer],
  }
  return details[kind] ?? []
}

function getExampleReason(kind: OrderMailKind, t: ServerTranslate): string {
  if (kind === 'cancelled') return t('orderMail.reasons.stock')
  return kind === 'order_notification' ? t('orderMail.notifications.return_requested') : ''
}
