import type { PaperFormat } from '#contract/lib/paper.ts'
import { sum } from '#contract/lib/sum.ts'
import type { DocumentFormat } from './document-format.ts'
import type { FaceFinder } from './load-faces.ts'
import { createPageWriter, type PageWriter, type Reserve } from './page-writer.ts'
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
export type PageFormat = Pick<DocumentFormat, 't' | 'direction'>
/** The lines at the bottom of each page, or only at the end if they need more than a quarter of the page. */
type Footer = { lines: readonly string[]; isAtEnd: boolean }
export type PageTools = {
  doc: PDFKit.PDFDocument
  writer: PageWriter
  format: PageFormat
  sheet: Sheet
  footer: Footer
  /** The index of the first page of the document in its file. */
  firstPage: number
  /** Adds a page if less space is left, and returns the position to continue at. */
  reserve: Reserve
}

export const muted: TextStyle = { size: 8, color: '#5f5f73' }

/** Longer footers are written once, at the end. */
const maxFooterShare = 0.25

type Paper = {
  size: [width: number, height: number]
  margin: number
  /** The height of a short footer. */
  footerHeight: number
}
const papers: Record<PaperFormat, Paper> = {
  A4: { size: [595.28, 841.89], margin: 50, footerHeight: 90 },
  Letter: { size: [612, 792], margin: 50, footerHeight: 90 },
  A6: { size: [297.64, 419.53], margin: 20, footerHeight: 62 },
  // Printers leave 4 mm at both sides. The largest height of a page is cut to the content.
  roll: { size: [226.77, 14_400], margin: 12, footerHeight: 200 },
}

export const footerStyle: TextStyle = { ...muted, size: 7 }
/** The parts of a footer, from the end of the content to the edge of the paper. */
export const getFooterLayout = ({ isNarrow }: Sheet) => ({
  aboveRule: isNarrow ? 6 : 18,
  belowRule: 6,
  aboveEdge: isNarrow ? 10 : 20,
  labelWidth: isNarrow ? 50 : 85,
})

/** Adds the first page of a document to a file. */
export function startPages(
  doc: PDFKit.PDFDocument,
  {
    findFace,
    format,
    paper,
    footer,
  }: { findFace: FaceFinder; format: PageFormat; paper: PaperFormat; footer: readonly string[] },
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
  const writer = createPageWriter(doc, { direction: format.direction, findFace })
  const isRoll = paper === 'roll'
  const sheet = { width, margin, bottom: height - footerHeight, isNarrow: width < 400, isRoll }
  const lines = footer.filter(Boolean)
  const neededHeight = measureFooter(writer, sheet, lines)
  const isAtEnd = isRoll || neededHeight > height * maxFooterShare
  const bottom = isAtEnd ? sheet.bottom : Math.min(sheet.bottom, height - neededHeight)
  return {
    doc,
    writer,
    format,
    sheet: { ...sheet, bottom },
    footer: { lines, isAtEnd },
    firstPage,
    reserve: (y, space) => (y + space > bottom ? addPage() : y),
  }
}

function measureFooter(writer: PageWriter, sheet: Sheet, lines: readonly string[]): number {
  const { aboveRule, belowRule, aboveEdge, labelWidth } = getFooterLayout(sheet)
  const width = sheet.width - 2 * sheet.margin - labelWidth - 5
  const textHeight = sum(lines.map(line => writer.getHeight(line, width, footerStyle)))
  return aboveRule + belowRule + textHeight + aboveEdge
}

/** Returns labels of pages that contain every digit, so that their fonts are loaded. */
export const listPageLabels = (format: PageFormat): string[] =>
  Array.from({ length: 10 }, (_, page) => getPageLabel(format, page, page))

export const getPageLabel = ({ t }: PageFormat, page: number, count: number): string =>
  t('invoice.page', { page, count })
