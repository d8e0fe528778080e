import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Order } from '#contract/order/order.ts'
import { orderPaperKinds } from '#contract/order/order-paper.ts'
import { hasDeliveryNote } from '#contract/packing/delivery-note.ts'
import { findPackingObstacle, listSlipParcels } from '#contract/packing/packing-obstacle.ts'

/** The documents of an order that can be printed. Each needs what it lists. */
export function OrderPrintMenu({ order }: { order: Order }) {
  const { t } = useTranslation()
  const hasDocument = {
    packingSlip: !findPackingObstacle(order) || listSlipParcels(order).length > 0,
    deliveryNote: hasDeliveryNote(order),
    receipt: order.payments.length > 0,
  }
  const kinds = orderPaperKinds.filter(kind => hasDocument[kind])
  if (kinds.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {t('order.paper.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(kind => (
          <Menu.Item
            key={kind}
            component={Link}
            to={`/apps/order/print/${order._id}?paper=${kind}`}
          >
            {t(`order.paper.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
