import { z } from 'zod'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { OrderMailTemplate } from '#contract/order/order-mail.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { type InvoiceFile, loadIssuedInvoiceFile } from '../invoice/rule/issued-invoice-file.ts'
import {
  selectInvoiceEmail,
  selectIsShoppersInvoice,
} from '../invoice/rule/list-issued-invoices.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import type { MailImage } from '../lib/mail/mail-content.ts'
import { serverTexts } from '../locales/texts.ts'
import { findOrderPath } from '../sale/order-link.ts'
import { loadMailStore, type MailStore } from '../store-mail/mail-store.ts'
import { fillTemplate } from './fill-template.ts'
import { loadLineImages } from './order-mail-items.ts'
import { findOrderMailTemplate } from './order-mail-store.ts'

const InvoiceMailPayload = z.object({ storeId: z.string(), id: z.string() })

type MailedInvoice = {
  kind: 'invoice' | 'credit_note'
  number: string
  orderId: string
  document: InvoiceDocument
  email: string
  /** False for a former customer, who can no longer open the page of the order. */
  isOfCustomer: boolean
}

/** Returns the job that emails an issued invoice or credit note to its buyer, with the PDF as attachment. */
export function invoiceMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'invoice.mail': async (raw, { job }) => {
      const { storeId, id } = InvoiceMailPayload.parse(raw)
      const inTx = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
      const [invoice, store] = await inTx(tx =>
        Promise.all([findMailedInvoice(tx, id), loadMailStore(app, tx)]),
      )
      if (!invoice || !store) return
      const language = getLocaleLanguage(invoice.document.locale)
      const [template, images] = await inTx(tx =>
        Promise.all([
          findOrderMailTemplate(tx, { kind: invoice.kind, language }),
          loadLineImages(tx, { orderId: invoice.orderId, storeUrl: store.url }),
        ]),
      )
      if (!template) return
      const file = await loadIssuedInvoiceFile({ inTx, disk: openDisk(app.config) }, { id })
      const path = invoice.isOfCustomer
        ? await inTx(tx => findOrderPath(app, tx, { storeId, id: invoice.orderId }))
        : undefined
      const orderUrl = path && store.url + addLanguage(path, language, store.languages)
      await mailer.send(buildInvoiceMail(invoice, { store, template, images, file, orderUrl }), job)
      await inTx(tx => tx`update invoice set sent_at = now() where id = ${id} and sent_at is null`)
    },
  }
}

/** Returns an issued invoice, unless the customer of its order is erased. */
async function findMailedInvoice(tx: Tx, id: string): Promise<MailedInvoice | undefined> {
  const [row] = await tx<MailedInvoice[]>`
    select i.kind, i.number, i.order_id, i.document, ${selectInvoiceEmail(tx)} as email,
      ${selectIsShoppersInvoice(tx)} as is_of_customer
    from invoice i join "order" o on o.store_id = i.store_id and o.id = i.order_id
    where i.id = ${id} and i.number is not null and not o.is_customer_erased`
  return row
}

type MailParts = {
  store: MailStore
  template: OrderMailTemplate
  images: ReadonlyMap<string, MailImage>
  file: InvoiceFile
  orderUrl: string | undefined
}

function buildInvoiceMail(
  { number, document, email }: MailedInvoice,
  { store, template, images, file, orderUrl }: MailParts,
): Mail {
  const { buyer, orderNumber, locale, currency, lines, total, paid } = document
  const language = getLocaleLanguage(locale)
  const t = serverTexts[language]
  const formatMoney = createMoneyFormat(locale, currency)
  const formatNumber = new Intl.NumberFormat(locale)
  const { label, ...texts } = fillTemplate(template, {
    order_number: orderNumber,
    customer_name: buyer.name || buyer.company,
    store_name: store.name,
    total: formatMoney(total),
    amount: formatMoney(total - paid),
    reason: '',
    invoice_number: number,
  })
  return {
    ...texts,
    to: email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    items: lines.map(({ orderLine, title, variantTitle, quantity, total: price }) => ({
      title,
      note: variantTitle,
      ...(quantity > 0 && { quantity: formatNumber.format(quantity) }),
      value: formatMoney(price),
      image: images.get(orderLine ?? ''),
    })),
    formatMoreItems: count => t('orderMail.moreItems', { count }),
    details: [
      {
        label: t('invoice.total'),
        value: formatMoney(total),
        isTotal: true,
      },
    ],
    ...(orderUrl && { link: { url: orderUrl, label } }),
    attachments: [file],
  }
}
