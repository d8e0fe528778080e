import { useTranslation } from 'react-i18next'
import type { InvoiceRow, InvoiceStatus } from '#contract/invoice/invoice.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

/** The name of the text of each status. */
export const invoiceStatusKeys = {
  Draft: 'Draft',
  Corrected: 'Corrected',
  Paid: 'Paid',
  Refunded: 'Refunded',
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
  Refunded: 'neutral',
  'Past Due': 'bad',
  'Partial Payment': 'warn',
  Downloaded: 'info',
  Sent: 'info',
  Issued: 'info',
}

/** Returns whether money is owed, so that the due date matters. A draft may become such an invoice. */
export const isInvoiceOwed = ({ kind, status }: Pick<InvoiceRow, 'kind' | 'status'>) =>
  kind === 'invoice' && status !== 'Paid' && status !== 'Refunded' && status !== 'Corrected'

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
