import { Menu } from '@mantine/core'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTable,
  IconTableColumn,
  IconTableMinus,
  IconTablePlus,
  IconTableRow,
} from '@tabler/icons-react'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import { type Editor, useEditorState } from '@tiptap/react'
import { useTranslation } from 'react-i18next'
import { insertTable } from './table-extensions.ts'

type Props = { editor: Editor }

/** Inserts a table, or changes the rows, columns and cells of the selected one. */
export function TableMenu({ editor }: Props) {
  const { t } = useTranslation()
  const state = useEditorState({
    editor,
    selector: () => ({
      isInTable: isInTable(editor.state),
      canMerge: mergeCells(editor.state),
      canSplit: splitCell(editor.state),
    }),
  })
  const run = (command: Command) => () =>
    editor
      .chain()
      .focus()
      .command(({ state: current, dispatch }) => command(current, dispatch))
      .run()
  const item = (label: string, Icon: typeof IconTable, command: Command) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.75} />} onClick={run(command)}>
      {label}
    </Menu.Item>
  )
  if (!state.isInTable)
    return (
      <MantineEditor.Control
        aria-label={t('ui.richText.insertTable')}
        title={t('ui.richText.insertTable')}
        onClick={() => insertTable(editor)}
      >
        <IconTablePlus size={16} stroke={1.5} />
      </MantineEditor.Control>
    )
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <MantineEditor.Control
          active
          aria-label={t('ui.richText.table')}
          title={t('ui.richText.table')}
        >
          <IconTable size={16} stroke={1.5} />
        </MantineEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {item(t('ui.richText.rowAbove'), IconRowInsertTop, addRowBefore)}
        {item(t('ui.richText.rowBelow'), IconRowInsertBottom, addRowAfter)}
        {item(t('ui.richText.columnBefore'), IconColumnInsertLeft, addColumnBefore)}
        {item(t('ui.richText.columnAfter'), IconColumnInsertRight, addColumnAfter)}
        <Menu.Divider />
        {item(t('ui.richText.headerRow'), IconTableRow, toggleHeaderRow)}
        {state.canMerge && item(t('ui.richText.mergeCells'), IconTableColumn, mergeCells)}
        {state.canSplit && item(t('ui.richText.splitCell'), IconTableColumn, splitCell)}
        <Menu.Divider />
        {item(t('ui.richText.deleteRow'), IconRowRemove, deleteRow)}
        {item(t('ui.richText.deleteColumn'), IconColumnRemove, deleteColumn)}
        {item(t('ui.richText.deleteTable'), IconTableMinus, deleteTable)}
      </Menu.Dropdown>
    </Menu>
  )
}
