import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useUnpaidShipment } from '../list/use-unpaid-shipment.ts'

/** Warns that items leave before the customer has paid. */
export function UnpaidParcelAlert({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (!useUnpaidShipment(order, 'shipped')) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      {t('order.transition.unpaidShipText', {
        amount: format.money(order.balance, order.currency),
      })}
    </Alert>
  )
}
