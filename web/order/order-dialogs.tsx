import type { Order } from '#contract/order.ts'
import { OrderStatus } from '#contract/order-state.ts'
import { OrderEditDialog } from './order-edit-dialog.tsx'
import { OrderMoneyDialog } from './order-money-dialog.tsx'
import { OrderMoveDialog } from './order-move-dialog.tsx'
import { OrderTrackingDialog } from './order-tracking-dialog.tsx'
import type { OrderDialog } from './use-order-dialog.ts'

/** The dialog that the address bar names, if the order allows what it is for. */
export function OrderDialogs({
  order,
  dialog: { name, close },
}: {
  order: Order
  dialog: OrderDialog
}) {
  if (name === undefined) return null
  const parsedStatus = OrderStatus.safeParse(name)
  if (parsedStatus.success)
    return order.allowedTransitions.includes(parsedStatus.data) ? (
      <OrderMoveDialog order={order} target={parsedStatus.data} onClose={close} />
    ) : null
  if (name === 'payment' || name === 'refund')
    return <OrderMoneyDialog order={order} kind={name} onClose={close} />
  if (name === 'shippingAddress' || name === 'billingAddress' || name === 'notes')
    return <OrderEditDialog order={order} subject={name} onClose={close} />
  const parcel = order.fulfillments.find(fulfillment => name === `tracking-${fulfillment._id}`)
  return parcel ? <OrderTrackingDialog order={order} parcel={parcel} onClose={close} /> : null
}
