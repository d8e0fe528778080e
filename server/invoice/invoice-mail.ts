import { z } from 'zod'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { loadMailStore, type MailStore } from '../store-mail/mail-store.ts'
import { loadInvoiceRecord } from './invoice-store.ts'
import { type InvoiceFile, loadIssuedInvoiceFile } from './rule/issued-invoice-file.ts'

const InvoiceMailPayload = z.object({ storeId: z.string(), id: z.string() })

/**
 * Queues the email of an issued invoice. A second request before it is sent changes nothing.
 * @throws Problem 409 invoice_not_issued, or 422 invoice_without_email
 */
export async function enqueueInvoiceMail(tx: Tx, id: string): Promise<void> {
  const { document, isCustomerErased } = await loadInvoiceRecord(tx, id)
  if (!document) throw new Problem(409, 'invoice_not_issued')
  if (isCustomerErased || !document.buyer.email) throw new Problem(422, 'invoice_without_email')
  await tx`
    select add_job('invoice.mail', json_build_object('storeId', current_store(), 'id', ${id}::uuid),
      ${`invoice.mail ${id}`})`
}

/** Returns the job that emails an invoice to its buyer, with the PDF as attachment. */
export function invoiceMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'invoice.mail': async (raw, { job }) => {
      const { storeId, id } = InvoiceMailPayload.parse(raw)
      const inTx = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
      const [invoice, store] = await inTx(tx =>
        Promise.all([loadInvoiceRecord(tx, id), loadMailStore(app, tx)]),
      )
      const { document } = invoice
      if (!document || !store || invoice.isCustomerErased) return
      const file = await loadIssuedInvoiceFile({ inTx, disk: openDisk(app.config) }, { id })
      await mailer.send(buildInvoiceMail({ ...invoice, document }, store, file), job)
      await inTx(tx => tx`update invoice set sent_at = now() where id = ${id} and sent_at is null`)
    },
  }
}

function buildInvoiceMail(
  { kind, number, document }: { kind: string; number: string; document: InvoiceDocument },
  store: MailStore,
  file: InvoiceFile,
): Mail {
  const language = getLocaleLanguage(document.locale)
  const t = serverTexts[language]
  const values = { number, store: store.name, order: document.orderNumber }
  const formatMoney = createMoneyFormat(document.locale, document.currency)
  const isInvoice = kind === 'invoice'
  return {
    to: document.buyer.email,
    ...(store.email && { replyTo: { name: store.name, address: store.email } }),
    sender: { ...store.sender, language },
    design: store.design,
    subject: isInvoice
      ? t('invoiceMail.subject', values)
      : t('invoiceMail.creditNoteSubject', values),
    lines: [isInvoice ? t('invoiceMail.text', values) : t('invoiceMail.creditNoteText', values)],
    details: [{ label: t('invoice.total'), value: formatMoney(document.total), isTotal: true }],
    attachments: [file],
  }
}
