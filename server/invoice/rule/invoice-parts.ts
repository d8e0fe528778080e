import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { PageTools } from './invoice-lines.ts'
import type { PrintedInvoice } from './printed-invoice.ts'
import type { TextStyle } from './text-measure.ts'

const muted: TextStyle = { size: 8, color: '#5f5f73' }
const labelWidth = 90
const factsWidth = 210
const totalsWidth = 250

/** Writes the logo, the title, the addresses and the facts, and returns the position below them. */
export function writeHead(
  doc: PDFKit.PDFDocument,
  tools: PageTools,
  invoice: PrintedInvoice,
): number {
  const { writer, format, sheet } = tools
  const { document, kind, number, logo } = invoice
  const { seller, buyer } = document
  const { width, margin } = sheet
  const { t } = format
  const half = (width - 2 * margin) / 2
  if (logo)
    doc.image(logo, writer.getLeft({ x: margin, width: 160 }), margin, {
      fit: [160, 48],
      align: format.direction === 'rtl' ? 'right' : undefined,
    })
  else writer.write(seller.name, { x: margin, y: margin, width: half }, { size: 16, weight: 600 })
  const title = kind === 'invoice' ? t('invoice.title') : t('invoice.creditNote')
  writer.write(
    number ? title : `${title} · ${t('invoice.draft')}`,
    { x: margin + half, y: margin, width: half },
    { size: 18, weight: 600, align: 'end' },
  )
  const top = 130
  const sender = [seller.company, ...format.address(seller.address)].join(' · ')
  const senderEnd = writer.write(
    sender,
    { x: margin, y: top, width: half - 20 },
    { ...muted, size: 6.5 },
  )
  const addressee = [
    buyer.company,
    buyer.name === buyer.company ? '' : buyer.name,
    ...format.address({ ...buyer.address, name: '' }),
  ].filter(Boolean)
  let y = senderEnd + 6
  for (const line of addressee)
    y = writer.write(line, { x: margin, y, width: half - 20 }, { size: 10 })
  return Math.max(y, writeFacts(tools, invoice, top)) + 28
}

/** Writes the number, the dates and the references beside the addresses. */
function writeFacts({ writer, format, sheet }: PageTools, invoice: PrintedInvoice, top: number) {
  const x = sheet.width - sheet.margin - factsWidth
  let y = top
  for (const [label, value] of listFacts(invoice, format)) {
    if (!value) continue
    const labelEnd = writer.write(label, { x, y, width: labelWidth }, muted)
    const valueBox = { x: x + labelWidth, y, width: factsWidth - labelWidth }
    y = Math.max(labelEnd, writer.write(value, valueBox, { size: 8.5, align: 'end' })) + 1.5
  }
  return y
}

function listFacts(
  { number, issuedOn, dueOn, kind, document }: PrintedInvoice,
  { t, day }: PageTools['format'],
): [string, string][] {
  const { corrects, buyer } = document
  return [
    [t('invoice.number'), number],
    [t('invoice.date'), issuedOn ? day(issuedOn) : ''],
    [t('invoice.due'), kind === 'invoice' && dueOn ? day(dueOn) : ''],
    [t('invoice.corrects'), corrects ? `${corrects.number} · ${day(corrects.issuedOn)}` : ''],
    [t('invoice.order'), document.orderNumber],
    [t('invoice.orderedOn'), day(document.orderedOn)],
    [t('invoice.suppliedOn'), document.suppliedOn ? day(document.suppliedOn) : ''],
    [t('invoice.reference'), document.buyerReference],
    [t('invoice.vatId'), buyer.vatId],
  ]
}

/** Writes the sums, the reason for a missing tax, the note and how to pay. */
export function writeTotals(tools: PageTools, invoice: PrintedInvoice, top: number): number {
  const { writer, format, sheet, reserve } = tools
  const { document, kind } = invoice
  const { t, money } = format
  const balance = document.total - document.paid
  const isOwed = kind === 'invoice' && document.paid > 0
  const rows: [string, string, TextStyle][] = [
    [t('invoice.net'), money(document.net), {}],
    ...document.taxes.map(({ rate, tax }): [string, string, TextStyle] => [
      t('invoice.taxAt', { rate: format.rate(rate) }),
      money(tax),
      {},
    ]),
    [t('invoice.total'), money(document.total), { size: 11, weight: 600 }],
    ...(isOwed
      ? ([
          [t('invoice.paid'), money(document.paid), {}],
          [t('invoice.balance'), money(balance), { weight: 600 }],
        ] satisfies [string, string, TextStyle][])
      : []),
  ]
  const x = sheet.width - sheet.margin - totalsWidth
  let y = reserve(top, rows.length * 16)
  for (const [label, value, style] of rows) {
    writer.write(label, { x, y, width: totalsWidth - 100 }, style)
    const amountBox = { x: x + totalsWidth - 100, y, width: 100 }
    y = writer.write(value, amountBox, { ...style, align: 'end' }) + 3
  }
  y += 14
  for (const text of listNotes(invoice, tools)) {
    const width = sheet.width - 2 * sheet.margin
    y = reserve(y, writer.getHeight(text, width))
    y = writer.write(text, { x: sheet.margin, y, width }) + 6
  }
  return y
}

function listNotes({ document, kind }: PrintedInvoice, { format }: PageTools): string[] {
  const { t, money, address } = format
  const { exemption, taxIncluded, tax, note, seller, buyer, shipTo, paid, total } = document
  const isTransfer = kind === 'invoice' && seller.iban !== '' && paid < total
  const isShippedElsewhere = Boolean(shipTo.line1) && shipTo.line1 !== buyer.address.line1
  return [
    exemption && tax === 0 ? t(`invoice.exemptions.${exemption}`) : '',
    taxIncluded && tax > 0 ? t('invoice.pricesWithTax') : '',
    isShippedElsewhere ? `${t('invoice.shipTo')}: ${address(shipTo).join(', ')}` : '',
    isTransfer
      ? `${t('invoice.payTo')}: ${money(total - paid)} · ${seller.accountHolder} · ${seller.iban} · ${seller.bic}`
      : '',
    note,
  ].filter(Boolean)
}

/** Writes who the seller is and the number of the page below every page of an invoice. */
export function writeFooters(
  doc: PDFKit.PDFDocument,
  { writer, format, sheet }: PageTools,
  { document, firstPage }: { document: InvoiceDocument; firstPage: number },
): void {
  const { seller } = document
  const { t } = format
  const width = sheet.width - 2 * sheet.margin
  const count = doc.bufferedPageRange().count - firstPage
  const legal = [
    [seller.company, ...format.address(seller.address)],
    [
      seller.vatId && `${t('invoice.vatId')} ${seller.vatId}`,
      seller.taxNumber && `${t('invoice.taxNumber')} ${seller.taxNumber}`,
      seller.email,
      seller.phone,
    ],
    seller.legalNote.split('\n'),
  ].map(parts => parts.filter(Boolean).join(' · '))
  for (let page = 0; page < count; page++) {
    doc.switchToPage(firstPage + page)
    let y = sheet.bottom + 18
    writer.drawRule({ x: sheet.margin, y, width })
    y += 6
    for (const line of legal.filter(Boolean))
      y = writer.write(line, { x: sheet.margin, y, width: width - 90 }, { ...muted, size: 7 })
    const label = t('invoice.page', { page: page + 1, count })
    const pageBox = { x: sheet.margin + width - 85, y: sheet.bottom + 24, width: 85 }
    writer.write(label, pageBox, { ...muted, size: 7, align: 'end' })
  }
}
