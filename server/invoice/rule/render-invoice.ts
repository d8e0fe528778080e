import { createDocumentFormat } from './document-format.ts'
import { type PageTools, writeLines } from './invoice-lines.ts'
import { writeFooters, writeHead, writeTotals } from './invoice-parts.ts'
import { type FaceFinder, loadFaces } from './load-faces.ts'
import { createPageWriter } from './page-writer.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

const paperSizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const
/** The countries that print on Letter (CLDR, paperSize). */
const letterCountries = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'
const margin = 50
const footerHeight = 90

/** Returns invoices as one PDF/A-3b, each on new pages, with every font embedded. */
export async function renderInvoices(invoices: readonly PrintedInvoice[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const findFace = await loadFaces(listCharacters(invoices))
  const [first] = invoices
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    autoFirstPage: false,
    bufferPages: true,
    lang: first?.document.language ?? 'en',
    displayTitle: true,
    info: {
      Title:
        invoices
          .map(({ number }) => number)
          .join(', ')
          .slice(0, 200) || 'Draft',
      Author: first?.document.seller.company ?? '',
      Producer: 'Storewright',
      Creator: 'Storewright',
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const invoice of invoices) writeInvoice(doc, invoice, findFace)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The characters of the documents, their labels and formats, for which fonts are loaded. */
function listCharacters(invoices: readonly PrintedInvoice[]): string {
  const isArabic = invoices.some(({ document }) => document.locale.startsWith('ar'))
  return [
    ...[
      listRange(0x20, 0x17f),
      listRange(0x2000, 0x206f),
      listRange(0x20a0, 0x20c0),
      isArabic ? listRange(0x600, 0x6ff) : '',
    ],
    ...invoices.map(({ document, number }) => number + JSON.stringify(document)),
  ].join('')
}

const listRange = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

function writeInvoice(doc: PDFKit.PDFDocument, invoice: PrintedInvoice, findFace: FaceFinder) {
  const { document } = invoice
  const format = createDocumentFormat(document)
  const { country = '' } = document.seller.address
  const size = [...paperSizes[letterCountries.includes(country || '-') ? 'Letter' : 'A4']]
  const writer = createPageWriter(doc, { direction: format.direction, findFace })
  const firstPage = doc.bufferedPageRange().count
  const addPage = () => {
    // The writer places every text itself, also below the margin of the library.
    doc.addPage({ size, margin: 0 })
    return margin
  }
  addPage()
  const { width, height } = doc.page
  const sheet = { width, margin, bottom: height - footerHeight }
  const reserve = (y: number, space: number) => (y + space > sheet.bottom ? addPage() : y)
  const tools: PageTools = { writer, format, sheet, reserve }
  const headEnd = writeHead(doc, tools, invoice)
  const linesEnd = writeLines(tools, document, headEnd)
  writeTotals(tools, invoice, linesEnd + 6)
  writeFooters(doc, tools, { document, firstPage })
}
