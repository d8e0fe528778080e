import { Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Webhook, type WebhookDelivery, webhookApi } from '#contract/developer/webhook.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { PasswordDialog } from '../reauthentication/password-dialog.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { getWebhookName, useOutcomeFormatter } from './webhook-labels.ts'

type WebhookDialogName = 'edit' | 'turnOn' | 'rotate' | 'remove'

/** Sends a test with one click; the menu edits, rotates the secret, turns off and deletes. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const test = useRouteMutation(webhookApi.test)
  useTestOutcomeToast(test.data?._id)
  const update = useRouteMutation(webhookApi.update)
  const remove = useRouteMutation(webhookApi.delete)
  const [openDialog, setOpenDialog] = useState<WebhookDialogName>()
  const [secret, setSecret] = useState<string>()
  const params = { id: webhook._id }
  const name = getWebhookName(webhook)
  const isOff = webhook.status === 'off' || webhook.status === 'stopped'
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <MoreButton label={t('developer.webhook.moreActions')}>
            <IconDots size={18} stroke={1.75} />
          </MoreButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => setOpenDialog('edit')}
          >
            {t('developer.webhook.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKey size={16} stroke={1.75} />}
            onClick={() => setOpenDialog('rotate')}
          >
            {t('developer.webhook.rotate')}
          </Menu.Item>
          {!isOff && (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} stroke={1.75} />}
              onClick={() => update.mutate({ params, body: { isOn: false } })}
            >
              {t('developer.webhook.turnOff')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setOpenDialog('remove')}
          >
            {t('developer.webhook.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOff ? (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
          onClick={() => setOpenDialog('turnOn')}
        >
          {t('developer.webhook.turnOn')}
        </Button>
      ) : (
        <Button
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        >
          {t('developer.webhook.test')}
        </Button>
      )}
      {openDialog === 'edit' && (
        <WebhookDrawer webhook={webhook} onClose={close} onCreated={setSecret} />
      )}
      {openDialog === 'turnOn' && (
        <PasswordDialog
          title={t('developer.webhook.turnOn')}
          description={t('developer.passwordHint')}
          onClose={close}
          onConfirm={proof =>
            update.mutateAsync({ params, body: { isOn: true, ...proof } }).then(close)
          }
        />
      )}
      {openDialog === 'rotate' && (
        <RotateSecretDialog
          id={webhook._id}
          onClose={close}
          onRotated={newSecret => {
            setSecret(newSecret)
            close()
          }}
        />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        isDangerous
        isBusy={remove.isPending}
        title={t('developer.webhook.deleteTitle', { name })}
        confirmLabel={t('developer.webhook.delete')}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params },
            { onSuccess: () => void navigate('/apps/developers'), onError: close },
          )
        }
      >
        {t('developer.webhook.deleteText')}
      </ConfirmDialog>
      {secret && (
        <SecretDialog
          title={t('developer.webhook.secretTitle')}
          text={t('developer.webhook.secretText')}
          label={t('developer.webhook.copy')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

function RotateSecretDialog({
  id,
  onClose,
  onRotated,
}: {
  id: string
  onClose: () => void
  onRotated: (secret: string) => void
}) {
  const { t } = useTranslation()
  const rotate = useRouteMutation(webhookApi.rotateSecret)
  return (
    <PasswordDialog
      title={t('developer.webhook.rotateTitle')}
      text={t('developer.webhook.rotateText')}
      confirmLabel={t('developer.webhook.rotate')}
      description={t('developer.passwordHint')}
      onClose={onClose}
      onConfirm={async body =>
        onRotated((await rotate.mutateAsync({ params: { id }, body })).secret)
      }
    />
  )
}

/** The most polls for the result of a test, one a second. Later results load on window focus. */
const maxTestPolls = 60

/** Shows the outcome of a test in a toast after the first attempt. */
function useTestOutcomeToast(id = '') {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatOutcome = useOutcomeFormatter()
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOptionsFor(webhookApi.getDelivery, { params: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state }) =>
      isTestComplete(state.data) || state.dataUpdateCount + state.errorUpdateCount >= maxTestPolls
        ? false
        : 1000,
  })
  const announcedId = useRef('')
  const announceOutcome = useEffectEvent(() => {
    // Effects run again when a hidden page becomes visible.
    if (announcedId.current === id) return
    announcedId.current = id
    // Updates the list of deliveries together with the toast.
    void client.invalidateQueries({
      queryKey: [webhookApi.listDeliveries.feature, webhookApi.listDeliveries.name],
    })
    if (data?.status === 'delivered')
      toast.success(
        t('developer.webhook.testDelivered', {
          status: data.responseStatus,
          ms: format.number(data.durationMs),
        }),
      )
    else if (data) toast.error(t('developer.webhook.testFailed', { outcome: formatOutcome(data) }))
  })
  const isComplete = isTestComplete(data)
  useEffect(() => {
    if (isComplete) announceOutcome()
  }, [isComplete])
}
const isTestComplete = (test: WebhookDelivery | undefined) =>
  test !== undefined && (test.lastAttemptAt !== null || test.status !== 'waiting')
