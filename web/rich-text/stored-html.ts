import { type Editor, getHTMLFromFragment } from '@tiptap/react'

/**
 * Returns the content of the editor as it is stored: header rows are in `thead`, and the only
 * paragraph of a list item or cell has no tag. An empty editor returns an empty string.
 */
export function toStoredHtml(editor: Editor): string {
  if (editor.isEmpty) return ''
  const container = document.implementation.createHTMLDocument().createElement('div')
  container.innerHTML = getHTMLFromFragment(editor.state.doc.content, editor.schema)
  removeLastEmptyParagraphs(container)
  for (const block of container.querySelectorAll('li, td, th')) removeOnlyParagraph(block)
  for (const table of container.querySelectorAll('table')) addTableHead(table)
  return container.innerHTML
}

/** The editor adds a paragraph after a table, so that the user can continue to type. */
function removeLastEmptyParagraphs(container: HTMLElement) {
  while (container.lastElementChild?.matches('p:empty')) container.lastElementChild.remove()
}

function removeOnlyParagraph(block: Element) {
  const [first, ...others] = block.children
  if (!first?.matches('p') || others.some(other => other.matches('p'))) return
  first.replaceWith(...first.childNodes)
}

/** Moves the first rows that have only header cells to `thead`. */
function addTableHead(table: HTMLTableElement) {
  const rows = [...table.rows].filter(row => row.closest('table') === table)
  const firstBodyRow = rows.findIndex(({ cells }) => [...cells].some(cell => cell.matches('td')))
  const headRows = rows.slice(0, firstBodyRow === -1 ? rows.length : firstBodyRow)
  // A cell cannot span from the head into the body.
  const isSplit = headRows.some(({ cells }, i) =>
    [...cells].some(({ rowSpan }) => i + rowSpan > headRows.length),
  )
  if (headRows.length > 0 && !isSplit) table.createTHead().append(...headRows)
  for (const body of [...table.tBodies]) if (body.rows.length === 0) body.remove()
}
