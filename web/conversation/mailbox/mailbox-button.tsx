import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mailboxApi } from '#contract/store/mailbox.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useDialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { MailboxDrawer } from './mailbox-drawer.tsx'

/** Opens the mailbox of the store. Shows its problems, for users who see the settings of the store. */
export function MailboxButton() {
  const { t } = useTranslation()
  const canRead = usePermission('business:read')
  const canWrite = usePermission('business:write')
  const dialog = useDialogParam('mailbox')
  const mailbox = useQuery({ ...queryOptionsFor(mailboxApi.get, {}), enabled: canRead }).data
  if (!canRead) return null
  const failure = mailbox?.failure
  return (
    <>
      <Button
        variant="default"
        aria-label={failure ? t('mailbox.problem') : undefined}
        leftSection={
          failure && (
            <IconAlertTriangle size={16} stroke={1.75} color="var(--mantine-color-error)" />
          )
        }
        onClick={() => dialog.open('view')}
      >
        {t(mailbox === null && canWrite ? 'mailbox.connect' : 'mailbox.title')}
      </Button>
      {dialog.value && mailbox !== undefined && <MailboxDrawer mailbox={mailbox} dialog={dialog} />}
    </>
  )
}
