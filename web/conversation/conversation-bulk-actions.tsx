import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationApi } from '#contract/desk/conversation.ts'
import type { ConversationFolder } from '#contract/desk/conversation-state.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useSession } from '../lib/session/session.ts'
import { BulkTagsDialog } from '../list/bulk-tags-dialog.tsx'
import { useConversationLabels } from './use-conversation-labels.ts'

/** Buttons that close, assign, label or move the selected conversations. */
export function ConversationBulkActions({
  selection,
  folder,
}: {
  selection: BulkTarget
  folder: ConversationFolder
}) {
  const { t } = useTranslation()
  const personId = useSession()?._id ?? null
  const { known, toLabel } = useConversationLabels()
  const [isLabeling, setLabeling] = useState(false)
  const update = useBulkAction(conversationApi.bulkUpdate, selection, 'conversation.bulkDone')
  const isRemoved = folder === 'spam' || folder === 'trash'
  const changes = [
    ...(isRemoved
      ? [
          {
            label: t(folder === 'spam' ? 'conversation.notSpam' : 'conversation.restore'),
            change: { place: 'inbox' as const },
          },
        ]
      : [
          {
            label: t(folder === 'closed' ? 'conversation.reopen' : 'conversation.close'),
            change: { status: folder === 'closed' ? ('open' as const) : ('closed' as const) },
          },
          { label: t('conversation.assignToMe'), change: { assignee: personId } },
          { label: t('conversation.toSpam'), change: { place: 'spam' as const } },
        ]),
    ...(folder === 'trash'
      ? []
      : [{ label: t('conversation.toTrash'), change: { place: 'trash' as const } }]),
  ]
  return (
    <>
      {changes.map(({ label, change }) => (
        <Button
          key={label}
          variant="default"
          size="compact-sm"
          disabled={selection.isBusy}
          onClick={() => update.mutate(change)}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setLabeling(true)}
      >
        {t('conversation.labels')}
      </Button>
      {isLabeling && (
        <BulkTagsDialog
          count={selection.count}
          suggestions={known.map(({ text }) => text)}
          isBusy={update.isPending}
          onClose={() => setLabeling(false)}
          onApply={({ add, remove }) =>
            update.mutate(
              { addLabels: add.map(toLabel), removeLabels: remove.map(toLabel) },
              { onSettled: () => setLabeling(false) },
            )
          }
        />
      )}
    </>
  )
}
