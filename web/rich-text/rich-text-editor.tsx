import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { FormatMenu } from './format-menu.tsx'
import { ImageControl } from './image-control.tsx'
import { convertPastedHtml } from './office-paste.ts'
import { ProductControl } from './product-control.tsx'
import css from './rich-text-editor.module.css'
import { toStoredHtml } from './stored-html.ts'
import { TableMenu } from './table-menu.tsx'
import { VideoControl } from './video-control.tsx'

type Props = {
  label: string
  labelledBy: string
  path: string
  value: string
  minHeight: number
  onChange: (html: string) => void
}

/** The editor of `RichTextField`. Its large code is a chunk of its own. */
export function RichTextEditor({ label, path, value, minHeight, onChange }: Props) {
  const { t } = useTranslation()
  const canSelectProducts = usePermission('product:read')
  const editor = useEditor({
    extensions: editorExtensions,
    content: value,
    editorProps: {
      transformPastedHTML: convertPastedHtml,
      // The direction follows the text. An empty editor has the direction of the page.
      attributes: ({ doc }) => ({
        'aria-label': label,
        'data-path': path,
        role: 'textbox',
        'aria-multiline': 'true',
        ...(doc.textContent && { dir: 'auto' }),
      }),
    },
    onUpdate: ({ editor: updatedEditor }) => onChange(toStoredHtml(updatedEditor)),
  })
  useEffect(
    function syncExternalValue() {
      // The value changes from outside when the user discards changes or the record is reloaded.
      // Text that was just typed arrives here unchanged and must not move the cursor. After a page
      // was hidden, its editor is destroyed and a new one follows.
      if (!editor || editor.isDestroyed) return
      if (value !== toStoredHtml(editor) && !editor.isFocused)
        editor.chain().setMeta('addToHistory', false).setContent(value, { emitUpdate: false }).run()
    },
    [editor, value],
  )
  const labels = {
    boldControlLabel: t('ui.richText.bold'),
    italicControlLabel: t('ui.richText.italic'),
    underlineControlLabel: t('ui.richText.underline'),
    h2ControlLabel: t('ui.richText.heading'),
    bulletListControlLabel: t('ui.richText.bulletedList'),
    orderedListControlLabel: t('ui.richText.numberedList'),
    blockquoteControlLabel: t('ui.richText.quote'),
    linkControlLabel: t('ui.richText.link'),
    unlinkControlLabel: t('ui.richText.unlink'),
    undoControlLabel: t('ui.richText.undo'),
    redoControlLabel: t('ui.richText.redo'),
    linkEditorInputLabel: t('ui.richText.link'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('ui.form.save'),
  }
  return (
    <MantineEditor editor={editor} labels={labels} className="sw-editor">
      <MantineEditor.Toolbar>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Bold />
          <MantineEditor.Italic />
          <MantineEditor.Underline />
          {editor && <FormatMenu editor={editor} />}
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.H2 />
          <MantineEditor.BulletList />
          <MantineEditor.OrderedList />
          <MantineEditor.Blockquote />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          {/* The control for opening links in a new tab is hidden: it has no accessible name. */}
          <MantineEditor.Link styles={{ linkEditorExternalControl: { display: 'none' } }} />
          <MantineEditor.Unlink />
          {editor && <ImageControl editor={editor} />}
          {editor && <TableMenu editor={editor} />}
          {editor && canSelectProducts && <ProductControl editor={editor} />}
          {editor && <VideoControl editor={editor} />}
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Undo />
          <MantineEditor.Redo />
        </MantineEditor.ControlsGroup>
      </MantineEditor.Toolbar>
      <MantineEditor.Content className={css.content} mih={minHeight} />
    </MantineEditor>
  )
}
