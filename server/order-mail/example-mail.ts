import { createMoneyFormat } from '#contract/lib/money/money.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import type { OrderMailKind, OrderMailTemplate } from '#contract/order/order-mail.ts'
import type { MailContent, MailDetail } from '../lib/mail/render-mail.ts'
import { type ServerTranslate, serverTexts } from '../locales/texts.ts'
import { getMailLocale, type MailStore } from '../store-mail/mail-store.ts'
import { fillTemplate } from './fill-template.ts'

type ExampleMail = OrderMailTemplate & { kind: OrderMailKind; language: Language }

/**
 * Returns an email about an order that does not exist, for the preview and for tests by sellers.
 */
export function createExampleMail(store: MailStore, mail: ExampleMail): MailContent {
  const { kind, language } = mail
  const t = serverTexts[language]
  const formatMoney = createMoneyFormat(getMailLocale(store, language), store.currency)
  const total = formatMoney(5490)
  const { subject, heading, lines, label } = fillTemplate(mail, {
    order_number: '#1001',
    customer_name: 'Ada Verne',
    store_name: store.name,
    total,
    amount: total,
    reason: getExampleReason(kind, t),
    invoice_number: kind === 'credit_note' ? 'CN-2026-0001' : 'INV-2026-0001',
  })
  const orderDetails = [
    { label: '2 × A', value: formatMoney(4990) },
    { label: t('orderMail.shipping'), value: formatMoney(500) },
    { label: t('orderMail.total'), value: total, isTotal: true },
  ]
  const tracking = [{ label: t('orderMail.tracking'), value: 'DHL 00340434161094' }]
  const details: Partial<Record<OrderMailKind, MailDetail[]>> = {
    received: orderDetails,
    changed: orderDetails,
    payment_request: orderDetails,
    replacement: orderDetails,
    new_order: orderDetails,
    shipped: tracking,
    tracking_updated: tracking,
    order_notification: [
      { label: t('orderMail.name'), value: 'Ada Verne' },
      { label: t('orderMail.email'), value: 'ada@example.com' },
    ],
    invoice: orderDetails.slice(-1),
    credit_note: orderDetails.slice(-1),
    withdrawal: [
      { label: t('orderMail.order'), value: '#1001' },
      { label: t('orderMail.name'), value: 'Ada Verne' },
      { label: t('orderMail.email'), value: 'ada@example.com' },
    ],
  }
  return {
    sender: { ...store.sender, language },
    design: store.design,
    subject,
    heading,
    lines,
    details: details[kind] ?? [],
    link: { url: store.url, label },
  }
}

function getExampleReason(kind: OrderMailKind, t: ServerTranslate): string {
  if (kind === 'cancelled') return t('orderMail.reasons.stock')
  return kind === 'order_notification' ? t('orderMail.notifications.return_requested') : ''
}
