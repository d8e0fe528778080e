import { Anchor, Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconFileX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { isWithdrawable } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { LateBadge, ReturnBadge } from '../../order-status/return-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { ReturnPhotos } from '../file/return-photos.tsx'
import textCss from '../order-text.module.css'
import { getNextStep } from '../order-transitions.ts'
import css from './order-detail.module.css'

type Props = { order: Order; dialog: DialogParam | undefined }

/** The returns and claims of the order, and the withdrawal of the shopper. */
export function OrderReturnsCard({ order, dialog }: Props) {
  const { t } = useTranslation()
  const storeSteps = useCurrentStore()?.orderSteps ?? []
  // One button of the page is filled: the next step of the order, or the answer to its first request.
  const nextRequest = getNextStep(order, storeSteps)
    ? undefined
    : order.returns.find(({ status }) => status === 'requested')
  return (
    <SectionCard title={t('returnDialog.return.title')} flush>
      {order.withdrawal && <WithdrawalRow withdrawal={order.withdrawal} lines={order.lines} />}
      {order.returns.map(orderReturn => (
        <ReturnRow
          key={orderReturn._id}
          orderId={order._id}
          orderReturn={orderReturn}
          lines={order.lines}
          dialog={dialog}
          isNextStep={orderReturn === nextRequest}
        />
      ))}
    </SectionCard>
  )
}

type WithdrawalProps = {
  withdrawal: NonNullable<Order['withdrawal']>
  lines: Order['lines']
}

/** The statement of the shopper, with the lines that it does not cover. */
function WithdrawalRow({ withdrawal, lines }: WithdrawalProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { name, email, createdAt } = withdrawal
  const excludedLines = lines.filter(line => !isWithdrawable(line))
  return (
    <div className={css.entry}>
      <IconFileX size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div>{t('returnDialog.return.withdrawn', { at: format.dateTime(createdAt) })}</div>
        <div className={textCss.secondary}>
          <bdi>{name}</bdi>
          {email && (
            <>
              {' · '}
              <bdi>{formatEmail(email)}</bdi>
            </>
          )}
        </div>
        {excludedLines.length > 0 && <div>{t('returnDialog.return.excluded')}</div>}
        {excludedLines.map(({ _id, quantity, withdrawalException, title, variantTitle }) => (
          <div key={_id}>
            {quantity} × <bdi>{format.parts([title, variantTitle], ' – ')}</bdi>
            <span className={textCss.secondary}>
              {' · '}
              {t(`product.withdrawalException.${withdrawalException}`)}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  orderId: string
  orderReturn: OrderReturn
  lines: Order['lines']
  dialog: DialogParam | undefined
  isNextStep: boolean
}

function ReturnRow({ orderId, orderReturn, lines, dialog, isNextStep }: RowProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { _id, number, kind, status, wish, reason, answer, createdAt, isLate } = orderReturn
  const getTitle = (id: string) => {
    const { title, variantTitle } = lines.find(line => line._id === id) ?? {}
    return format.parts([title, variantTitle], ' – ')
  }
  return (
    <div className={css.entry}>
      <IconArrowBackUp size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div className={css.badges}>
          <Anchor component={Link} to={getRecordPath('return', _id)} inherit>
            <bdi>{number}</bdi>
          </Anchor>
          <ReturnBadge status={status} />
          {isLate && <LateBadge />}
          <span className={textCss.secondary}>
            {[kind === 'claim' && t('orderReturn.kinds.claim'), format.dateTime(createdAt)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        {orderReturn.lines.map(({ line, quantity }) => (
          <div key={line}>
            {quantity} × <bdi>{getTitle(line)}</bdi>
          </div>
        ))}
        <div className={textCss.secondary}>
          {t('returnDialog.return.wish')}: {t(`returnDialog.return.wishes.${wish}`)}
        </div>
        {reason && <div className={textCss.secondary}>{reason}</div>}
        <ReturnPhotos orderId={orderId} returnId={_id} />
        {answer && (
          <div className={textCss.secondary}>{t('returnDialog.return.answered', { answer })}</div>
        )}
        {status === 'requested' && dialog && (
          <Group gap="xs" mt={8}>
            <Button
              size="compact-sm"
              variant={isNextStep ? 'filled' : 'default'}
              onClick={() => dialog.open(`accepted-${_id}`)}
            >
              {t(`returnDialog.${kind}.accept`)}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => dialog.open(`declined-${_id}`)}
            >
              {t(`returnDialog.${kind}.decline`)}
            </Button>
          </Group>
        )}
      </div>
    </div>
  )
}
