import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import type { OrderStatus } from '#contract/order-state.ts'
import { getLikelyNextStatus, getMoveVerb, requiresMoveDialog } from './order-transitions.ts'
import type { OrderDialog } from './use-order-dialog.ts'
import { useOrderMove } from './use-order-move.ts'

/** The likely next move as the one filled button; all others that are allowed in a menu. */
export function OrderActions({ order, dialog }: { order: Order; dialog: OrderDialog }) {
  const { t } = useTranslation()
  const { move, isMoving } = useOrderMove(order)
  const likelyStatus = getLikelyNextStatus(order)
  const otherStatuses = order.allowedTransitions.filter(target => target !== likelyStatus)
  // What goes wrong is said by a toast, and the page is read again.
  const handleMove = (target: OrderStatus) =>
    requiresMoveDialog(order, target)
      ? dialog.show(target)
      : void move({ status: target }).catch(() => {})
  const isDestructive = (target: OrderStatus) => target === 'cancelled'
  return (
    <>
      {otherStatuses.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
              {t('order.detail.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {otherStatuses
              .filter(target => !isDestructive(target))
              .map(target => (
                <Menu.Item key={target} onClick={() => handleMove(target)}>
                  {t(`order.verb.${getMoveVerb(order.status, target)}`)}
                </Menu.Item>
              ))}
            {otherStatuses.some(isDestructive) && otherStatuses.length > 1 && <Menu.Divider />}
            {otherStatuses.filter(isDestructive).map(target => (
              <Menu.Item key={target} color="red" onClick={() => handleMove(target)}>
                {t(`order.verb.${getMoveVerb(order.status, target)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {likelyStatus && (
        <Button loading={isMoving} onClick={() => handleMove(likelyStatus)}>
          {t(`order.verb.${getMoveVerb(order.status, likelyStatus)}`)}
        </Button>
      )}
    </>
  )
}
