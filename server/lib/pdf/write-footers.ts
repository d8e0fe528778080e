import { muted, type PageTools } from './page-tools.ts'

/** Writes the lines and the number of the page below every page of a document. */
export function writeFooters(
  { doc, writer, format, sheet, firstPage }: PageTools,
  lines: readonly string[],
): void {
  const { t } = format
  const width = sheet.width - 2 * sheet.margin
  const count = doc.bufferedPageRange().count - firstPage
  for (let page = 0; page < count; page++) {
    doc.switchToPage(firstPage + page)
    let y = sheet.bottom + 18
    writer.drawRule({ x: sheet.margin, y, width })
    y += 6
    for (const line of lines.filter(Boolean))
      y = writer.write(line, { x: sheet.margin, y, width: width - 90 }, { ...muted, size: 7 })
    const label = t('invoice.page', { page: page + 1, count })
    const pageBox = { x: sheet.margin + width - 85, y: sheet.bottom + 24, width: 85 }
    writer.write(label, pageBox, { ...muted, size: 7, align: 'end' })
  }
}
