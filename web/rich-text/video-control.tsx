import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { RichTextEditor as MantineEditor } from '@mantine/tiptap'
import { IconVideo } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxVideoUrlLength, parseVideoUrl } from '#contract/lib/text/video-url.ts'
import { useOpenDialog } from '../ui/dialog/use-open-dialog.ts'

/** Inserts a video as a paragraph with its address, which stores show as a player. */
export function VideoControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const label = t('ui.richText.insertVideo')
  return (
    <>
      <MantineEditor.Control aria-label={label} title={label} onClick={() => setOpen(true)}>
        <IconVideo size={16} stroke={1.5} />
      </MantineEditor.Control>
      {isOpen && <VideoDialog editor={editor} onClose={() => setOpen(false)} />}
    </>
  )
}

function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const url = text.trim()
  const isVideo = parseVideoUrl(url) !== undefined
  const title = t('ui.richText.insertVideo')
  function insert() {
    onClose()
    const link = { type: 'link', attrs: { href: url } }
    const content = [{ type: 'text', text: url, marks: [link] }]
    editor.chain().focus().insertContent({ type: 'paragraph', content }).run()
  }
  return (
    <Modal {...useOpenDialog(onClose)} title={title}>
      <Stack>
        <TextInput
          label={t('ui.richText.videoLink')}
          description={t('ui.richText.videoHint')}
          data-autofocus
          type="url"
          dir="ltr"
          maxLength={maxVideoUrlLength}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button disabled={!isVideo} onClick={insert}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
