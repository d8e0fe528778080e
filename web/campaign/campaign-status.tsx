import { useTranslation } from 'react-i18next'
import type { CampaignStatus } from '#contract/campaign/campaign.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

const tones: Record<CampaignStatus, StatusTone> = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'info',
  paused: 'warn',
  sent: 'good',
  canceled: 'neutral',
}

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={tones[status]}
      label={t(`campaign.statuses.${status}`)}
      isHollow={status === 'draft'}
    />
  )
}
