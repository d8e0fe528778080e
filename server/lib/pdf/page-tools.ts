import type { PaperFormat } from '#contract/lib/paper.ts'
import type { DocumentFormat } from './document-format.ts'
import type { FaceFinder } from './load-faces.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'
import type { TextStyle } from './text-measure.ts'

/** The sizes of the pages of a document, in points. */
export type Sheet = { width: number; margin: number; bottom: number }
export type PageTools = {
  doc: PDFKit.PDFDocument
  writer: PageWriter
  format: DocumentFormat
  sheet: Sheet
  /** The index of the first page of the document in its file. */
  firstPage: number
  /** Adds a page if less space is left, and returns the position to continue at. */
  reserve: (y: number, height: number) => number
}

export const muted: TextStyle = { size: 8, color: '#5f5f73' }

const paperSizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const
const margin = 50
const footerHeight = 90

/** Adds the first page of a document to a file. */
export function startPages(
  doc: PDFKit.PDFDocument,
  {
    findFace,
    format,
    paper,
  }: { findFace: FaceFinder; format: DocumentFormat; paper: Extract<PaperFormat, 'A4' | 'Letter'> },
): PageTools {
  const firstPage = doc.bufferedPageRange().count
  const size = [...paperSizes[paper]]
  const addPage = () => {
    // The writer places every text itself, also below the margin of the library.
    doc.addPage({ size, margin: 0 })
    return margin
  }
  addPage()
  const { width, height } = doc.page
  const sheet = { width, margin, bottom: height - footerHeight }
  return {
    doc,
    writer: createPageWriter(doc, { direction: format.direction, findFace }),
    format,
    sheet,
    firstPage,
    reserve: (y, space) => (y + space > sheet.bottom ? addPage() : y),
  }
}
