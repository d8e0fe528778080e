import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  type Conversation,
  type ConversationEdit,
  conversationApi,
} from '#contract/desk/conversation.ts'
import { type SenderRuleAction, senderRuleApi } from '#contract/desk/sender-rule.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { PageMoreButton } from '../ui/page/more-button.tsx'
import { MergeDialog } from './dialog/merge-dialog.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'

/** The buttons beside the title: close or reopen, snooze, and a menu for the rest. */
export function ConversationActions({
  conversation,
  isSnoozeOpen,
  onSnoozeOpenChange,
}: {
  conversation: Conversation
  isSnoozeOpen: boolean
  onSnoozeOpenChange: (isOpen: boolean) => void
}) {
  const { _id: id, status, place, spamReason, isFollowing, email, channel } = conversation
  const { t } = useTranslation()
  const [isMerging, setMerging] = useState(false)
  const update = useRouteMutation(conversationApi.update)
  const change = (body: ConversationEdit) => update.mutate({ params: { id }, body })
  const rule = useRouteMutation(senderRuleApi.applyToConversation)
  const hasSender = email !== '' && channel !== 'team'
  const applyRule = (action: SenderRuleAction) =>
    rule.mutate({ body: { conversation: id, action } })
  // Allowing the sender of a forged email would allow those who forge it.
  const isAllowing = place === 'spam' && spamReason !== 'forged' && hasSender
  const restore = () => (isAllowing ? applyRule('allow') : change({ place: 'inbox' }))
  const restoreLabel = place === 'spam' ? 'notSpam' : 'restore'
  const isClosed = status === 'closed'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <PageMoreButton label={t('conversation.more')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change({ isFollowing: !isFollowing })}>
            {t(isFollowing ? 'conversation.unfollow' : 'conversation.follow')}
          </Menu.Item>
          {hasSender && (
            <Menu.Item onClick={() => setMerging(true)}>{t('conversation.merge')}</Menu.Item>
          )}
          {place !== 'spam' && (
            <Menu.Item onClick={() => change({ place: 'spam' })}>
              {t('conversation.toSpam')}
            </Menu.Item>
          )}
          {hasSender && (
            <Menu.Item onClick={() => applyRule('block')}>
              {t('conversation.blockSender')}
            </Menu.Item>
          )}
          {place !== 'trash' && (
            <Menu.Item onClick={() => change({ place: 'trash' })}>
              {t('conversation.toTrash')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isMerging && <MergeDialog conversation={conversation} onClose={() => setMerging(false)} />}
      {place !== 'inbox' ? (
        <>
          <DeleteForGood id={id} />
          <Button loading={update.isPending || rule.isPending} onClick={restore}>
            {t(`conversation.${isAllowing ? 'allowSender' : restoreLabel}`)}
          </Button>
        </>
      ) : (
        <>
          {!isClosed && (
            <SnoozeMenu
              isOpen={isSnoozeOpen}
              onOpenChange={onSnoozeOpenChange}
              onSnooze={snoozedUntil =>
                update.mutateAsync({ params: { id }, body: { status: 'snoozed', snoozedUntil } })
              }
            />
          )}
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() => change({ status: isClosed ? 'open' : 'closed' })}
          >
            {t(isClosed ? 'conversation.reopen' : 'conversation.close')}
          </Button>
        </>
      )}
    </>
  )
}

function DeleteForGood({ id }: { id: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const remove = useRouteMutation(conversationApi.delete)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('conversation.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('conversation.deleteTitle')}
        confirmLabel={t('conversation.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            { onSuccess: () => void navigate(recordListPaths.conversation) },
          )
        }
      >
        {t('conversation.deleteText')}
      </ConfirmDialog>
    </>
  )
}
