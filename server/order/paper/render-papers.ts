import type { PaperFormat } from '#contract/lib/paper.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { OrderPaper } from '#contract/order/order-paper.ts'
import { type FontLoader, renderPdf } from '../../lib/pdf/render-pdf.ts'
import { writeDocument } from '../../lib/pdf/write-document.ts'
import type { SumRow } from '../../lib/pdf/write-sums.ts'
import { serverTexts } from '../../locales/texts.ts'

type PaperPrint = {
  papers: readonly OrderPaper[]
  /** The logo of the store as PNG. */
  logo: Buffer | undefined
  format: PaperFormat
  /** Called after each document, so that other requests are served between them. */
  onWritten?: (count: number) => Promise<void>
}

/** Returns documents of orders as one PDF, each on new pages. */
export function renderPapers({ papers, logo, format, onWritten }: PaperPrint): Promise<Buffer> {
  const [first] = papers
  const numbers = papers.map(({ title, orderNumber }) => `${title} ${orderNumber}`).join(', ')
  return renderPdf(
    {
      title: numbers.slice(0, 200),
      author: first?.sellerName ?? '',
      language: first?.language ?? 'en',
    },
    async (doc, loadFonts) => {
      for (const [index, paper] of papers.entries()) {
        await writePaper(doc, paper, { logo, format, loadFonts })
        await onWritten?.(index + 1)
      }
    },
  )
}

function writePaper(
  doc: PDFKit.PDFDocument,
  { language, direction, notes, table, footer, sums, ...head }: OrderPaper,
  { logo, format, loadFonts }: Pick<PaperPrint, 'logo' | 'format'> & { loadFonts: FontLoader },
): Promise<void> {
  const t = serverTexts[getLocaleLanguage(language)]
  return writeDocument(
    doc,
    {
      head: { ...head, logo },
      table,
      sums: sums.map(
        ({ label, amount, isTotal }): SumRow =>
          isTotal ? [label, amount, { size: 11, weight: 600 }] : [label, amount],
      ),
      notes,
      footer,
    },
    { format: { t, direction }, paper: format, loadFonts },
  )
}
