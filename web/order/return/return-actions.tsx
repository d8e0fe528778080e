import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import {
  listReturnTransitions,
  type ReturnState,
  receivableStates,
} from '#contract/order/return-state.ts'
import { isReopenable } from '#contract/order/returnable-units.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useOrderMutation } from '../change/use-order-mutation.ts'
import { getOrderMoney } from '../order-money.ts'

const menuLabels = {
  in_transit: 'orderReturn.markInTransit',
  settled: 'orderReturn.settle',
  canceled: 'orderReturn.cancel',
} as const
const menuStates = ['in_transit', 'settled', 'canceled'] as const

const hasArrived = ({ lines }: OrderReturn) =>
  lines.some(({ receivedQuantity, missingQuantity }) => receivedQuantity + missingQuantity > 0)

/** Returns whether a return can be canceled: its units did not arrive, and its price was not refunded. */
const isCancelable = ({ refunds }: Pick<Order, 'refunds'>, orderReturn: OrderReturn) =>
  !hasArrived(orderReturn) && !refunds.some(refund => refund.return === orderReturn._id)

/** Returns how a received return is settled: by default as the customer wants. */
const getSettlement = ({ kind, wish }: OrderReturn) =>
  kind === 'return' && wish === 'exchange' ? 'exchange' : 'refund'

/** The next step of a return or a claim as a button, and a menu with the other states. */
export function ReturnActions({
  order,
  orderReturn,
  dialog,
}: {
  order: Order
  orderReturn: OrderReturn
  dialog: DialogParam
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const { _id, kind, status } = orderReturn
  const isClaim = kind === 'claim'
  const isReceived = status === 'received'
  const isRefundable = getOrderMoney(order).netPaid > order.keptTotal
  const states = menuStates.filter(
    state =>
      listReturnTransitions(orderReturn).includes(state) &&
      (state !== 'canceled' || isCancelable(order, orderReturn)) &&
      (state !== 'settled' || !isReceived || isRefundable),
  )
  const isReceivable = receivableStates.includes(status)
  const settlement = isReceived && isRefundable ? getSettlement(orderReturn) : undefined
  function updateStatus(target: ReturnState) {
    send.mutate({
      params: { id: order._id },
      body: {
        version: order.version,
        change: { kind: 'updateReturn', return: _id, status: target },
      },
    })
  }
  if (status === 'requested')
    return (
      <>
        <Button variant="default" onClick={() => dialog.open('declined')}>
          {t(`returnDialog.${kind}.decline`)}
        </Button>
        <Button onClick={() => dialog.open('accepted')}>{t(`returnDialog.${kind}.accept`)}</Button>
      </>
    )
  if (isReopenable(order, orderReturn))
    return (
      <Button variant="default" onClick={() => dialog.open('reopen')}>
        {t('orderReturn.reopen')}
      </Button>
    )
  return (
    <>
      {states.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
              {t('order.detail.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(isReceivable || settlement === 'exchange') && (
              <Menu.Item onClick={() => dialog.open('refund')}>{t('orderReturn.refund')}</Menu.Item>
            )}
            {!isClaim && settlement !== 'exchange' && (
              <Menu.Item onClick={() => dialog.open('exchange')}>
                {t('orderReturn.exchange')}
              </Menu.Item>
            )}
            {states.map(state => (
              <Menu.Item
                key={state}
                onClick={() => (state === 'settled' ? dialog.open(state) : updateStatus(state))}
                {...(state === 'canceled' && { color: 'red' })}
              >
                {t(isClaim && state === 'canceled' ? 'orderReturn.cancelClaim' : menuLabels[state])}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isReceivable && (
        <Button onClick={() => dialog.open(isClaim ? 'replace' : 'receive')}>
          {t(isClaim ? 'returnDialog.claim.open' : 'orderReturn.receive')}
        </Button>
      )}
      {settlement && (
        <Button onClick={() => dialog.open(settlement)}>{t(`orderReturn.${settlement}`)}</Button>
      )}
      {isReceived && !isRefundable && (
        <Button onClick={() => dialog.open('settled')}>{t('orderReturn.settle')}</Button>
      )}
    </>
  )
}
