import { useTranslation } from 'react-i18next'
import type { InvoiceStatus } from '#contract/invoice/invoice.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

/** The name of the text of each status. */
export const invoiceStatusKeys = {
  Draft: 'Draft',
  Corrected: 'Corrected',
  Paid: 'Paid',
  'Past Due': 'PastDue',
  'Partial Payment': 'PartialPayment',
  Downloaded: 'Downloaded',
  Sent: 'Sent',
  Issued: 'Issued',
} as const satisfies Record<InvoiceStatus, string>

const tones: Record<InvoiceStatus, StatusTone> = {
  Draft: 'neutral',
  Corrected: 'neutral',
  Paid: 'good',
  'Past Due': 'bad',
  'Partial Payment': 'warn',
  Downloaded: 'info',
  Sent: 'info',
  Issued: 'info',
}

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={tones[status]}
      isHollow={status === 'Draft' || status === 'Corrected'}
      label={t(`invoice.status.${invoiceStatusKeys[status]}`)}
    />
  )
}
