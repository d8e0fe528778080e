import { TextSelection } from '@tiptap/pm/state'
import { addRowAfter, goToNextCell, tableEditing, tableNodeTypes } from '@tiptap/pm/tables'
import { type Editor, Extension, Node } from '@tiptap/react'
import { richTextTags } from '#contract/lib/text/rich-text.ts'

/** The part of each node in a table, which the commands of `@tiptap/pm/tables` look for. */
const tableRoles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const createCell = (name: string, tag: 'td' | 'th', parsedTags: readonly string[]) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      ...Object.fromEntries(
        richTextTags[tag].map(attribute => [attribute, spanAttribute(attribute)]),
      ),
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => parsedTags.map(parsedTag => ({ tag: parsedTag })),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const spanAttribute = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
})

const TableEditing = Extension.create({
  name: 'tableEditing',
  extendNodeSchema: ({ name }) => (name in tableRoles ? { tableRole: tableRoles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const run = (command: typeof addRowAfter) =>
      this.editor.commands.command(({ state, dispatch }) => command(state, dispatch))
    return {
      Tab: () => run(goToNextCell(1)) || (run(addRowAfter) && run(goToNextCell(1))),
      'Shift-Tab': () => run(goToNextCell(-1)),
    }
  },
})

/**
 * Tables, based on the library that the table extension of TipTap uses too. That extension keeps no
 * `thead`, stores widths in `style`, and has no release for the version of the other extensions.
 */
export const tableExtensions = [
  Table,
  TableRow,
  createCell('tableHeader', 'th', ['th', 'thead td']),
  createCell('tableCell', 'td', ['td']),
  TableEditing,
]

/** Inserts a table of three columns with a header row, and selects its first cell. */
export const insertTable = (editor: Editor): boolean =>
  editor
    .chain()
    .focus()
    .command(({ state, tr }) => {
      const { table, row, cell, header_cell: header } = tableNodeTypes(state.schema)
      const rows = [header, cell, cell].map(type =>
        row?.createAndFill(
          null,
          [1, 2, 3].flatMap(() => type?.createAndFill() ?? []),
        ),
      )
      const node = table?.createChecked(
        null,
        rows.flatMap(item => item ?? []),
      )
      if (!node) return false
      const start = tr.selection.from + 1
      tr.replaceSelectionWith(node).scrollIntoView()
      tr.setSelection(TextSelection.near(tr.doc.resolve(start)))
      return true
    })
    .run()
