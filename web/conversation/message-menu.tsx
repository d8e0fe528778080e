import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SplitDialog } from './dialog/split-dialog.tsx'

type Props = { conversationId: string; messageId: string; canSplit: boolean }

/** The actions of one message. */
export function MessageMenu({ conversationId, messageId, canSplit }: Props) {
  const { t } = useTranslation()
  const canWrite = usePermission('conversation:write')
  const [isSplitting, setSplitting] = useState(false)
  if (!canWrite || !canSplit) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <MoreButton label={t('conversation.messageActions')}>
            <IconDots size={16} stroke={1.75} />
          </MoreButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSplitting(true)}>{t('conversation.split')}</Menu.Item>
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
