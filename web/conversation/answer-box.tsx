import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#contract/desk/conversation.ts'
import { maxReplyLength } from '#contract/desk/conversation-state.ts'
import { fillSavedReply, type SavedReplyVariable } from '#contract/desk/saved-reply.ts'
import { useFormatters } from '../lib/formatters.ts'
import { LeaveGuard } from '../ui/dialog/leave-guard.tsx'
import css from './conversation.module.css'
import { AttachButton, DraftFileList, useDraftFiles } from './draft-file/draft-files.tsx'
import { findMentions } from './mention/find-mentions.ts'
import { MentionTextarea } from './mention/mention-textarea.tsx'
import { useConversationStaff } from './mention/use-conversation-staff.ts'
import { SavedReplyMenu } from './saved-reply/saved-reply-menu.tsx'
import { useSavedReplyFacts } from './saved-reply/use-saved-reply-facts.ts'
import type { Answer } from './use-answer.ts'

/** The box in which staff write a reply, or a note that only staff see. */
export function AnswerBox({
  answer,
  conversation,
}: {
  answer: Answer
  conversation: Conversation
}) {
  const { t } = useTranslation()
  const savedReplies = useSavedReplies(answer, conversation)
  const format = useFormatters()
  const { mode, text, isSending } = answer
  const isNote = mode === 'note'
  const staff = useConversationStaff()
  const draftFiles = useDraftFiles(conversation)
  const isEmpty = text.trim() === ''
  const submit = () =>
    isNote ? answer.saveNote(findMentions(text, staff)) : answer.send('answered')
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === '/' && !isNote) savedReplies.openAfterSlash(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isEmpty && !isSending && !(draftFiles.isUploading && !isNote)) submit()
  }
  return (
    <section
      className={css.answer}
      data-note={isNote || undefined}
      aria-label={t('conversation.answer')}
    >
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          value={mode}
          onChange={value => answer.setMode(value === 'note' ? 'note' : 'reply')}
          data={[
            { value: 'reply', label: t('conversation.reply') },
            { value: 'note', label: t('conversation.note') },
          ]}
        />
        <Text size="sm" c={answer.draftState === 'failed' ? 'red' : 'dimmed'} role="status">
          {answer.draftState && t(`conversation.draft.${answer.draftState}`)}
        </Text>
      </Group>
      <LeaveGuard hasUnsavedChanges={answer.hasUnsavedText} />
      {answer.newerMessage && (
        <Alert color="yellow" icon={<IconAlertCircle size={18} stroke={1.75} />}>
          {answer.newerMessage}
        </Alert>
      )}
      {savedReplies.missing.length > 0 && !isNote && (
        <Alert color="yellow" icon={<IconAlertCircle size={18} stroke={1.75} />}>
          {t('savedReply.missing', {
            facts: format.list(
              savedReplies.missing.map(variable => t(`savedReply.variable.${variable}`)),
            ),
          })}
        </Alert>
      )}
      {isNote && conversation.labels.includes('private') && (
        <Text size="sm" c="dimmed">
          {t('conversation.mentionPrivate')}
        </Text>
      )}
      <MentionTextarea
        boxRef={answer.boxRef}
        people={isNote ? staff : []}
        aria-label={t(isNote ? 'conversation.note' : 'conversation.reply')}
        placeholder={t(isNote ? 'conversation.notePlaceholder' : 'conversation.replyPlaceholder')}
        value={text}
        readOnly={isSending}
        maxLength={maxReplyLength}
        autosize
        minRows={4}
        maxRows={16}
        dir="auto"
        onTextChange={answer.setText}
        onKeyDown={handleKey}
      />
      {!isNote && <DraftFileList files={draftFiles} />}
      <Group justify="flex-end" gap="xs">
        {!isNote && (
          <div className={css.answerStart}>
            <SavedReplyMenu {...savedReplies.menu} />
            {['email', 'form'].includes(conversation.channel) && (
              <AttachButton files={draftFiles} />
            )}
          </div>
        )}
        {!isNote && (
          <Button
            variant="default"
            disabled={isEmpty || isSending || draftFiles.isUploading}
            onClick={() => answer.send('closed')}
          >
            {t('conversation.sendAndClose')}
          </Button>
        )}
        <Button
          disabled={isEmpty || (!isNote && draftFiles.isUploading)}
          loading={isSending}
          onClick={submit}
        >
          {t(isNote ? 'conversation.addNote' : 'conversation.send')}
        </Button>
      </Group>
    </section>
  )
}

/** The menu of saved replies, and the facts that the inserted one lacks. */
function useSavedReplies(answer: Answer, conversation: Conversation) {
  const facts = useSavedReplyFacts(conversation)
  const [isOpen, setOpen] = useState(false)
  const [missing, setMissing] = useState<SavedReplyVariable[]>([])
  // The reply was sent or deleted.
  if (missing.length > 0 && answer.mode === 'reply' && answer.text.trim() === '') setMissing([])
  function insert(template: string) {
    const filled = fillSavedReply(template, facts)
    answer.insert(filled.text)
    setMissing(filled.missing)
    answer.focusBox('reply')
  }
  return {
    missing,
    menu: { isOpen, onOpenChange: setOpen, onChoose: insert },
    /** A slash at the start of a line opens the menu. */
    openAfterSlash: ({
      currentTarget: { value, selectionStart },
    }: KeyboardEvent<HTMLTextAreaElement>) => {
      if (/(^|\n)$/.test(value.slice(0, selectionStart))) setOpen(true)
    },
  }
}
