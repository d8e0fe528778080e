import { muted, type PageTools } from './page-tools.ts'

/**
 * Ends a document: writes its footers and compresses its pages, which would otherwise wait for the end of the file
 * and then block the process. `end` is the position below the content of the last page.
 */
export function endPages(tools: PageTools, lines: readonly string[], end: number): void {
  writeFooters(tools, lines, end)
  tools.doc.flushPages()
}

/**
 * Writes the lines and the number of the page below every page of a document, or the lines at the
 * end of a roll, which is cut there.
 */
function writeFooters(tools: PageTools, lines: readonly string[], end: number): void {
  const { doc, writer, sheet, firstPage } = tools
  const { t } = tools.format
  const width = sheet.width - 2 * sheet.margin
  if (sheet.isRoll) {
    cutPage(tools, writeLines(tools, lines, { y: end + 8, width }) + sheet.margin)
    return
  }
  const { start, count: bufferedCount } = doc.bufferedPageRange()
  const count = start + bufferedCount - firstPage
  const top = sheet.bottom + (sheet.isNarrow ? 6 : 18)
  const labelWidth = sheet.isNarrow ? 50 : 85
  for (let page = 0; page < count; page++) {
    doc.switchToPage(firstPage + page)
    writeLines(tools, lines, { y: top, width: width - labelWidth - 5 })
    const label = t('invoice.page', { page: page + 1, count })
    const labelBox = { x: sheet.margin + width - labelWidth, y: top + 6, width: labelWidth }
    writer.write(label, labelBox, { ...muted, size: 7, align: 'end' })
  }
}

function writeLines(
  { writer, sheet: { margin, width: sheetWidth } }: PageTools,
  lines: readonly string[],
  { y: top, width }: { y: number; width: number },
): number {
  writer.drawRule({ x: margin, y: top, width: sheetWidth - 2 * margin })
  let y = top + 6
  for (const line of lines.filter(Boolean))
    y = writer.write(line, { x: margin, y, width }, { ...muted, size: 7 })
  return y
}

/** Cuts the page at a position from its top. PDF counts from the bottom. */
function cutPage({ doc }: PageTools, y: number): void {
  const { width, height, dictionary } = doc.page
  Object.assign(dictionary.data, { MediaBox: [0, height - y, width, height] })
}
