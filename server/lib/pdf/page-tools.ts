import type { PaperFormat } from '#contract/lib/paper.ts'
import type { DocumentFormat } from './document-format.ts'
import type { FaceFinder } from './load-faces.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'
import type { TextStyle } from './text-measure.ts'

/** The sizes of the pages of a document, in points. */
export type Sheet = {
  width: number
  margin: number
  bottom: number
  /** Whether blocks are written below each other, and tables have two columns at most. */
  isNarrow: boolean
  isRoll: boolean
}
type PageFormat = Pick<DocumentFormat, 't' | 'direction'>
export type PageTools = {
  doc: PDFKit.PDFDocument
  writer: PageWriter
  format: PageFormat
  sheet: Sheet
  /** The index of the first page of the document in its file. */
  firstPage: number
  /** Adds a page if less space is left, and returns the position to continue at. */
  reserve: (y: number, height: number) => number
}

export const muted: TextStyle = { size: 8, color: '#5f5f73' }

type Paper = { size: [width: number, height: number]; margin: number; footerHeight: number }
const papers: Record<PaperFormat, Paper> = {
  A4: { size: [595.28, 841.89], margin: 50, footerHeight: 90 },
  Letter: { size: [612, 792], margin: 50, footerHeight: 90 },
  A6: { size: [297.64, 419.53], margin: 20, footerHeight: 62 },
  // Printers leave 4 mm at both sides. The largest height of a page is cut to the content.
  roll: { size: [226.77, 14_400], margin: 12, footerHeight: 200 },
}

/** Adds the first page of a document to a file. */
export function startPages(
  doc: PDFKit.PDFDocument,
  { findFace, format, paper }: { findFace: FaceFinder; format: PageFormat; paper: PaperFormat },
): PageTools {
  const { start, count } = doc.bufferedPageRange()
  const firstPage = start + count
  const { size, margin, footerHeight } = papers[paper]
  const [width, height] = size
  const addPage = () => {
    // The writer places every text itself, also below the margin of the library.
    doc.addPage({ size: [...size], margin: 0 })
    return margin
  }
  addPage()
  const bottom = height - footerHeight
  return {
    doc,
    writer: createPageWriter(doc, { direction: format.direction, findFace }),
    format,
    sheet: { width, margin, bottom, isNarrow: width < 400, isRoll: paper === 'roll' },
    firstPage,
    reserve: (y, space) => (y + space > bottom ? addPage() : y),
  }
}
