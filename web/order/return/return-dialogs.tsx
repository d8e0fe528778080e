import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { receivableStates } from '#contract/order/return-state.ts'
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
  if ((name === 'accepted' || name === 'declined') && status === 'requested')
    return (
      <OrderReturnDialog order={order} orderReturn={orderReturn} status={name} onClose={close} />
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
