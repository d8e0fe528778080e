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
import { type Webhook, type WebhookDelivery, webhookApi } from '#contract/webhook.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { toast } from '../lib/page/toast.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { useOutcome, webhookName } from './webhook-words.ts'

type Asked = 'edit' | 'rotate' | 'remove'

/** A test at hand; what changes it behind one more click. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const test = useSend(webhookApi.test)
  useTestOutcome(test.data?._id)
  const update = useSend(webhookApi.update)
  const rotate = useSend(webhookApi.rotateSecret)
  const remove = useSend(webhookApi.delete)
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<string>()
  const params = { id: webhook._id }
  const name = webhookName(webhook)
  const isOff = webhook.status === 'off' || webhook.status === 'stopped'
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <MoreButton label={t('developer.hook.more')}>
            <IconDots size={18} stroke={1.75} />
          </MoreButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => setAsked('edit')}
          >
            {t('developer.hook.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKey size={16} stroke={1.75} />}
            onClick={() => setAsked('rotate')}
          >
            {t('developer.hook.rotate')}
          </Menu.Item>
          {!isOff && (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} stroke={1.75} />}
              onClick={() => update.mutate({ params, body: { isOn: false } })}
            >
              {t('developer.hook.turnOff')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setAsked('remove')}
          >
            {t('developer.hook.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOff ? (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { isOn: true } })}
        >
          {t('developer.hook.turnOn')}
        </Button>
      ) : (
        <Button
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        >
          {t('developer.hook.test')}
        </Button>
      )}
      {asked === 'edit' && <WebhookDrawer webhook={webhook} onClose={close} onMade={setSecret} />}
      <ConfirmDialog
        isOpen={asked === 'rotate'}
        isBusy={rotate.isPending}
        title={t('developer.hook.rotateTitle')}
        action={t('developer.hook.rotate')}
        onClose={close}
        onConfirm={() =>
          rotate.mutate({ params }, { onSuccess: made => setSecret(made.secret), onSettled: close })
        }
      >
        {t('developer.hook.rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        isDangerous
        isBusy={remove.isPending}
        title={t('developer.hook.removeTitle', { name })}
        action={t('developer.hook.remove')}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params },
            { onSuccess: () => void navigate('/apps/developers'), onError: close },
          )
        }
      >
        {t('developer.hook.removeText')}
      </ConfirmDialog>
      {secret && (
        <SecretDialog
          title={t('developer.hook.madeTitle')}
          text={t('developer.hook.madeText')}
          label={t('developer.hook.copy')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

/** Who has waited so long for a test hears of it when they come back to the page. */
const mostLooks = 60

/** Says what came of a test, as soon as it was tried. */
function useTestOutcome(id = '') {
  const { t } = useTranslation()
  const format = useFormat()
  const outcome = useOutcome()
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(webhookApi.getDelivery, { params: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state }) =>
      isTried(state.data) || state.dataUpdateCount + state.errorUpdateCount >= mostLooks
        ? false
        : 1000,
  })
  const told = useRef('')
  const tell = useEffectEvent(() => {
    // A page that was hidden meanwhile runs its effects anew.
    if (told.current === id) return
    told.current = id
    // The log says it at the same moment.
    void client.invalidateQueries({
      queryKey: [webhookApi.listDeliveries.feature, webhookApi.listDeliveries.name],
    })
    if (data?.status === 'delivered')
      toast.good(
        t('developer.hook.testGood', {
          status: data.responseStatus,
          ms: format.number(data.tookMs),
        }),
      )
    else if (data) toast.bad(t('developer.hook.testBad', { outcome: outcome(data) }))
  })
  const isOver = isTried(data)
  useEffect(() => {
    if (isOver) tell()
  }, [isOver])
}
const isTried = (test: WebhookDelivery | undefined) =>
  test !== undefined && (test.triedAt !== null || test.status !== 'waiting')
