import { muted, type PageTools } from './page-tools.ts'

const labelWidth = 90
const factsWidth = 210
const addressTop = 130

/** The content of a document above its table. */
export type DocumentHead = {
  title: string
  /** The name of the seller, which replaces a missing logo. */
  sellerName: string
  logo: Buffer | undefined
  /** The line in small letters above the address. */
  sender: string
  addressee: readonly string[]
  /** Labels and values beside the address. Those without a value are left out. */
  facts: readonly (readonly [label: string, value: string])[]
}

/** Writes the logo, the title, the addresses and the facts, and returns the position below them. */
export function writeDocumentHead(tools: PageTools, head: DocumentHead): number {
  const { writer, sheet } = tools
  const { title, sender, addressee, facts } = head
  const { width, margin, isNarrow } = sheet
  if (isNarrow) return writeNarrowHead(tools, head)
  const half = (width - 2 * margin) / 2
  writeSeller(tools, head, { width: half, size: 16, logoSize: [160, 48] })
  writer.write(
    title,
    { x: margin + half, y: margin, width: half },
    { size: 18, weight: 600, align: 'end' },
  )
  const senderBox = { x: margin, y: addressTop, width: half - 20 }
  let y = writer.write(sender, senderBox, { ...muted, size: 6.5 }) + 6
  for (const line of addressee)
    y = writer.write(line, { x: margin, y, width: half - 20 }, { size: 10 })
  const factsBox = { x: width - margin - factsWidth, y: addressTop, width: factsWidth }
  return Math.max(y, writeFacts(tools, facts, factsBox)) + 28
}

/** Writes the parts of the head below each other. */
function writeNarrowHead(tools: PageTools, head: DocumentHead): number {
  const { writer, sheet, reserve } = tools
  const { title, addressee, facts } = head
  const { margin } = sheet
  const width = sheet.width - 2 * margin
  let y = writeSeller(tools, head, { width, size: 12, logoSize: [120, 36] }) + 8
  y = writer.write(title, { x: margin, y, width }, { size: 14, weight: 600 }) + 4
  for (const line of addressee)
    y = writer.write(line, { x: margin, y, width }, { size: 10 }, reserve)
  return writeFacts(tools, facts, { x: margin, y: y + 6, width }) + 10
}

/** Writes the logo or the name of the seller, and returns the position below it. */
function writeSeller(
  { doc, writer, format, sheet: { margin } }: PageTools,
  { logo, sellerName }: DocumentHead,
  { width, size, logoSize }: { width: number; size: number; logoSize: [number, number] },
): number {
  if (!logo) return writer.write(sellerName, { x: margin, y: margin, width }, { size, weight: 600 })
  const [logoWidth, logoHeight] = logoSize
  doc.image(logo, writer.getLeft({ x: margin, width: logoWidth }), margin, {
    fit: logoSize,
    align: format.direction === 'rtl' ? 'right' : undefined,
  })
  return margin + logoHeight
}

function writeFacts(
  { writer, reserve }: PageTools,
  facts: DocumentHead['facts'],
  box: { x: number; y: number; width: number },
): number {
  const { x, width } = box
  let { y } = box
  for (const [label, value] of facts) {
    if (!value) continue
    const valueWidth = width - labelWidth
    y = reserve(y, writer.getHeight(value, valueWidth, { size: 8.5 }))
    const labelEnd = writer.write(label, { x, y, width: labelWidth }, muted)
    const valueBox = { x: x + labelWidth, y, width: valueWidth }
    y = Math.max(labelEnd, writer.write(value, valueBox, { size: 8.5, align: 'end' })) + 1.5
  }
  return y
}
