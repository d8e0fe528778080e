import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { listReturnTransitions, receivableStates } from '#contract/order/return-state.ts'
import { isReopenable } from '#contract/order/returnable-units.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { OrderRefundDialog } from '../change/order-refund-dialog.tsx'
import { OrderReturnDialog } from '../detail/order-return-dialog.tsx'
import { ExchangeReturnDialog } from './exchange-return-dialog.tsx'
import { ReceiveReturnDialog } from './receive-return-dialog.tsx'
import { ReplaceUnitsDialog } from './replace-units-dialog.tsx'
import { ReturnDeadlineDialog } from './return-deadline-dialog.tsx'

/** Shows the dialog that the URL names, if the state of the return allows its action. */
export function ReturnDialogs({
  order,
  orderReturn,
  dialog: { value: name, close },
}: {
  order: Order
  orderReturn: OrderReturn
  dialog: DialogParam
}) {
  const { kind, status } = orderReturn
  const isClaim = kind === 'claim'
  const isReceivable = receivableStates.includes(status)
  const step = findStep(name, order, orderReturn)
  if (step)
    return (
      <OrderReturnDialog order={order} orderReturn={orderReturn} status={step} onClose={close} />
    )
  if (name === 'deadline' && !isClaim && status === 'accepted')
    return <ReturnDeadlineDialog order={order} orderReturn={orderReturn} onClose={close} />
  if (name === 'replace' && isClaim && status === 'accepted')
    return <ReplaceUnitsDialog order={order} claim={orderReturn} onClose={close} />
  if (name === 'receive' && isReceivable && !isClaim)
    return <ReceiveReturnDialog order={order} orderReturn={orderReturn} onClose={close} />
  if (name === 'refund' && (isReceivable || status === 'received'))
    return <OrderRefundDialog order={order} orderReturn={orderReturn} onClose={close} />
  if (name === 'exchange' && !isClaim && (isReceivable || status === 'received'))
    return <ExchangeReturnDialog order={order} orderReturn={orderReturn} onClose={close} />
  return null
}

/** Returns the state that the dialog of this name sets, if the return allows it. */
function findStep(name: string | null, order: Order, orderReturn: OrderReturn) {
  const { status } = orderReturn
  if (name === 'reopen' && isReopenable(order, orderReturn))
    return status === 'settled' ? 'reopened' : 'accepted'
  if ((name === 'accepted' || name === 'declined') && status === 'requested') return name
  return name === 'settled' && listReturnTransitions(orderReturn).includes(name) ? name : undefined
}
