import { muted, type PageTools } from './page-tools.ts'

const labelWidth = 90
const factsWidth = 210
const addressTop = 130

/** What a document shows above its table. */
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
  const { doc, writer, format, sheet } = tools
  const { title, sellerName, logo, sender, addressee, facts } = head
  const { width, margin } = sheet
  const half = (width - 2 * margin) / 2
  if (logo)
    doc.image(logo, writer.getLeft({ x: margin, width: 160 }), margin, {
      fit: [160, 48],
      align: format.direction === 'rtl' ? 'right' : undefined,
    })
  else writer.write(sellerName, { x: margin, y: margin, width: half }, { size: 16, weight: 600 })
  writer.write(
    title,
    { x: margin + half, y: margin, width: half },
    { size: 18, weight: 600, align: 'end' },
  )
  const senderBox = { x: margin, y: addressTop, width: half - 20 }
  let y = writer.write(sender, senderBox, { ...muted, size: 6.5 }) + 6
  for (const line of addressee)
    y = writer.write(line, { x: margin, y, width: half - 20 }, { size: 10 })
  return Math.max(y, writeFacts(tools, facts)) + 28
}

function writeFacts({ writer, sheet }: PageTools, facts: DocumentHead['facts']): number {
  const x = sheet.width - sheet.margin - factsWidth
  let y = addressTop
  for (const [label, value] of facts) {
    if (!value) continue
    const labelEnd = writer.write(label, { x, y, width: labelWidth }, muted)
    const valueBox = { x: x + labelWidth, y, width: factsWidth - labelWidth }
    y = Math.max(labelEnd, writer.write(value, valueBox, { size: 8.5, align: 'end' })) + 1.5
  }
  return y
}
