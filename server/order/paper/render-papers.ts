import type { PaperFormat } from '#contract/lib/paper.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { OrderPaper } from '#contract/order/order-paper.ts'
import { endPages } from '../../lib/pdf/end-pages.ts'
import type { FaceFinder } from '../../lib/pdf/load-faces.ts'
import { startPages } from '../../lib/pdf/page-tools.ts'
import { renderPdf } from '../../lib/pdf/render-pdf.ts'
import { writeDocumentHead } from '../../lib/pdf/write-head.ts'
import { type SumRow, writeNotes, writeSums } from '../../lib/pdf/write-sums.ts'
import { writeTable } from '../../lib/pdf/write-table.ts'
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
        const findFace = await loadFonts({
          text: JSON.stringify(paper),
          hasArabic: paper.direction === 'rtl',
        })
        writePaper(doc, { paper, logo, format, findFace })
        await onWritten?.(index + 1)
      }
    },
  )
}

function writePaper(
  doc: PDFKit.PDFDocument,
  {
    paper,
    logo,
    format,
    findFace,
  }: Pick<PaperPrint, 'logo' | 'format'> & { paper: OrderPaper; findFace: FaceFinder },
): void {
  const t = serverTexts[getLocaleLanguage(paper.language)]
  const { direction } = paper
  const tools = startPages(doc, { findFace, format: { t, direction }, paper: format })
  const headEnd = writeDocumentHead(tools, { ...paper, logo })
  const tableEnd = writeTable(tools, paper.table, headEnd)
  const sums = paper.sums.map(
    ({ label, amount, isTotal }): SumRow =>
      isTotal ? [label, amount, { size: 11, weight: 600 }] : [label, amount],
  )
  const sumsEnd = writeSums(tools, sums, tableEnd + 6)
  const end = writeNotes(tools, paper.notes, sumsEnd + 14)
  endPages(tools, paper.footer, end)
}
