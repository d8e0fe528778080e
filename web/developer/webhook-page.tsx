import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Webhook, webhookApi } from '#contract/developer/webhook.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { FormGate } from '../lib/session/permission-gate.tsx'
import { CardStack } from '../ui/form/edit-form.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { DeliveryList } from './delivery-list.tsx'
import css from './developer.module.css'
import { WebhookActions } from './webhook-actions.tsx'
import { getWebhookName, useEventNameFormatter, webhookTones } from './webhook-labels.ts'

/** One webhook with its events and deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const webhookQuery = useQuery(queryOptionsFor(webhookApi.get, { params: { id } }))
  return (
    <QueryBoundary query={webhookQuery}>
      {webhook => <WebhookView webhook={webhook} />}
    </QueryBoundary>
  )
}
WebhookPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(webhookApi.get, { params: { id } }))) satisfies Prefetch

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatEventName = useEventNameFormatter()
  const { url, status, events, maskedSecret, failingSince, createdBy, createdAt } = webhook
  return (
    <>
      <PageHeader
        title={getWebhookName(webhook)}
        back={{ to: '/apps/developers', label: t('developer.title') }}
        badges={
          <StatusBadge
            tone={webhookTones[status]}
            label={t(`developer.webhook.status.${status}`)}
          />
        }
        subtitle={
          <code className={css.webhookUrl} dir="ltr">
            {url}
          </code>
        }
      >
        <FormGate permission="developer:write">
          <WebhookActions webhook={webhook} />
        </FormGate>
      </PageHeader>
      <CardStack>
        {status === 'stopped' && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />}>
            {t('developer.webhook.stoppedText')}
          </Alert>
        )}
        {status === 'failing' && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            {t('developer.webhook.failingText', { date: format.dateTime(failingSince) })}
          </Alert>
        )}
        <SectionCard title={t('developer.webhook.details')}>
          <KeyValues
            items={[
              {
                label: t('developer.webhook.events'),
                value: format.list(events.map(formatEventName)),
              },
              {
                label: t('developer.webhook.secret'),
                value: (
                  <code className={css.code} dir="ltr">
                    {maskedSecret}
                  </code>
                ),
              },
              { label: t('developer.webhook.created'), value: format.date(createdAt) },
              {
                label: t('developer.apiKey.createdBy'),
                value: <bdi>{format.text(createdBy?.fullName)}</bdi>,
              },
            ]}
          />
          <p className={css.hint}>{t('developer.webhook.signatureHint')}</p>
        </SectionCard>
        <DeliveryList webhook={webhook} />
      </CardStack>
    </>
  )
}
