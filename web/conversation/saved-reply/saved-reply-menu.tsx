import { Button, Menu, ScrollArea } from '@mantine/core'
import { IconMessage2Bolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { savedReplyApi } from '#contract/desk/saved-reply.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useDialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { SavedReplyDrawer } from './saved-reply-drawer.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChoose: (text: string) => void
}

/** Inserts a saved reply into the reply, or opens the list of them. */
export function SavedReplyMenu({ isOpen, onOpenChange, onChoose }: Props) {
  const { t } = useTranslation()
  const dialog = useDialogParam('replies')
  const replies = useQuery({
    ...queryOptionsFor(savedReplyApi.list, {}),
    enabled: isOpen || dialog.value !== null,
  }).data
  return (
    <>
      <Menu opened={isOpen} onChange={onOpenChange} position="top-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconMessage2Bolt size={16} stroke={1.75} />}
            title={t('savedReply.slashHint')}
          >
            {t('savedReply.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah={280}>
            {replies?.map(({ _id, name, text }) => (
              <Menu.Item key={_id} onClick={() => onChoose(text)}>
                <bdi>{name}</bdi>
              </Menu.Item>
            ))}
          </ScrollArea.Autosize>
          {replies && replies.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => dialog.open('list')}>{t('savedReply.manage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog.value && <SavedReplyDrawer dialog={dialog} replies={replies} />}
    </>
  )
}
