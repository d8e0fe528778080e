import { sum } from '#contract/lib/sum.ts'
import type { PageTools } from './page-tools.ts'
import type { TextStyle } from './text-measure.ts'

const sumsWidth = 250
const amountWidth = 100

export type SumRow = readonly [label: string, amount: string, style?: TextStyle]

/** Writes amounts at the end of the line, together if one page has room for them, and returns the position below. */
export function writeSums(tools: PageTools, rows: readonly SumRow[], top: number): number {
  const { writer, sheet, reserve } = tools
  const width = Math.min(sumsWidth, sheet.width - 2 * sheet.margin)
  const x = sheet.width - sheet.margin - width
  const getHeight = ([label, amount, style = {}]: SumRow) =>
    Math.max(
      writer.getHeight(label, width - amountWidth, style),
      writer.getHeight(amount, amountWidth, style),
    )
  const height = sum(rows.map(row => getHeight(row) + 3))
  let y = height > sheet.bottom - sheet.margin ? top : reserve(top, height)
  for (const row of rows) {
    const [label, amount, style = {}] = row
    y = reserve(y, getHeight(row))
    const labelEnd = writer.write(label, { x, y, width: width - amountWidth }, style)
    const amountBox = { x: x + width - amountWidth, y, width: amountWidth }
    y = Math.max(labelEnd, writer.write(amount, amountBox, { ...style, align: 'end' })) + 3
  }
  return y
}

/** Writes paragraphs over the whole width, and returns the position below them. */
export function writeNotes(tools: PageTools, notes: readonly string[], top: number): number {
  const { writer, sheet, reserve } = tools
  const width = sheet.width - 2 * sheet.margin
  let y = top
  for (const text of notes) y = writer.write(text, { x: sheet.margin, y, width }, {}, reserve) + 6
  return y
}
