import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DeliveryFilter,
  DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  webhookApi,
} from '#contract/developer/webhook.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { toOptions } from '../lib/to-options.ts'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import css from './developer.module.css'
import { deliveryTones, useEventNameFormatter, useOutcomeFormatter } from './webhook-labels.ts'

/** Returns whether the next attempt is at most 70 seconds away. */
const isRetrySoon = ({ nextAttemptAt }: WebhookDelivery) =>
  nextAttemptAt !== null && new Date(nextAttemptAt).getTime() < Date.now() + 70_000

/** Lists the deliveries of a webhook in the last 30 days with their outcome. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const list = useListState(DeliveryFilter, 'delivery')
  const deliveries = useQuery({
    ...queryOptionsFor(webhookApi.listDeliveries, {
      query: { ...list.query, webhook: webhook._id },
    }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRetrySoon) ? 1500 : false),
  })
  const client = useQueryClient()
  // Deliveries change the status of the webhook.
  useEffect(() => {
    if (deliveries.data)
      void client.invalidateQueries({ queryKey: [webhookApi.get.feature, webhookApi.get.name] })
  }, [client, deliveries.data])
  const columns = useDeliveryColumns()
  const drawer = useDialogParam('delivery')
  const formatEventName = useEventNameFormatter()
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className={css.heading}>
        {t('developer.delivery.list')}
      </h2>
      <p className={css.hint}>{t('developer.delivery.hint')}</p>
      <DataList
        label={t('developer.delivery.list')}
        list={list}
        query={deliveries}
        columns={columns}
        getRowName={row => formatEventName(row.type)}
        hasSearch={false}
        getRowLink={row => drawer.getLink(row._id)}
        filters={[
          {
            key: 'status',
            label: t('developer.webhook.statusLabel'),
            options: toOptions(DeliveryStatus.options, value =>
              t(`developer.delivery.status.${value}`),
            ),
          },
        ]}
        empty={{
          can: 'developer:write',
          title: t('developer.delivery.none'),
          text: t('developer.delivery.noneText'),
        }}
      />
      {drawer.value && (
        <DeliveryDrawer
          key={drawer.value}
          id={drawer.value}
          onClose={drawer.close}
          onReplayed={drawer.open}
        />
      )}
    </section>
  )
}

function useDeliveryColumns(): ListColumn<WebhookDelivery>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatEventName = useEventNameFormatter()
  const formatOutcome = useOutcomeFormatter()
  return [
    {
      key: 'event',
      label: t('developer.delivery.event'),
      render: row => (
        <span className={css.nameCell}>
          <strong>{formatEventName(row.type)}</strong>
          {row.type !== 'test' && (
            <code className={css.code} dir="ltr">
              {row.type}
            </code>
          )}
        </span>
      ),
    },
    {
      key: 'outcome',
      label: t('developer.delivery.response'),
      phonePosition: 'line',
      render: row =>
        [formatOutcome(row), ...(row.isManual ? [t('developer.delivery.resent')] : [])].join(' · '),
    },
    {
      key: 'status',
      label: t('developer.webhook.statusLabel'),
      phonePosition: 'side',
      width: 140,
      render: row => (
        <StatusBadge
          tone={deliveryTones[row.status]}
          label={t(`developer.delivery.status.${row.status}`)}
        />
      ),
    },
    {
      key: 'attempts',
      label: t('developer.delivery.attempts'),
      isNumber: true,
      minScreen: 'desktop',
      phonePosition: 'none',
      width: 100,
      render: row => format.number(row.attempts),
    },
    {
      key: 'createdAt',
      label: t('developer.delivery.date'),
      phonePosition: 'line',
      width: 170,
      render: row => <RelativeTime time={row.createdAt} />,
    },
  ]
}
