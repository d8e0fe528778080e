import { Alert, Anchor } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import {
  IconCalendarX,
  IconClockEdit,
  IconCopy,
  IconPackages,
  IconTruckReturn,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OrderHints } from '#contract/order/order-hint.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'

/**
 * Links orders to ship together, likely duplicates and failed deliveries, and shows the end of edits and
 * of a draft.
 */
export function OrderHintsAlert({ hints }: { hints: OrderHints }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <>
      {hints.editableUntil && <EditHint key={hints.editableUntil} until={hints.editableUntil} />}
      {hints.draftExpiresAt && (
        <Alert color="gray" mb="md" icon={<IconCalendarX size={18} stroke={1.75} />}>
          {t('orderHint.draftExpires', { date: format.date(hints.draftExpiresAt) })}
        </Alert>
      )}
      <HintAlert
        color="blue"
        icon={<IconPackages size={18} stroke={1.75} />}
        title={t('order.hint.shipTogether')}
        orders={hints.shipTogether}
        advice={t('orderHint.oneParcel')}
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

/** Shows until when the customer can change the order, and disappears then. */
function EditHint({ until }: { until: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isOver, setIsOver] = useState(false)
  useTimeout(() => setIsOver(true), Math.max(Date.parse(until) - Date.now(), 0), {
    autoInvoke: true,
  })
  if (isOver) return null
  const isToday = format.date(until) === format.date(new Date())
  const time = isToday ? format.time(until) : format.dateTime(until)
  return (
    <Alert color="blue" mb="md" icon={<IconClockEdit size={18} stroke={1.75} />}>
      {t('order.hint.editableUntil', { time })}
    </Alert>
  )
}

type HintAlertProps = {
  color: string
  icon: ReactNode
  title: string
  orders: OrderHints['duplicates']
  /** What to do. */
  advice?: string
}

function HintAlert({ color, icon, title, orders, advice }: HintAlertProps) {
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
            <bdi>{number}</bdi>
          </Anchor>
        </span>
      ))}
      {advice && `. ${advice}`}
    </Alert>
  )
}
