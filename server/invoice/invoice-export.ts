import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Disk } from 'flydrive'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { toDecimalPrice } from '#contract/lib/money/money.ts'
import { canBeEInvoice } from '../e-invoice/rule/e-invoice-profile.ts'
import { Problem } from '../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { byteOrderMark, escapeFormula } from '../lib/text/csv-cell.ts'
import { loadIssuedInvoiceFile, loadIssuedXml } from './rule/issued-invoice-file.ts'

type IssuedInvoice = {
  id: string
  kind: 'invoice' | 'credit_note'
  number: string
  issuedOn: string
  dueOn: string | null
  document: InvoiceDocument
}

const batchSize = 100
/** The format of ZIP files without extensions has at most 65,535 entries, two for each invoice. */
const maxZippedInvoices = 30_000
const csvHeader = [
  'Number',
  'Type',
  'Issued on',
  'Due on',
  'Order',
  'Customer',
  'VAT ID',
  'Country',
  'Currency',
  'Tax rate',
  'Net',
  'Tax',
  'Total',
  'Corrects',
]
const csvFormat = { record_delimiter: '\r\n' } as const

/** Reads the issued invoices of a month in batches, by day and number, so that memory stays constant. */
async function* readInvoices(inTx: RunInTransaction, month: string): AsyncGenerator<IssuedInvoice> {
  let last: IssuedInvoice | undefined
  do {
    const previous: IssuedInvoice | undefined = last
    const rows = await inTx(tx => readBatch(tx, month, previous))
    yield* rows
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last)
}

const isInMonth = (tx: Tx, month: string) => tx`
  number is not null and issued_on >= ${`${month}-01`}::date
  and issued_on < ${`${month}-01`}::date + interval '1 month'`

const readBatch = (tx: Tx, month: string, previous: IssuedInvoice | undefined) => tx<
  IssuedInvoice[]
>`
  select id, kind, number, issued_on::text, due_on::text, document from invoice
  where ${isInMonth(tx, month)}
    ${previous ? tx`and (issued_on, id) > (${previous.issuedOn}::date, ${previous.id})` : tx``}
  order by issued_on, id limit ${batchSize}`

/** Streams the invoices of a month as CSV, with a row for each tax rate. Credit notes are negative. */
export function exportInvoicesCsv(inTx: RunInTransaction, month: string): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([csvHeader], csvFormat)
    for await (const invoice of readInvoices(inTx, month))
      yield stringify(toCsvRows(invoice), csvFormat)
  }
  return Readable.from(chunks())
}

function toCsvRows({ kind, number, issuedOn, dueOn, document }: IssuedInvoice): string[][] {
  const { orderNumber, buyer, currency, corrects, taxes } = document
  const sign = kind === 'credit_note' ? -1 : 1
  const toAmount = (amount: number) => toDecimalPrice(sign * amount, currency)
  return taxes.map(({ rate, base, tax }) =>
    [
      number,
      kind,
      issuedOn,
      kind === 'invoice' ? (dueOn ?? '') : '',
      orderNumber,
      buyer.company || buyer.name,
      buyer.vatId,
      buyer.address.country ?? '',
      currency,
      String(rate),
      toAmount(base),
      toAmount(tax),
      toAmount(base + tax),
      corrects?.number ?? '',
    ].map(escapeFormula),
  )
}

/**
 * Streams the invoices of a month as ZIP, with the PDF and, if possible, the XRechnung of each. The next
 * file is read when the client has taken the previous one. Files that are not stored yet are created.
 * @throws Problem 422 invoice_export_too_big
 */
export async function exportInvoicesZip(
  { inTx, disk }: { inTx: RunInTransaction; disk: Disk },
  month: string,
): Promise<Readable> {
  const [count] = await inTx(
    tx => tx<{ invoices: number }[]>`
      select count(*)::integer as invoices from invoice where ${isInMonth(tx, month)}`,
  )
  if ((count?.invoices ?? 0) > maxZippedInvoices) throw new Problem(422, 'invoice_export_too_big')
  return Readable.from(writeZip({ inTx, disk }, month))
}

async function* writeZip(
  storage: { inTx: RunInTransaction; disk: Disk },
  month: string,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { id, ...invoice } of readInvoices(storage.inTx, month)) {
    const name = `${invoice.issuedOn}_${invoice.number}`.replaceAll('/', '-')
    const pdf = await loadIssuedInvoiceFile(storage, { id })
    addFile(zip, new ZipPassThrough(`${name}.pdf`), pdf.content)
    if (canBeEInvoice(invoice.document, 'xrechnung')) {
      const xml = await storage.inTx(tx => loadIssuedXml(tx, { id, ...invoice }))
      addFile(zip, new ZipDeflate(`${name}.xml`), xml)
    }
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

function addFile(zip: Zip, entry: ZipPassThrough | ZipDeflate, content: Uint8Array) {
  zip.add(entry)
  entry.push(content, true)
}
