import { useTranslation } from 'react-i18next'
import type { Subscriber, SubscriberState } from '#contract/customer/subscriber.ts'
import { consentColumn } from '../component/consent-column.tsx'
import { useFormatters } from '../lib/formatters.ts'
import { createdAtColumn } from '../list/table/created-at-column.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

const tones: Record<SubscriberState, StatusTone> = {
  pending: 'neutral',
  confirmed: 'good',
  unsubscribed: 'warn',
}

export function useSubscriberColumns(): ListColumn<Subscriber>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    { ...consentColumn, label: t('subscriber.email') },
    {
      key: 'state',
      label: t('subscriber.state'),
      width: 150,
      phonePosition: 'side',
      render: ({ state }) => (
        <StatusBadge tone={tones[state]} label={t(`subscriber.states.${state}`)} />
      ),
    },
    {
      key: 'source',
      label: t('subscriber.source'),
      width: 180,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ source }) => <bdi dir="ltr">{source}</bdi>,
    },
    { ...createdAtColumn, label: t('subscriber.createdAt') },
    {
      key: 'confirmedAt',
      label: t('subscriber.confirmedAt'),
      width: 140,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ confirmedAt }) => format.date(confirmedAt),
    },
  ]
}
