import { parseArgs } from 'node:util'
import PDFDocument from 'pdfkit'
import type { InvoiceDocument } from '../contract/invoice/invoice-document.ts'
import type { OrderPaper } from '../contract/order/order-paper.ts'
import type { PrintedInvoice } from '../server/invoice/rule/printed-invoice.ts'
import { renderInvoices } from '../server/invoice/rule/render-invoice.ts'
import { renderPapers } from '../server/order/paper/render-papers.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures how long documents take to become PDF, in turns with a bare file: pdfkit with its own font
 * and as many texts on as many pages, without fonts for each script, wrapping or order of text.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '200' },
    lines: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
  },
})
const documentCount = Number(values.documents)
const lineCount = Number(values.lines)
const titles = ['Linen shirt', 'Größe M, handgewebt', 'قميص كتان أبيض', '山田の手ぬぐい']
/** No two documents have the same products, so that they share only the texts of all documents. */
const createLines = (document: number) =>
  Array.from({ length: lineCount }, (_, index) => ({
    title: `${titles[index % titles.length]} ${document}`,
    variantTitle: 'Indigo / M',
    sku: `SKU-${document}-${index}`,
  }))
const address = { line1: 'Hauptstr. 12', city: 'Berlin', postalCode: '10115', country: 'DE' }
const party = { name: 'محمد علي', company: '', vatId: '', email: '', address }

const createDocument = (index: number): InvoiceDocument => ({
  seller: {
    ...party,
    name: 'Linen & Co',
    company: 'Linen GmbH',
    phone: '+49 30 1',
    taxNumber: '12/345',
    legalNote: 'HRB 1',
    logo: '',
    iban: '',
    bic: '',
    accountHolder: '',
  },
  buyer: {
    ...party,
    name: `${party.name} ${index}`,
    address: { ...address, line1: `Hauptstr. ${index}` },
  },
  shipTo: address,
  buyerReference: '',
  note: '',
  orderNumber: `#${1001 + index}`,
  orderedOn: '2026-11-20',
  suppliedOn: null,
  language: 'de',
  locale: 'de-DE',
  currency: 'EUR',
  lines: createLines(index).map(line => ({
    ...line,
    quantity: 2,
    unitPrice: 1900,
    discount: 0,
    taxRate: 19,
    tax: 607,
    total: 3800,
  })),
  shipping: null,
  taxIncluded: true,
  taxes: [{ rate: 19, base: 3193 * lineCount, tax: 607 * lineCount }],
  net: 3193 * lineCount,
  tax: 607 * lineCount,
  total: 3800 * lineCount,
  paid: 0,
  exemption: '',
  paymentMethod: '',
  corrects: null,
})
const createInvoice = (index: number): PrintedInvoice => ({
  kind: 'invoice',
  number: `INV-2026-${index + 1}`,
  issuedOn: '2026-11-27',
  dueOn: '2026-12-11',
  document: createDocument(index),
  logo: undefined,
})
const createPaper = (index: number): OrderPaper => ({
  kind: 'packingSlip',
  language: 'de',
  direction: 'ltr',
  orderNumber: `#${1001 + index}`,
  title: 'Packzettel',
  sellerName: 'Linen & Co',
  logo: '',
  sender: 'Linen GmbH · Hauptstr. 12 · 10115 Berlin',
  addressee: ['محمد علي', 'Hauptstr. 12', '10115 Berlin', 'Deutschland'],
  facts: [
    ['Bestellung', `#${1001 + index}`],
    ['Bestellt am', '20.11.2026'],
  ],
  table: {
    firstLabel: 'Artikel',
    columns: [
      { label: 'Artikelnummer', width: 110 },
      { label: 'Menge', width: 60 },
    ],
    rows: createLines(index).map(({ title, variantTitle, sku }) => ({
      cells: [title, sku, '2'],
      details: variantTitle,
      narrowCell: `${title} · ${sku}`,
    })),
  },
  sums: [],
  notes: [],
  footer: ['Linen GmbH · Hauptstr. 12 · 10115 Berlin · Deutschland'],
})
const papers = Array.from({ length: documentCount }, (_, index) => createPaper(index))
const invoices = Array.from({ length: documentCount }, (_, index) => createInvoice(index))

/** Writes as many pages and texts as the documents have. */
async function renderBareFile(pageCount: number, textCount: number): Promise<void> {
  const doc = new PDFDocument({ autoFirstPage: false })
  const ended = new Promise(resolve => doc.on('end', resolve))
  doc.on('data', () => {})
  for (let page = 0; page < pageCount; page++) {
    doc.addPage({ size: 'A4', margin: 0 })
    for (let index = 0; index < textCount; index++)
      doc
        .fontSize(9)
        .text(`Linen shirt ${page} ${index}`, 50, 20 + index * 12, { lineBreak: false })
  }
  doc.end()
  await ended
}

const slipTexts = 14 + 4 * lineCount
const invoiceTexts = 30 + 6 * lineCount
const cases = [
  {
    name: 'one packing slip',
    write: () => renderPapers({ papers: papers.slice(0, 1), logo: undefined, format: 'A4' }),
    writeBare: () => renderBareFile(1, slipTexts),
  },
  {
    name: `${documentCount} packing slips`,
    write: () => renderPapers({ papers, logo: undefined, format: 'A4' }),
    writeBare: () => renderBareFile(documentCount, slipTexts),
  },
  {
    name: 'one invoice',
    write: () => renderInvoices(invoices.slice(0, 1)),
    writeBare: () => renderBareFile(1, invoiceTexts),
  },
  {
    name: `${documentCount} invoices`,
    write: () => renderInvoices(invoices),
    writeBare: () => renderBareFile(documentCount, invoiceTexts),
  },
] as const

/** Returns the CPU time of this process, so that other processes of the machine do not count. */
async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// The first document of a process prepares its fonts.
const firstMs = await measureMs(() => renderInvoices(invoices.slice(0, 1)))
console.log(`The first document of the process takes ${firstMs.toFixed()} ms.`)
console.log('| document | ms | CPU ms | bare CPU ms | ratio |\n|---|---:|---:|---:|---:|')
for (const { name, write, writeBare } of cases) {
  const times: number[] = []
  const cpuTimes: number[] = []
  const bareTimes: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    bareTimes.push(await measureCpuMs(writeBare))
    cpuTimes.push(await measureCpuMs(async () => times.push(await measureMs(write))))
  }
  const ratio = median(cpuTimes) / median(bareTimes)
  const cells = [median(times), median(cpuTimes), median(bareTimes)].map(ms => ms.toFixed(1))
  console.log(`| ${[name, ...cells, ratio.toFixed(1)].join(' | ')} |`)
}
