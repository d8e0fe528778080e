import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Mailbox, mailboxApi } from '#contract/store/mailbox.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { translateError } from '../../lib/call/translate-server-message.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { RelativeTime } from '../../ui/date/relative-time.tsx'
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx'
import { DetailDrawer } from '../../ui/dialog/record-drawer.tsx'
import { CopyableText } from '../../ui/page/copyable-text.tsx'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { MailboxForm } from './mailbox-form.tsx'

type Props = { mailbox: Mailbox | null; dialog: DialogParam }

/** The mailbox of the store, or the form that connects one. */
export function MailboxDrawer({ mailbox, dialog }: Props) {
  const { t } = useTranslation()
  const canWrite = usePermission('business:write')
  if (canWrite && dialog.value === 'edit')
    return <MailboxForm mailbox={mailbox} onClose={() => dialog.open('view')} />
  return (
    <DetailDrawer title={t('mailbox.title')} onClose={dialog.close}>
      <Text c="dimmed">{t('mailbox.text')}</Text>
      {mailbox ? <MailboxDetails mailbox={mailbox} /> : <Text>{t('mailbox.none')}</Text>}
      <StoreAddress />
      {canWrite && (
        <Group gap="xs">
          {mailbox && <CheckButton />}
          <Button variant={mailbox ? 'default' : 'filled'} onClick={() => dialog.open('edit')}>
            {t(mailbox ? 'mailbox.edit' : 'mailbox.connect')}
          </Button>
          {mailbox && <DisconnectButton username={mailbox.username} />}
        </Group>
      )}
    </DetailDrawer>
  )
}

/** The address of the store, if the installation receives emails. */
function StoreAddress() {
  const { t } = useTranslation()
  const address = useQuery(queryOptionsFor(mailboxApi.getAddress, {})).data?.address
  return (
    address && (
      <div>
        <Text>{t('mailbox.forward')}</Text>
        <CopyableText text={address} label={t('conversation.copyEmail')} />
      </div>
    )
  )
}

function MailboxDetails({ mailbox }: { mailbox: Mailbox }) {
  const { t } = useTranslation()
  const { server, port, username, checkedAt, failure } = mailbox
  return (
    <>
      {failure && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {translateError(failure)}
        </Alert>
      )}
      <KeyValues
        items={[
          { label: t('mailbox.username'), value: <bdi>{username}</bdi> },
          { label: t('mailbox.server'), value: <bdi>{`${server}:${port}`}</bdi> },
          { label: t('mailbox.checked'), value: <RelativeTime time={checkedAt} /> },
        ]}
      />
    </>
  )
}

function CheckButton() {
  const { t } = useTranslation()
  const check = useRouteMutation(mailboxApi.check)
  return (
    <Button loading={check.isPending} onClick={() => check.mutate({})}>
      {t('mailbox.check')}
    </Button>
  )
}

function DisconnectButton({ username }: { username: string }) {
  const { t } = useTranslation()
  const disconnect = useRouteMutation(mailboxApi.disconnect)
  return (
    <ConfirmButton
      variant="subtle"
      color="red"
      label={t('mailbox.disconnect')}
      title={t('mailbox.disconnectTitle', { username })}
      isBusy={disconnect.isPending}
      onConfirm={close => disconnect.mutate({}, { onSuccess: close })}
    >
      {t('mailbox.disconnectText')}
    </ConfirmButton>
  )
}
