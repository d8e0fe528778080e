import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconFileX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { StatusBadge, type StatusTone } from '../../ui/message/status-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import textCss from '../order-text.module.css'
import css from './order-detail.module.css'

type OrderReturn = Order['returns'][number]
const tones: Record<OrderReturn['status'], StatusTone> = {
  requested: 'warn',
  accepted: 'good',
  declined: 'neutral',
}
type Props = { order: Order; dialog: DialogParam | undefined }

/** The requests of the shopper on the page of the order: returns, and the withdrawal. */
export function OrderReturnsCard({ order, dialog }: Props) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.return.title')} flush>
      {order.withdrawal && <WithdrawalRow withdrawal={order.withdrawal} />}
      {order.returns.map(orderReturn => (
        <ReturnRow
          key={orderReturn._id}
          orderReturn={orderReturn}
          lines={order.lines}
          dialog={dialog}
        />
      ))}
    </SectionCard>
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: NonNullable<Order['withdrawal']> }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { name, email, createdAt } = withdrawal
  return (
    <div className={css.entry}>
      <IconFileX size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div>{t('order.return.withdrawn', { at: format.dateTime(createdAt) })}</div>
        <div className={textCss.secondary}>
          <bdi>{name}</bdi> · <bdi>{formatEmail(email)}</bdi>
        </div>
      </div>
    </div>
  )
}

type RowProps = {
  orderReturn: OrderReturn
  lines: Order['lines']
  dialog: DialogParam | undefined
}

function ReturnRow({ orderReturn, lines, dialog }: RowProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { _id, status, reason, answer, createdAt, lines: returnedLines } = orderReturn
  const getTitle = (id: string) => lines.find(line => line._id === id)?.title ?? ''
  return (
    <div className={css.entry}>
      <IconArrowBackUp size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div className={css.badges}>
          <StatusBadge tone={tones[status]} label={t(`order.return.status.${status}`)} />
          <span className={textCss.secondary}>{format.dateTime(createdAt)}</span>
        </div>
        {returnedLines.map(({ line, quantity }) => (
          <div key={line}>
            {quantity} × <bdi>{getTitle(line)}</bdi>
          </div>
        ))}
        {reason && <div className={textCss.secondary}>{reason}</div>}
        {answer && (
          <div className={textCss.secondary}>{t('order.return.answered', { answer })}</div>
        )}
        {status === 'requested' && dialog && (
          <Group gap="xs" mt={8}>
            <Button size="compact-sm" onClick={() => dialog.open(`accepted-${_id}`)}>
              {t('order.return.accept')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => dialog.open(`declined-${_id}`)}
            >
              {t('order.return.decline')}
            </Button>
          </Group>
        )}
      </div>
    </div>
  )
}
