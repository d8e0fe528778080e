import { getCountryPaper } from '#contract/lib/paper.ts'
import { embedEInvoice } from '../../e-invoice/rule/embed-e-invoice.ts'
import { createDocumentFormat } from '../../lib/pdf/document-format.ts'
import { endPages } from '../../lib/pdf/end-pages.ts'
import type { FaceFinder } from '../../lib/pdf/load-faces.ts'
import { startPages } from '../../lib/pdf/page-tools.ts'
import { renderPdf } from '../../lib/pdf/render-pdf.ts'
import { writeDocumentHead } from '../../lib/pdf/write-head.ts'
import { writeNotes, writeSums } from '../../lib/pdf/write-sums.ts'
import { writeTable } from '../../lib/pdf/write-table.ts'
import { describeHead, listFooterLines, listNotes, listSums } from './invoice-parts.ts'
import { describeLines } from './invoice-table.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

/**
 * Returns invoices as one PDF/A-3b, each on new pages, and calls `onWritten` after each of them. A single
 * issued invoice is a Factur-X file if it has what that requires.
 */
export function renderInvoices(
  invoices: readonly PrintedInvoice[],
  onWritten?: (count: number) => Promise<void>,
): Promise<Buffer> {
  const [first] = invoices
  const numbers = invoices.map(({ number }) => number).join(', ')
  return renderPdf(
    {
      title: numbers.slice(0, 200) || 'Draft',
      author: first?.document.seller.company ?? '',
      language: first?.document.language ?? 'en',
    },
    async (doc, loadFonts) => {
      for (const [index, invoice] of invoices.entries()) {
        const { document, number } = invoice
        const findFace = await loadFonts({
          text: number + JSON.stringify(document),
          hasArabic: document.locale.startsWith('ar'),
        })
        writeInvoice(doc, invoice, findFace)
        await onWritten?.(index + 1)
      }
      if (first && invoices.length === 1) embedEInvoice(doc, first)
    },
  )
}

function writeInvoice(doc: PDFKit.PDFDocument, invoice: PrintedInvoice, findFace: FaceFinder) {
  const { document } = invoice
  const format = createDocumentFormat(document)
  const paper = getCountryPaper(document.seller.address.country)
  const tools = startPages(doc, { findFace, format, paper })
  const headEnd = writeDocumentHead(tools, describeHead(invoice, format))
  const tableEnd = writeTable(tools, describeLines(document, format), headEnd)
  const sumsEnd = writeSums(tools, listSums(invoice, format), tableEnd + 6)
  const end = writeNotes(tools, listNotes(invoice, format), sumsEnd + 14)
  endPages(tools, listFooterLines(document.seller, format), end)
}
