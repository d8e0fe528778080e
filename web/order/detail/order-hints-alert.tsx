import { Alert, Anchor } from '@mantine/core'
import { IconCopy, IconPackages, IconTruckReturn } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OrderHints } from '#contract/order/order-hint.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'

/** Links the orders that can ship with this one, its likely duplicates, and failed deliveries. */
export function OrderHintsAlert({ hints }: { hints: OrderHints }) {
  const { t } = useTranslation()
  return (
    <>
      <HintAlert
        color="blue"
        icon={<IconPackages size={18} stroke={1.75} />}
        title={t('order.hint.shipTogether')}
        orders={hints.shipTogether}
      />
      <HintAlert
        color="yellow"
        icon={<IconCopy size={18} stroke={1.75} />}
        title={t('order.hint.duplicate')}
        orders={hints.duplicates}
      />
      <HintAlert
        color="yellow"
        icon={<IconTruckReturn size={18} stroke={1.75} />}
        title={t('order.hint.failedDeliveries')}
        orders={hints.failedDeliveries}
      />
    </>
  )
}

type HintAlertProps = {
  color: string
  icon: ReactNode
  title: string
  orders: OrderHints['duplicates']
}

function HintAlert({ color, icon, title, orders }: HintAlertProps) {
  if (orders.length === 0) return null
  return (
    <Alert color={color} mb="md" icon={icon}>
      {title}{' '}
      {orders.map(({ _id, number }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          <Anchor
            component={Link}
            inherit
            c="inherit"
            underline="always"
            to={getRecordPath('order', _id)}
          >
            {number}
          </Anchor>
        </span>
      ))}
    </Alert>
  )
}
