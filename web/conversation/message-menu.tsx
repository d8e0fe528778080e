import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConversationMessage, messageApi } from '#contract/desk/message.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SplitDialog } from './dialog/split-dialog.tsx'

type Props = { conversationId: string; message: ConversationMessage; canSplit: boolean }

/** The actions of one message. */
export function MessageMenu({
  conversationId,
  message: { _id: messageId, original },
  canSplit,
}: Props) {
  const { t } = useTranslation()
  const showsSplit = usePermission('conversation:write') && canSplit
  const [isSplitting, setSplitting] = useState(false)
  if (!showsSplit && !original) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <MoreButton label={t('conversation.messageActions')}>
            <IconDots size={16} stroke={1.75} />
          </MoreButton>
        </Menu.Target>
        <Menu.Dropdown>
          {original && (
            <Menu.Item
              onClick={() => startDownload(messageApi.getOriginal, { params: { id: messageId } })}
            >
              {t('conversation.downloadOriginal')}
            </Menu.Item>
          )}
          {showsSplit && (
            <Menu.Item onClick={() => setSplitting(true)}>{t('conversation.split')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSplitting && (
        <SplitDialog
          conversationId={conversationId}
          messageId={messageId}
          onClose={() => setSplitting(false)}
        />
      )}
    </>
  )
}
