import type { PaperFormat } from '#contract/lib/paper.ts'
import { endPages } from './end-pages.ts'
import { listPageLabels, type PageFormat, startPages } from './page-tools.ts'
import type { FontLoader } from './render-pdf.ts'
import { type DocumentHead, writeDocumentHead } from './write-head.ts'
import { type SumRow, writeNotes, writeSums } from './write-sums.ts'
import { type Table, writeTable } from './write-table.ts'

/** Everything that the pages of a document contain, as it is written. */
export type DocumentContent = {
  head: DocumentHead
  table: Table
  sums: readonly SumRow[]
  notes: readonly string[]
  /** The legal details, at the bottom of each page or at the end. */
  footer: readonly string[]
}
type Print = { format: PageFormat; paper: PaperFormat; loadFonts: FontLoader }

/** Writes a document on new pages. The fonts are loaded for the same texts that are written. */
export async function writeDocument(
  doc: PDFKit.PDFDocument,
  { head, table, sums, notes, footer }: DocumentContent,
  { format, paper, loadFonts }: Print,
): Promise<void> {
  const texts = listTexts([head, table, sums, notes, footer])
  const findFace = await loadFonts([...texts, ...listPageLabels(format)].join(''))
  const tools = startPages(doc, { findFace, format, paper, footer })
  const headEnd = writeDocumentHead(tools, head)
  const tableEnd = writeTable(tools, table, headEnd)
  const sumsEnd = writeSums(tools, sums, tableEnd + 6)
  endPages(tools, writeNotes(tools, notes, sumsEnd + 14))
}

/** Returns every text of a part of a document, which also contains its logo. */
function listTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return part instanceof Uint8Array ? [] : Object.values(part ?? {}).flatMap(listTexts)
}
