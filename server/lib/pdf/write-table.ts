import { muted, type PageTools, type Sheet } from './page-tools.ts'
import type { TextStyle } from './text-measure.ts'

/** The first column takes the width that the others leave. */
type TableColumn = { label: string; width: number }
type TableRow = {
  cells: readonly string[]
  /** Below the first cell. */
  details: string
  /** The first cell on narrow paper, which shows only the first and the last column. */
  narrowCell?: string
}
export type Table = {
  firstLabel: string
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
}
type Column = { x: number; width: number; align: 'start' | 'end' }

const gap = 8
/** The height of the labels and one line. */
const labelsHeight = 40

function placeColumns({ width, margin }: Sheet, columns: readonly TableColumn[]): Column[] {
  const otherWidth = columns.reduce((sum, column) => sum + column.width + gap, 0)
  const firstWidth = width - 2 * margin - otherWidth
  let x = margin + firstWidth + gap
  const others = columns.map((column): Column => {
    const placed = { x, width: column.width, align: 'end' as const }
    x += column.width + gap
    return placed
  })
  return [{ x: margin, width: firstWidth, align: 'start' }, ...others]
}

const toNarrowTable = ({ firstLabel, columns, rows }: Table): Table => ({
  firstLabel,
  columns: columns.slice(-1),
  rows: rows.map(({ cells, details, narrowCell }) => ({
    cells: [narrowCell ?? cells[0] ?? '', ...cells.slice(1).slice(-1)],
    details,
  })),
})

/** Writes a table, with its labels on each page, and returns the position below it. */
export function writeTable(tools: PageTools, content: Table, top: number): number {
  const { writer, sheet, reserve } = tools
  const table = sheet.isNarrow ? toNarrowTable(content) : content
  const columns = placeColumns(sheet, table.columns)
  const ruleWidth = sheet.width - 2 * sheet.margin
  const firstWidth = columns[0]?.width ?? 0
  function writeRow(cells: readonly string[], y: number, style: TextStyle): number {
    const ends = cells.map((cell, index) => {
      const { x, width, align } = columns[index] ?? { x: 0, width: 0, align: 'start' }
      return writer.write(cell, { x, y, width }, { ...style, align })
    })
    return Math.max(y, ...ends)
  }
  function writeLabels(y: number): number {
    const labels = [table.firstLabel, ...table.columns.map(({ label }) => label)]
    const end = writeRow(labels, y, muted) + 3
    writer.drawRule({ x: sheet.margin, y: end, width: ruleWidth })
    return end + 6
  }
  const getHeight = (cells: readonly string[]) =>
    Math.max(
      ...cells.map((cell, index) =>
        writer.getHeight(cell, columns[index]?.width ?? 0, { size: 9 }),
      ),
    )
  let y = writeLabels(reserve(top, labelsHeight))
  for (const { cells, details } of table.rows) {
    const detailsHeight = details ? writer.getHeight(details, firstWidth, muted) : 0
    const start = reserve(y, getHeight(cells) + detailsHeight + 8)
    y = start === y ? y : writeLabels(start)
    const end = writeRow(cells, y, { size: 9 })
    const detailsEnd = details
      ? writer.write(details, { x: sheet.margin, y: end, width: firstWidth }, muted)
      : end
    writer.drawRule({ x: sheet.margin, y: detailsEnd + 3, width: ruleWidth }, '#ececf1')
    y = detailsEnd + 8
  }
  return y
}
