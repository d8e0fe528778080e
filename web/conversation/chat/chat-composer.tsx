import { ActionIcon } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chat, maxChatLength } from '#contract/desk/chat.ts'
import { useSession } from '../../lib/session/session.ts'
import { findMentions } from '../mention/find-mentions.ts'
import { MentionTextarea } from '../mention/mention-textarea.tsx'
import { useConversationStaff } from '../mention/use-conversation-staff.ts'
import css from './chat.module.css'

/** The unsent texts of the users in the chats, until the page is loaded again. */
const drafts = new Map<string, string>()

type Props = { chat: Chat; onSend: (text: string, mentions: string[]) => void }

/** The field of a chat: Enter sends, Shift and Enter start a new line. Messages to the team mention staff. */
export function ChatComposer({ chat: { _id: id, kind }, onSend }: Props) {
  const { t } = useTranslation()
  const boxRef = useRef<HTMLTextAreaElement>(null)
  const staff = useConversationStaff()
  const people = kind === 'team' ? staff : []
  const draftKey = `${useSession()?._id} ${id}`
  const [text, setText] = useState(() => drafts.get(draftKey) ?? '')
  function change(changed: string) {
    setText(changed)
    drafts.set(draftKey, changed)
  }
  function submit() {
    if (text.trim() === '') return
    onSend(text.trim(), findMentions(text, people))
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
      <MentionTextarea
        boxRef={boxRef}
        people={people}
        className={css.field}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        value={text}
        maxLength={maxChatLength}
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        onTextChange={change}
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
