import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type WebhookDeliveryDetail, webhookApi } from '#contract/webhook.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { Can } from '../lib/session/can.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { LookDrawer } from '../ui/page/look-drawer.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './developer.module.css'
import { deliveryTones, useEventName, useOutcome } from './webhook-words.ts'

type Props = {
  id: string
  onClose: () => void /** Is given the new delivery. */
  onReplayed: (id: string) => void
}

/** What was sent and what was answered, to the letter. */
export function DeliveryDrawer({ id, onClose, onReplayed }: Props) {
  const { t } = useTranslation()
  const found = useQuery({
    ...queryOf(webhookApi.getDelivery, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 1500 : false),
  })
  const nameOf = useEventName()
  return (
    <LookDrawer
      title={found.data ? nameOf(found.data.type) : t('developer.delivery.title')}
      onClose={onClose}
    >
      <Loaded query={found}>
        {delivery => <DeliveryView delivery={delivery} onReplayed={onReplayed} />}
      </Loaded>
    </LookDrawer>
  )
}

function DeliveryView({
  delivery,
  onReplayed,
}: {
  delivery: WebhookDeliveryDetail
  onReplayed: Props['onReplayed']
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const outcome = useOutcome()
  const replay = useSend(webhookApi.replay)
  const { _id, status, attempts, tookMs, createdAt, triedAt, nextAt, event, body, response } =
    delivery
  return (
    <>
      <KeyValues
        items={[
          {
            label: t('developer.hook.status'),
            value: (
              <StatusBadge
                tone={deliveryTones[status]}
                label={t(`developer.delivery.is.${status}`)}
              />
            ),
          },
          { label: t('developer.delivery.outcome'), value: outcome(delivery) },
          { label: t('developer.delivery.when'), value: format.dateTime(createdAt) },
          { label: t('developer.delivery.tried'), value: format.dateTime(triedAt) },
          ...(nextAt
            ? [{ label: t('developer.delivery.next'), value: format.dateTime(nextAt) }]
            : []),
          { label: t('developer.delivery.attempts'), value: format.number(attempts) },
          {
            label: t('developer.delivery.took'),
            value: tookMs === null ? '' : t('developer.delivery.ms', { ms: format.number(tookMs) }),
          },
          {
            label: t('developer.delivery.id'),
            value: (
              <code className={css.mask} dir="ltr">
                {event}
              </code>
            ),
          },
        ]}
      />
      <Can do="developer:write">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={replay.isPending}
          onClick={() =>
            replay.mutate({ params: { id: _id } }, { onSuccess: made => onReplayed(made._id) })
          }
        >
          {t('developer.delivery.replay')}
        </Button>
      </Can>
      <Letters
        title={t('developer.delivery.sent')}
        text={body === null ? t('developer.delivery.hidden') : indented(body)}
      />
      <Letters
        title={t('developer.delivery.response')}
        text={response || t('developer.delivery.empty')}
      />
    </>
  )
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

function Letters({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className={css.label}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={css.letters} dir="ltr" tabIndex={0} aria-label={title}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
