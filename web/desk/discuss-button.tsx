import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { chatApi } from '#contract/desk/chat.ts'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { useRouteMutation } from '../lib/call/api.ts'

/** Opens the chat of the team about a record. The first time, this creates it. */
export function DiscussButton({ subject, id }: { subject: DeskSubject; id: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = useRouteMutation(chatApi.openTeam, { isSilent: true })
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconMessages size={16} stroke={1.75} />}
      loading={open.isPending}
      onClick={() =>
        open.mutate(
          { body: { about: { subject, _id: id } } },
          { onSuccess: chat => navigate(`/apps/chat/${chat._id}`) },
        )
      }
    >
      {t('chat.discuss')}
    </Button>
  )
}
