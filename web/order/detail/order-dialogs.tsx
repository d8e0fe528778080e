import type { Order } from '#contract/order/order.ts'
import { OrderStatus, parcelTransitions } from '#contract/order/order-state.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { EditParcelDialog } from '../change/edit-parcel-dialog.tsx'
import { listMergeTargets, OrderMergeDialog } from '../change/order-merge-dialog.tsx'
import { OrderParcelDialog } from '../change/order-parcel-dialog.tsx'
import { OrderPaymentDialog } from '../change/order-payment-dialog.tsx'
import { OrderRefundDialog } from '../change/order-refund-dialog.tsx'
import { OrderSplitDialog } from '../change/order-split-dialog.tsx'
import { ParcelStatusDialog } from '../change/parcel-status-dialog.tsx'
import { RetryRefundDialog } from '../change/retry-refund-dialog.tsx'
import { CreatePackerLinkDialog } from '../packer/create-packer-link-dialog.tsx'
import { CreateReturnDialog } from '../return/create-return-dialog.tsx'
import { ReplaceUnitsDialog } from '../return/replace-units-dialog.tsx'
import { OrderCustomerDialog } from './order-customer-dialog.tsx'
import { OrderEditDialog } from './order-edit-dialog.tsx'
import { OrderPaymentLinkDialog } from './order-payment-link-dialog.tsx'
import { OrderReturnDialog } from './order-return-dialog.tsx'
import { OrderTransitionDialog } from './order-transition-dialog.tsx'

/** Returns the return for whose units a refund is due, if it is the only one. */
function findReceivedReturn({ status, balance, returns }: Order) {
  const [orderReturn, ...others] = returns.filter(
    each => each.kind === 'return' && each.status === 'received',
  )
  const isDue = balance < 0 && status !== 'returned' && status !== 'cancelled'
  return orderReturn && isDue && others.length === 0 ? { orderReturn } : {}
}

/** Shows the dialog that the URL names, if the order allows its action. */
export function OrderDialogs({
  order,
  dialog: { value: name, close },
}: {
  order: Order
  dialog: DialogParam
}) {
  if (name === null) return null
  const parsedStatus = OrderStatus.safeParse(name)
  if (parsedStatus.success)
    return order.allowedTransitions.includes(parsedStatus.data) ? (
      <OrderTransitionDialog order={order} target={parsedStatus.data} onClose={close} />
    ) : null
  if (name === 'parcel') return <OrderParcelDialog order={order} onClose={close} />
  if (name === 'payment') return <OrderPaymentDialog order={order} onClose={close} />
  if (name === 'refund')
    return <OrderRefundDialog order={order} {...findReceivedReturn(order)} onClose={close} />
  if (name === 'return' || name === 'claim')
    return <CreateReturnDialog order={order} kind={name} onClose={close} />
  if (name === 'replace') return <ReplaceUnitsDialog order={order} onClose={close} />
  if (name === 'paymentLink') return <OrderPaymentLinkDialog order={order} onClose={close} />
  if (name === 'packerLink')
    return <CreatePackerLinkDialog orders={{ ids: [order._id] }} onClose={close} />
  if (name === 'customer') return <OrderCustomerDialog order={order} onClose={close} />
  if (name === 'shippingAddress' || name === 'billingAddress' || name === 'notes')
    return <OrderEditDialog order={order} subject={name} onClose={close} />
  const pendingReturn = order.returns.find(
    ({ _id, status }) => status === 'requested' && name.endsWith(`-${_id}`),
  )
  if (pendingReturn)
    return (
      <OrderReturnDialog
        order={order}
        orderReturn={pendingReturn}
        status={name.startsWith('accepted-') ? 'accepted' : 'declined'}
        onClose={close}
      />
    )
  const failedRefund = order.refunds.find(
    ({ _id, failedAmount }) => failedAmount > 0 && name === `retry-${_id}`,
  )
  if (failedRefund) return <RetryRefundDialog order={order} refund={failedRefund} onClose={close} />
  return <ParcelDialog order={order} name={name} onClose={close} />
}

/** The dialog of a parcel, such as `edit-<id>` or `delivered-<id>`. */
function ParcelDialog({
  order,
  name,
  onClose,
}: {
  order: Order
  name: string
  onClose: () => void
}) {
  const parcel = order.fulfillments.find(({ _id }) => name.endsWith(`-${_id}`))
  if (!parcel) return null
  const props = { order, parcel, onClose }
  const action = name.slice(0, -parcel._id.length - 1)
  if (action === 'edit' && parcel.status !== 'cancelled') return <EditParcelDialog {...props} />
  if (parcel.status === 'packed') {
    if (action === 'split') return <OrderSplitDialog {...props} />
    if (action === 'merge' && listMergeTargets(order, parcel._id).length > 0)
      return <OrderMergeDialog {...props} />
  }
  const target = parcelTransitions[parcel.status].find(state => state === action)
  return target ? <ParcelStatusDialog {...props} target={target} /> : null
}
