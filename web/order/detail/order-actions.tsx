import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Order } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import {
  getNextStep,
  getTransitionVerb,
  listOtherStatuses,
  requiresTransitionDialog,
} from '../order-transitions.ts'
import { useOrderTransition } from './use-order-transition.ts'

/** A button for the next step, and a menu with all other changes. */
export function OrderActions({ order, dialog }: { order: Order; dialog: DialogParam }) {
  const { t } = useTranslation()
  const { changeStatus, isChanging } = useOrderTransition(order)
  const step = getNextStep(order)
  const otherStatuses = listOtherStatuses(order)
  const [isOpened, setIsOpened] = useState(false)
  const page = useQuery({
    ...queryOptionsFor(orderPaymentLinkApi.getPageUrl, { params: { id: order._id } }),
    enabled: isOpened && order.status !== 'draft',
  })
  const url = page.data?.url
  // After an error, a toast appears and the order is loaded again.
  function handleSelect(target: OrderStatus) {
    if (requiresTransitionDialog(order, target)) dialog.open(target)
    else void changeStatus({ status: target }).catch(() => {})
  }
  const isDestructive = (target: OrderStatus) => target === 'cancelled'
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setIsOpened(true)}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
            {t('order.detail.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {otherStatuses
            .filter(target => !isDestructive(target))
            .map(target => (
              <Menu.Item key={target} onClick={() => handleSelect(target)}>
                {t(`order.verb.${getTransitionVerb(order.status, target)}`)}
              </Menu.Item>
            ))}
          {otherStatuses.some(target => !isDestructive(target)) && <Menu.Divider />}
          <Menu.Item component={Link} to={`/apps/order/packingSlip/${order._id}`}>
            {t('order.packing.title')}
          </Menu.Item>
          {url && (
            <>
              <Menu.Item component="a" href={`${url}/invoice`} target="_blank">
                {t('order.packing.summary')}
              </Menu.Item>
              <Menu.Item component="a" href={url} target="_blank">
                {t('order.packing.customerPage')}
              </Menu.Item>
            </>
          )}
          {otherStatuses.some(isDestructive) && <Menu.Divider />}
          {otherStatuses.filter(isDestructive).map(target => (
            <Menu.Item key={target} color="red" onClick={() => handleSelect(target)}>
              {t(`order.verb.${getTransitionVerb(order.status, target)}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {step && (
        <Button
          loading={isChanging}
          onClick={() =>
            step.kind === 'dialog' ? dialog.open(step.dialog) : handleSelect(step.status)
          }
        >
          {step.kind === 'status'
            ? t(`order.verb.${getTransitionVerb(order.status, step.status)}`)
            : t(step.dialog === 'parcel' ? 'order.parcel.fulfill' : 'order.money.payment')}
        </Button>
      )}
    </>
  )
}
