import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  DeliveryFilter,
  DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  webhookApi,
} from '#contract/webhook.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import css from './developer.module.css'
import { deliveryTones, useEventName, useOutcome } from './webhook-words.ts'

/** Whether something will come of it before one has looked away. */
const isUnderWay = ({ nextAt }: WebhookDelivery) =>
  nextAt !== null && new Date(nextAt).getTime() < Date.now() + 70_000

/** What a webhook told in the last thirty days, and what came of it. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const list = useListState(DeliveryFilter)
  const deliveries = useQuery({
    ...queryOf(webhookApi.listDeliveries, { query: { ...list.query, webhook: webhook._id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 1500 : false),
  })
  const client = useQueryClient()
  // What came of a message is also how the webhook stands.
  useEffect(() => {
    if (deliveries.data)
      void client.invalidateQueries({ queryKey: [webhookApi.get.feature, webhookApi.get.name] })
  }, [client, deliveries.data])
  const columns = useDeliveryColumns()
  const [params, setParams] = useSearchParams()
  const open = params.get('delivery')
  const show = (id?: string) =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (id) next.set('delivery', id)
        else next.delete('delivery')
        return next
      },
      { preventScrollReset: true },
    )
  const nameOf = useEventName()
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
        nameOf={row => nameOf(row.type)}
        hasSearch={false}
        linkOf={row =>
          `?${new URLSearchParams([...[...params].filter(([key]) => key !== 'delivery'), ['delivery', row._id]])}`
        }
        filters={[
          {
            key: 'status',
            label: t('developer.hook.status'),
            options: DeliveryStatus.options.map(value => ({
              value,
              label: t(`developer.delivery.is.${value}`),
            })),
          },
        ]}
        empty={
          <EmptyState
            can="developer:write"
            title={t('developer.delivery.none')}
            text={t('developer.delivery.noneText')}
          />
        }
      />
      {open && <DeliveryDrawer key={open} id={open} onClose={() => show()} onReplayed={show} />}
    </section>
  )
}

function useDeliveryColumns(): Column<WebhookDelivery>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useEventName()
  const outcome = useOutcome()
  return [
    {
      key: 'event',
      label: t('developer.delivery.event'),
      render: row => (
        <span className={css.thing}>
          <strong>{nameOf(row.type)}</strong>
          <code className={css.mask} dir="ltr">
            {row.type}
          </code>
        </span>
      ),
    },
    {
      key: 'outcome',
      label: t('developer.delivery.outcome'),
      phone: 'line',
      render: row =>
        [outcome(row), ...(row.isRepeat ? [t('developer.delivery.repeat')] : [])].join(' · '),
    },
    {
      key: 'status',
      label: t('developer.hook.status'),
      phone: 'side',
      width: 140,
      render: row => (
        <StatusBadge
          tone={deliveryTones[row.status]}
          label={t(`developer.delivery.is.${row.status}`)}
        />
      ),
    },
    {
      key: 'attempts',
      label: t('developer.delivery.attempts'),
      isNumber: true,
      from: 'desktop',
      phone: 'none',
      width: 100,
      render: row => format.number(row.attempts),
    },
    {
      key: 'createdAt',
      label: t('developer.delivery.when'),
      phone: 'line',
      width: 170,
      render: row => (
        <span title={format.dateTime(row.createdAt)}>{format.ago(row.createdAt)}</span>
      ),
    },
  ]
}
