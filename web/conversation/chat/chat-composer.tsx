import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxChatLength } from '#contract/desk/chat.ts'
import css from './chat.module.css'

/** The unsent texts of the chats, until the page is loaded again. */
const drafts = new Map<string, string>()

/** The field of a chat: Enter sends, Shift and Enter start a new line. */
export function ChatComposer({ id, onSend }: { id: string; onSend: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  function change(changed: string) {
    setText(changed)
    drafts.set(id, changed)
  }
  function submit() {
    if (text.trim() === '') return
    onSend(text.trim())
    change('')
  }
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // A key that ends the input of a composed character sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className={css.composer}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        className={css.field}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        value={text}
        maxLength={maxChatLength}
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        onChange={event => change(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <ActionIcon
        type="submit"
        size={36}
        aria-label={t('conversation.send')}
        disabled={text.trim() === ''}
      >
        <IconSend size={18} stroke={1.75} className={css.sendIcon} />
      </ActionIcon>
    </form>
  )
}
