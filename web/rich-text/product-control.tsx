import { Button, Group, Modal, Stack } from '@mantine/core'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import { IconBox } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordInput } from '../component/record-input.tsx'
import { useOpenDialog } from '../ui/dialog/use-open-dialog.ts'

const maxProducts = 12

/** Inserts products of the store. */
export function ProductControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const label = t('ui.richText.insertProducts')
  return (
    <>
      <MantineEditor.Control aria-label={label} title={label} onClick={() => setOpen(true)}>
        <IconBox size={16} stroke={1.5} />
      </MantineEditor.Control>
      {isOpen && <ProductDialog editor={editor} onClose={() => setOpen(false)} />}
    </>
  )
}

function ProductDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<string[]>([])
  const title = t('ui.richText.insertProducts')
  function insert() {
    onClose()
    editor
      .chain()
      .focus()
      // The cursor moves to the paragraph. A product that stayed selected would be replaced by the next insertion.
      .insertContent([
        ...ids.map(id => ({ type: 'product', attrs: { id } })),
        { type: 'paragraph' },
      ])
      .run()
  }
  return (
    <Modal {...useOpenDialog(onClose)} title={title}>
      <Stack>
        <RecordInput
          label={t('ui.richText.products')}
          description={t('ui.richText.productsHint')}
          error={undefined}
          disabled={false}
          data-path="products"
          entity="product"
          max={maxProducts}
          value={ids}
          onChange={setIds}
        />
        <Group justify="flex-end">
          <Button disabled={ids.length === 0} onClick={insert}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
