import { footerStyle, getFooterLayout, getPageLabel, type PageTools } from './page-tools.ts'
import type { Reserve } from './page-writer.ts'

/**
 * Ends a document: writes its footers and compresses its pages, which would otherwise wait for the end of the file
 * and then block the process. `end` is the position below the content of the last page.
 */
export function endPages(tools: PageTools, end: number): void {
  const { doc, sheet, footer, reserve } = tools
  if (footer.isAtEnd) {
    const width = sheet.width - 2 * sheet.margin
    const footerEnd = writeLines(tools, { y: reserve(end + 8, 20), width }, reserve)
    if (sheet.isRoll) cutPage(tools, footerEnd + sheet.margin)
  }
  if (!sheet.isRoll) writeFooters(tools)
  doc.flushPages()
}

/** Writes the lines and the number of the page at the bottom of each page. */
function writeFooters(tools: PageTools): void {
  const { doc, writer, format, sheet, footer, firstPage } = tools
  const { start, count: bufferedCount } = doc.bufferedPageRange()
  const count = start + bufferedCount - firstPage
  const { aboveRule, belowRule, labelWidth } = getFooterLayout(sheet)
  const y = sheet.bottom + aboveRule
  const width = sheet.width - 2 * sheet.margin
  const labelX = sheet.margin + width - labelWidth
  for (let page = 0; page < count; page++) {
    doc.switchToPage(firstPage + page)
    if (footer.isAtEnd) writer.drawRule({ x: sheet.margin, y, width })
    else writeLines(tools, { y, width: width - labelWidth - 5 })
    writer.write(
      getPageLabel(format, page + 1, count),
      { x: labelX, y: y + belowRule, width: labelWidth },
      { ...footerStyle, align: 'end' },
    )
  }
}

/** Writes the lines below a rule, and returns the position below them. */
function writeLines(
  { writer, sheet, footer }: PageTools,
  { y: top, width }: { y: number; width: number },
  reserve?: Reserve,
): number {
  const { margin, width: sheetWidth } = sheet
  writer.drawRule({ x: margin, y: top, width: sheetWidth - 2 * margin })
  let y = top + getFooterLayout(sheet).belowRule
  for (const line of footer.lines)
    y = writer.write(line, { x: margin, y, width }, footerStyle, reserve)
  return y
}

/** Cuts the page at a position from its top. PDF counts from the bottom. */
function cutPage({ doc }: PageTools, y: number): void {
  const { width, height, dictionary } = doc.page
  Object.assign(dictionary.data, { MediaBox: [0, height - y, width, height] })
}
