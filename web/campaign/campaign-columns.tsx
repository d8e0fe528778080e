import { useTranslation } from 'react-i18next'
import type { CampaignRow } from '#contract/campaign/campaign.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { CampaignStatusBadge } from './campaign-status.tsx'

export function useCampaignColumns(): ListColumn<CampaignRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'name',
      label: t('campaign.field.name'),
      sort: 'name',
      render: ({ name, subject }) => <EntityCell title={name} details={subject} />,
    },
    {
      key: 'status',
      label: t('campaign.field.status'),
      width: 150,
      phonePosition: 'side',
      render: ({ status }) => <CampaignStatusBadge status={status} />,
    },
    {
      key: 'sentCount',
      label: t('campaign.sentCount'),
      width: 150,
      isNumber: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ status, sentCount }) =>
        status === 'draft' || status === 'scheduled' ? '' : format.number(sentCount),
    },
    {
      key: 'createdAt',
      label: t('campaign.date'),
      sort: 'createdAt',
      width: 190,
      minScreen: 'tablet',
      render: ({ startedAt, sendAt, createdAt }) =>
        format.dateTime(startedAt ?? sendAt ?? createdAt),
    },
  ]
}
