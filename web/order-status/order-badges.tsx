import { IconArchive } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type {
  FulfillmentState,
  FulfillmentStatus,
  OrderStatus,
  PaymentStatus,
  ReturnProgress,
} from '#contract/order/order-state.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

// Separate from the order pages, because customer pages show orders too.
export const orderTones: Record<OrderStatus, StatusTone> = {
  draft: 'neutral',
  pending: 'warn',
  confirmed: 'info',
  processing: 'info',
  ready: 'info',
  shipped: 'info',
  delivered: 'good',
  completed: 'good',
  on_hold: 'warn',
  cancelled: 'neutral',
  returned: 'neutral',
}
const paymentTones: Record<PaymentStatus, StatusTone> = {
  unpaid: 'warn',
  authorized: 'info',
  partially_paid: 'warn',
  paid: 'good',
  overpaid: 'warn',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  voided: 'neutral',
}
const fulfillmentTones: Record<FulfillmentStatus, StatusTone> = {
  unfulfilled: 'neutral',
  partially_fulfilled: 'warn',
  fulfilled: 'info',
  partially_delivered: 'info',
  delivered: 'good',
  not_required: 'neutral',
}

const parcelTones: Record<FulfillmentState, StatusTone> = {
  packed: 'neutral',
  shipped: 'info',
  delivered: 'good',
  lost: 'bad',
  cancelled: 'neutral',
}

/** Marks an order in the archive, beside its status. */
export function ArchivedMark() {
  const { t } = useTranslation()
  const label = t('ui.archivedOrder')
  return (
    <span role="img" aria-label={label} title={label}>
      <IconArchive size={16} stroke={1.75} aria-hidden />
    </span>
  )
}

export function ParcelBadge({ status, label }: { status: FulfillmentState; label?: string }) {
  const { t } = useTranslation()
  return <StatusBadge tone={parcelTones[status]} label={label ?? t(`order.shipment.${status}`)} />
}

export function OrderBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={orderTones[status]}
      isHollow={status === 'pending' || status === 'draft' || status === 'cancelled'}
      label={t(`ui.orderStatus.${status}`)}
    />
  )
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={paymentTones[status]}
      isHollow={status === 'unpaid' || status === 'voided'}
      label={t(`ui.paymentStatus.${status}`)}
    />
  )
}

export function FulfillmentBadge({ status }: { status: FulfillmentStatus }) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={fulfillmentTones[status]}
      isHollow={status === 'unfulfilled' || status === 'not_required'}
      label={t(`ui.fulfillmentStatus.${status}`)}
    />
  )
}

/** Returns whether the status of an order already says how far it is fulfilled. */
export const saysFulfillment = ({
  status,
  fulfillmentStatus,
}: {
  status: OrderStatus
  fulfillmentStatus: FulfillmentStatus
}): boolean => status === fulfillmentStatus

type ReturnProgressProps = { order: { status: OrderStatus; returnProgress: ReturnProgress } }

/** Shows that units came back, except for returned orders, whose status says so. */
export function ReturnProgressBadge({ order: { status, returnProgress } }: ReturnProgressProps) {
  const { t } = useTranslation()
  if (returnProgress === 'none' || status === 'returned') return null
  return <StatusBadge tone="neutral" label={t(`ui.returnProgress.${returnProgress}`)} />
}
