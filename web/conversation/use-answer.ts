import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { ApiError } from '../lib/call/request.ts'
import { type DraftState, isTemporary, useDraft } from './use-draft.ts'

export type AnswerMode = 'reply' | 'note'
export type Answer = {
  mode: AnswerMode
  setMode: (mode: AnswerMode) => void
  text: string
  setText: (text: string) => void
  draftState: DraftState
  isSending: boolean
  /** Says whose message the user had not seen when sending. */
  newerMessage: string | undefined
  send: (status: 'answered' | 'closed') => void
  /** Adds the note and notifies the mentioned staff. */
  saveNote: (mentions: string[]) => void
  /** Whether leaving the page loses a note, or a reply whose draft could not be saved. */
  hasUnsavedText: () => boolean
  /** Inserts a text at the cursor, in place of the slash that opened its menu. */
  insert: (text: string) => void
  /** Unsends a message that is not emailed yet. Its text returns to the box. */
  unsend: (messageId: string) => void
  focusBox: (mode: AnswerMode) => void
  boxRef: React.RefObject<HTMLTextAreaElement | null>
}

/** The text that the user writes: a reply, or a note that only staff see. */
export function useAnswer(conversation: Conversation): Answer {
  const boxRef = useRef<HTMLTextAreaElement>(null)
  const [mode, setMode] = useState<AnswerMode>('reply')
  const [noteText, setNoteText] = useState('')
  const reply = useReply(conversation)
  const note = useRouteMutation(conversationApi.addNote, { isSilent: true })
  const show = useShowConversation(conversation._id)
  const isNote = mode === 'note'

  function focusBox(target: AnswerMode) {
    setMode(target)
    boxRef.current?.focus()
  }
  function saveNote(mentions: string[]) {
    note.mutate(
      { params: { id: conversation._id }, body: { text: noteText, mentions } },
      {
        onSuccess: saved => {
          show(saved)
          setNoteText('')
        },
      },
    )
  }
  return {
    mode,
    setMode,
    boxRef,
    focusBox,
    saveNote,
    insert: inserted =>
      (isNote ? setNoteText : reply.setText)(insertAtCursor(boxRef.current, inserted)),
    hasUnsavedText: () =>
      noteText.trim() !== '' || (reply.draftState === 'failed' && reply.text.trim() !== ''),
    text: isNote ? noteText : reply.text,
    setText: isNote ? setNoteText : reply.setText,
    draftState: isNote ? undefined : reply.draftState,
    isSending: reply.isSending || note.isPending,
    newerMessage: reply.newerMessage,
    send: status => void reply.send(status),
    unsend: messageId => reply.unsend(messageId, () => focusBox('reply')),
  }
}

const outdatedCodes: readonly string[] = ['conversation_moved_on', 'conversation_answered']

function useReply({ _id: id, draft: savedDraft, messages }: Conversation) {
  const client = useQueryClient()
  const [text, setText] = useState(savedDraft)
  const [newerMessage, setNewerMessage] = useState<string>()
  const isBusy = useRef(false)
  const attempt = useSendAttempt(messages)
  const draft = useDraft(id)
  const reply = useRouteMutation(conversationApi.reply, { isSilent: true })
  const unsend = useRouteMutation(conversationApi.unsend, { isSilent: true })
  const show = useShowConversation(id)
  function changeText(changed: string) {
    setText(changed)
    draft.saveSoon(changed)
  }
  function handleError(error: ApiError) {
    draft.saveSoon(text)
    if (!isTemporary(error)) attempt.end()
    if (!outdatedCodes.includes(error.problem.code)) return
    error.isHandled = true
    setNewerMessage(error.problem.message)
    void client.invalidateQueries(queryOptionsFor(conversationApi.get, { params: { id } }))
  }
  async function send(status: 'answered' | 'closed') {
    // Set at once, so that two keys do not send two messages.
    if (isBusy.current) return
    isBusy.current = true
    await draft.stop()
    const { after, isRepeated } = attempt.start(text)
    const handleSent = (sent: Conversation) => {
      attempt.end()
      // Saved after the first attempt, which sent the message.
      if (isRepeated) draft.saveSoon('')
      show(sent)
      setNewerMessage(undefined)
      // The next text can be typed already.
      setText(current => (current === text ? '' : current))
    }
    const onSettled = () => {
      isBusy.current = false
    }
    const handlers = { onSuccess: handleSent, onError: handleError, onSettled }
    reply.mutate({ params: { id }, body: { text, status, ...(after && { after }) } }, handlers)
  }
  async function unsendMessage(messageId: string, onDone: () => void) {
    await draft.stop()
    const handleUnsent = (unsent: Conversation) => {
      show(unsent)
      if (text.trim() === '') setText(unsent.draft)
      else changeText([messages.find(({ _id }) => _id === messageId)?.text, text].join('\n\n'))
      onDone()
    }
    unsend.mutate({ params: { id: messageId } }, { onSuccess: handleUnsent })
  }
  return {
    text,
    setText: changeText,
    newerMessage,
    draftState: draft.state,
    isSending: reply.isPending,
    send,
    unsend: (messageId: string, onDone: () => void) => void unsendMessage(messageId, onDone),
  }
}

/**
 * Returns after which message a text is sent. A request without a response can have sent it already, so that another
 * attempt with the same text repeats that request.
 */
function useSendAttempt(messages: Conversation['messages']) {
  const pending = useRef<{ text: string; after: string | undefined }>(undefined)
  return {
    start(text: string) {
      const isRepeated = pending.current?.text === text
      const last = messages.findLast(({ direction }) => direction !== 'note')
      const after = isRepeated ? pending.current?.after : last?._id
      pending.current = { text, after }
      return { after, isRepeated }
    },
    end() {
      pending.current = undefined
    },
  }
}

/** Returns a function that shows the reply of the server before the page loads it again. */
function useShowConversation(id: string) {
  const client = useQueryClient()
  const { queryKey } = queryOptionsFor(conversationApi.get, { params: { id } })
  return (conversation: Conversation) => client.setQueryData(queryKey, conversation)
}

/** Returns the text of a box with a text at the cursor, in place of a slash at the start of the line. */
function insertAtCursor(box: HTMLTextAreaElement | null, inserted: string): string {
  const { value, selectionStart, selectionEnd } = box ?? {
    value: '',
    selectionStart: 0,
    selectionEnd: 0,
  }
  const before = value.slice(0, selectionStart)
  return before.replace(/(^|\n)\/$/, '$1') + inserted + value.slice(selectionEnd)
}
