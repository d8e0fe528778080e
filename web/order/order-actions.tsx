import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '#contract/order.ts'
import { asksFirst, likelyNext, verbOf } from './order-steps.ts'
import type { OrderDialog } from './use-order-dialog.ts'
import { useOrderMove } from './use-order-move.ts'

/** The likely next move as the one filled button; all others that are allowed in a menu. */
export function OrderActions({ order, dialog }: { order: Order; dialog: OrderDialog }) {
  const { t } = useTranslation()
  const { move, isMoving } = useOrderMove(order)
  const next = likelyNext(order)
  const others = order.allowedTransitions.filter(to => to !== next)
  // What goes wrong is said by a toast, and the page is read again.
  const go = (to: OrderStatus) =>
    asksFirst(order, to) ? dialog.show(to) : void move({ status: to }).catch(() => {})
  const isGrave = (to: OrderStatus) => to === 'cancelled'
  return (
    <>
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
              {t('order.detail.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others
              .filter(to => !isGrave(to))
              .map(to => (
                <Menu.Item key={to} onClick={() => go(to)}>
                  {t(`order.verb.${verbOf(order.status, to)}`)}
                </Menu.Item>
              ))}
            {others.some(isGrave) && others.length > 1 && <Menu.Divider />}
            {others.filter(isGrave).map(to => (
              <Menu.Item key={to} color="red" onClick={() => go(to)}>
                {t(`order.verb.${verbOf(order.status, to)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {next && (
        <Button loading={isMoving} onClick={() => go(next)}>
          {t(`order.verb.${verbOf(order.status, next)}`)}
        </Button>
      )}
    </>
  )
}
