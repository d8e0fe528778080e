import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Webhook, webhookApi } from '#contract/webhook.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can } from '../lib/session/can.tsx'
import { Cards } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { DeliveryList } from './delivery-list.tsx'
import css from './developer.module.css'
import { WebhookActions } from './webhook-actions.tsx'
import { useEventName, webhookName, webhookTones } from './webhook-words.ts'

/** One webhook: what it tells, and what it told. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const found = useQuery(queryOf(webhookApi.get, { params: { id } }))
  return <Loaded query={found}>{webhook => <WebhookView webhook={webhook} />}</Loaded>
}
WebhookPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(webhookApi.get, { params: { id } }))) satisfies Warm

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useEventName()
  const { url, status, events, maskedSecret, failingSince, madeBy, createdAt } = webhook
  return (
    <>
      <PageHeader
        title={webhookName(webhook)}
        back={{ to: '/apps/developers', label: t('developer.title') }}
        badges={
          <StatusBadge tone={webhookTones[status]} label={t(`developer.hook.is.${status}`)} />
        }
        subtitle={
          <code className={css.address} dir="ltr">
            {url}
          </code>
        }
      >
        <Can do="developer:write">
          <WebhookActions webhook={webhook} />
        </Can>
      </PageHeader>
      <Cards>
        {status === 'stopped' && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />}>
            {t('developer.hook.stoppedText')}
          </Alert>
        )}
        {status === 'failing' && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            {t('developer.hook.failingText', { when: format.dateTime(failingSince) })}
          </Alert>
        )}
        <SectionCard title={t('developer.hook.about')}>
          <KeyValues
            items={[
              { label: t('developer.hook.events'), value: format.list(events.map(nameOf)) },
              {
                label: t('developer.hook.secret'),
                value: (
                  <code className={css.mask} dir="ltr">
                    {maskedSecret}
                  </code>
                ),
              },
              { label: t('developer.hook.since'), value: format.date(createdAt) },
              {
                label: t('developer.key.madeBy'),
                value: <bdi>{format.text(madeBy?.fullName)}</bdi>,
              },
            ]}
          />
          <p className={css.hint}>{t('developer.hook.signed')}</p>
        </SectionCard>
        <DeliveryList webhook={webhook} />
      </Cards>
    </>
  )
}
