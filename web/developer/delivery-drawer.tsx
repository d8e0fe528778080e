import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type WebhookDeliveryDetail, webhookApi } from '#contract/developer/webhook.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './developer.module.css'
import { deliveryTones, useEventNameFormatter, useOutcomeFormatter } from './webhook-labels.ts'

type Props = {
  id: string
  onClose: () => void
  /** Receives the id of the new delivery. */
  onReplayed: (id: string) => void
}

/** Shows the exact request and response of a delivery. */
export function DeliveryDrawer({ id, onClose, onReplayed }: Props) {
  const { t } = useTranslation()
  const deliveryQuery = useQuery({
    ...queryOptionsFor(webhookApi.getDelivery, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 1500 : false),
  })
  const formatEventName = useEventNameFormatter()
  return (
    <DetailDrawer
      title={
        deliveryQuery.data
          ? formatEventName(deliveryQuery.data.type)
          : t('developer.delivery.title')
      }
      onClose={onClose}
    >
      <QueryBoundary query={deliveryQuery}>
        {delivery => <DeliveryView delivery={delivery} onReplayed={onReplayed} />}
      </QueryBoundary>
    </DetailDrawer>
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
  const format = useFormatters()
  const formatOutcome = useOutcomeFormatter()
  const resend = useRouteMutation(webhookApi.resend)
  const {
    _id,
    status,
    attempts,
    durationMs,
    createdAt,
    lastAttemptAt,
    nextAttemptAt,
    event,
    body,
    response,
  } = delivery
  return (
    <>
      <KeyValues
        items={[
          {
            label: t('developer.webhook.statusLabel'),
            value: (
              <StatusBadge
                tone={deliveryTones[status]}
                label={t(`developer.delivery.status.${status}`)}
              />
            ),
          },
          { label: t('developer.delivery.response'), value: formatOutcome(delivery) },
          { label: t('developer.delivery.date'), value: format.dateTime(createdAt) },
          { label: t('developer.delivery.lastAttempt'), value: format.dateTime(lastAttemptAt) },
          ...(nextAttemptAt
            ? [
                {
                  label: t('developer.delivery.nextAttempt'),
                  value: format.dateTime(nextAttemptAt),
                },
              ]
            : []),
          { label: t('developer.delivery.attempts'), value: format.number(attempts) },
          {
            label: t('developer.delivery.duration'),
            value:
              durationMs === null
                ? ''
                : t('developer.delivery.durationMs', { ms: format.number(durationMs) }),
          },
          {
            label: t('developer.delivery.eventId'),
            value: (
              <code className={css.code} dir="ltr">
                {event}
              </code>
            ),
          },
        ]}
      />
      <PermissionGate permission="developer:write">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(
              { params: { id: _id } },
              { onSuccess: newDelivery => onReplayed(newDelivery._id) },
            )
          }
        >
          {t('developer.delivery.resend')}
        </Button>
      </PermissionGate>
      <CodeBlock
        title={t('developer.delivery.requestBody')}
        text={body === null ? t('developer.delivery.noAccess') : formatJson(body)}
      />
      <CodeBlock
        title={t('developer.delivery.responseStart')}
        text={response || t('developer.delivery.empty')}
      />
    </>
  )
}

const formatJson = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className={css.label}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section className={css.codeBlock} dir="ltr" tabIndex={0} aria-label={title}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
