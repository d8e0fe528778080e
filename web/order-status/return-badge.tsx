import { useTranslation } from 'react-i18next'
import type { ReturnState } from '#contract/order/return-state.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

const returnTones: Record<ReturnState, StatusTone> = {
  requested: 'warn',
  accepted: 'info',
  declined: 'neutral',
  in_transit: 'info',
  received: 'warn',
  settled: 'good',
  canceled: 'neutral',
}

export function ReturnBadge({ status }: { status: ReturnState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={returnTones[status]} label={t(`order.return.status.${status}`)} />
}

/** Marks a return whose last day to send it back has passed. */
export function LateBadge() {
  const { t } = useTranslation()
  return <StatusBadge tone="bad" label={t('orderReturn.late')} />
}
