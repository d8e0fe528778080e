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
