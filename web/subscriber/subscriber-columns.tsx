import { useTranslation } from 'react-i18next'
import type { Subscriber, SubscriberState } from '#contract/customer/subscriber.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

const tones: Record<SubscriberState, StatusTone> = {
  pending: 'neutral',
  confirmed: 'good',
  unsubscribed: 'warn',
}

export function useSubscriberColumns(): ListColumn<Subscriber>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'email',
      label: t('subscriber.email'),
      sort: 'email',
      render: ({ email, consentText }) => (
        <EntityCell
          title={formatEmail(email)}
          details={<span title={consentText}>{consentText}</span>}
        />
      ),
    },
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
    {
      key: 'createdAt',
      label: t('subscriber.createdAt'),
      sort: 'createdAt',
      width: 140,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ createdAt }) => (
        <span title={format.dateTime(createdAt)}>{format.relativeTime(createdAt)}</span>
      ),
    },
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
