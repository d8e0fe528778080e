import { getCountryPaper } from '#contract/lib/paper.ts'
import { embedEInvoice } from '../../e-invoice/rule/embed-e-invoice.ts'
import { createDocumentFormat } from '../../lib/pdf/document-format.ts'
import { type FontLoader, renderPdf } from '../../lib/pdf/render-pdf.ts'
import { writeDocument } from '../../lib/pdf/write-document.ts'
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
        await writeInvoice(doc, invoice, loadFonts)
        await onWritten?.(index + 1)
      }
      if (first && invoices.length === 1) embedEInvoice(doc, first)
    },
  )
}

function writeInvoice(doc: PDFKit.PDFDocument, invoice: PrintedInvoice, loadFonts: FontLoader) {
  const { document } = invoice
  const format = createDocumentFormat(document)
  return writeDocument(
    doc,
    {
      head: describeHead(invoice, format),
      table: describeLines(document, format),
      sums: listSums(invoice, format),
      notes: listNotes(invoice, format),
      footer: listFooterLines(document.seller, format),
    },
    { format, paper: getCountryPaper(document.seller.address.country), loadFonts },
  )
}
