import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import { IconPhoto } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImageDialog, type TextImage } from './image-dialog.tsx'

/** Inserts an image, or changes the selected one. */
export function ImageControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const isSelected = useEditorState({ editor, selector: () => editor.isActive('image') })
  const [isOpen, setOpen] = useState(false)
  const label = t(isSelected ? 'ui.richText.editImage' : 'ui.richText.insertImage')
  function save({ src, ...attributes }: TextImage) {
    setOpen(false)
    const chain = editor.chain().focus()
    if (isSelected) chain.updateAttributes('image', { src, ...attributes }).run()
    else chain.insertContent({ type: 'image', attrs: { src, ...attributes } }).run()
  }
  return (
    <>
      <MantineEditor.Control
        active={isSelected}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconPhoto size={16} stroke={1.5} />
      </MantineEditor.Control>
      {isOpen && (
        <ImageDialog
          image={isSelected ? readSelectedImage(editor) : undefined}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export function readSelectedImage(editor: Editor): TextImage {
  const { src, alt, width, height } = editor.getAttributes('image')
  // The editor parses sizes as numbers.
  const toText = (size: unknown) => (size ? String(size) : null)
  return {
    src: String(src),
    alt: String(alt ?? ''),
    width: toText(width),
    height: toText(height),
  }
}
