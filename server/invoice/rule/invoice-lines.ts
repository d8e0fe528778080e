import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import type { DocumentFormat } from './document-format.ts'
import type { PageWriter } from './page-writer.ts'
import type { TextStyle } from './text-measure.ts'

/** The sizes of the pages of a document, in points. */
export type Sheet = { width: number; margin: number; bottom: number }
export type PageTools = {
  writer: PageWriter
  format: DocumentFormat
  sheet: Sheet
  /** Adds a page if less space is left, and returns the position to continue at. */
  reserve: (y: number, height: number) => number
}
type Column = { x: number; width: number; align: 'start' | 'end' }

const muted: TextStyle = { size: 8, color: '#5f5f73' }
const gap = 8

function getColumns({ width, margin }: Sheet): Column[] {
  const widths = [48, 78, 44, 84]
  const numberWidth = widths.reduce((sum, column) => sum + column + gap, 0)
  const itemWidth = width - 2 * margin - numberWidth
  let x = margin + itemWidth + gap
  const numberColumns = widths.map((columnWidth): Column => {
    const column = { x, width: columnWidth, align: 'end' as const }
    x += columnWidth + gap
    return column
  })
  return [{ x: margin, width: itemWidth, align: 'start' }, ...numberColumns]
}

/** Writes the table of the lines and returns the position below it. */
export function writeLines(tools: PageTools, document: InvoiceDocument, top: number): number {
  const { writer, format, sheet, reserve } = tools
  const { t } = format
  const columns = getColumns(sheet)
  const ruleWidth = sheet.width - 2 * sheet.margin
  function writeRow(cells: string[], y: number, style: TextStyle): number {
    const ends = cells.map((cell, index) => {
      const { x, width, align } = columns[index] ?? { x: 0, width: 0, align: 'start' }
      return writer.write(cell, { x, y, width }, { ...style, align })
    })
    return Math.max(y, ...ends)
  }
  function writeHead(y: number): number {
    const head = [t('invoice.item'), t('invoice.quantity'), t('invoice.unitPrice')]
    const end = writeRow([...head, t('invoice.tax'), t('invoice.amount')], y, muted) + 3
    writer.drawRule({ x: sheet.margin, y: end, width: ruleWidth })
    return end + 6
  }
  let y = writeHead(top)
  for (const line of listRows(document)) {
    const details = listDetails(line, format)
    const [item] = columns
    const itemWidth = item?.width ?? 0
    const height =
      writer.getHeight(line.title, itemWidth, { size: 9 }) +
      writer.getHeight(details, itemWidth, muted)
    const start = reserve(y, height + 8)
    y = start === y ? y : writeHead(start)
    const amount = document.taxIncluded ? line.total : line.total - line.tax
    const end = writeRow(
      [
        line.title,
        line.quantity > 0 ? format.number(line.quantity) : '',
        line.quantity > 0 ? format.money(line.unitPrice) : '',
        format.rate(line.taxRate),
        format.money(amount),
      ],
      y,
      { size: 9 },
    )
    const detailsEnd = details
      ? writer.write(details, { x: sheet.margin, y: end, width: itemWidth }, muted)
      : end
    writer.drawRule({ x: sheet.margin, y: detailsEnd + 3, width: ruleWidth }, '#ececf1')
    y = detailsEnd + 8
  }
  return y
}

/** Shipping is a line without a quantity. */
const listRows = ({ lines, shipping }: InvoiceDocument): InvoiceLine[] => [
  ...lines,
  ...(shipping
    ? [
        {
          ...shipping,
          title: shipping.name,
          variantTitle: '',
          sku: '',
          quantity: 0,
          unitPrice: 0,
          discount: 0,
        },
      ]
    : []),
]

const listDetails = (
  { variantTitle, sku, discount, quantity }: InvoiceLine,
  { t, money }: DocumentFormat,
) =>
  [
    variantTitle,
    sku,
    discount > 0 ? t('invoice.discounted', { amount: money(discount) }) : '',
    quantity === 0 ? t('invoice.shipping') : '',
  ]
    .filter(Boolean)
    .join(' · ')
