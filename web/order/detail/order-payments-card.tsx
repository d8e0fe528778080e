import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCash, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { listOnlinePayments } from '../change/online-payments.ts'
import { getOrderMoney } from '../order-money.ts'
import textCss from '../order-text.module.css'
import { canVoidPayment, VoidPaymentButton } from '../void-payment-button.tsx'
import css from './order-detail.module.css'
import { hasPaymentLink } from './order-payment-link-dialog.tsx'

export function OrderPaymentsCard({
  order,
  dialog,
}: {
  order: Order
  dialog: DialogParam | undefined
}) {
  const { t } = useTranslation()
  const canPay = order.status !== 'draft' && order.status !== 'cancelled' && order.balance > 0
  // The link opens a page with the contact data of the customer.
  const canSeeContacts = usePermission('customer:read')
  const canRefund = getOrderMoney(order).netPaid > 0
  const actions = dialog && (
    <>
      {canRefund && (
        <Button variant="subtle" size="compact-sm" onClick={() => dialog.open('refund')}>
          {t(
            listOnlinePayments(order).length > 0
              ? 'order.money.refundOnline'
              : 'order.money.refund',
          )}
        </Button>
      )}
      {canSeeContacts && hasPaymentLink(order) && (
        <Button variant="subtle" size="compact-sm" onClick={() => dialog.open('paymentLink')}>
          {t('orderPaymentLink.action')}
        </Button>
      )}
      {canPay && (
        <Button variant="light" size="compact-sm" onClick={() => dialog.open('payment')}>
          {t('order.money.payment')}
        </Button>
      )}
    </>
  )
  const { paymentMethod } = order
  const hint = paymentMethod && {
    hint: t('order.detail.chosenMethod', { method: paymentMethod }),
  }
  if (order.payments.length === 0)
    return (
      <SectionCard title={t('order.detail.payments')} {...hint} actions={actions}>
        <span className={textCss.secondary}>{t('order.money.none')}</span>
      </SectionCard>
    )
  return (
    <SectionCard title={t('order.detail.payments')} {...hint} actions={actions} flush>
      {order.payments.map(payment => (
        <PaymentRow
          key={payment._id}
          payment={payment}
          currency={order.currency}
          action={
            dialog &&
            canVoidPayment(order, payment) && <VoidPaymentButton order={order} payment={payment} />
          }
        />
      ))}
      {order.pendingRefunds.map(refund => (
        <PendingRefundRow key={refund._id} refund={refund} currency={order.currency} />
      ))}
      {order.refunds
        .filter(({ failedAmount }) => failedAmount > 0)
        .map(refund => (
          <FailedRefundRow
            key={refund._id}
            refund={refund}
            currency={order.currency}
            onRetry={dialog && (() => dialog.open(`retry-${refund._id}`))}
          />
        ))}
    </SectionCard>
  )
}

function PaymentRow({
  payment: { kind, method, amount, reference, note, at, provider },
  currency,
  action,
}: {
  payment: Order['payments'][number]
  currency: string
  action: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const isExchange = method === 'exchange'
  const Icon = kind === 'payment' ? IconCash : IconArrowBackUp
  return (
    <div className={css.entry}>
      <Icon size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div>
          {isExchange
            ? t(`order.money.exchange.${kind}`, { order: reference })
            : t(`order.money.${kind}By`, {
                method: provider
                  ? t(`order.provider.${provider}`)
                  : t(`order.methodInline.${method}`),
              })}
        </div>
        <div className={textCss.secondary}>
          {format.parts([format.dateTime(at), !isExchange && reference, note])}
        </div>
        {action}
      </div>
      <span className={css.amount}>
        {format.money(kind === 'payment' ? amount : -amount, currency)}
      </span>
    </div>
  )
}

/** A refund that counts once the provider has confirmed it. */
function PendingRefundRow({
  refund: { provider, amount, note, createdAt },
  currency,
}: {
  refund: Order['pendingRefunds'][number]
  currency: string
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div className={css.entry}>
      <IconClock size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div>{t('order.money.refundPending', { method: t(`order.provider.${provider}`) })}</div>
        <div className={textCss.secondary}>{format.parts([format.dateTime(createdAt), note])}</div>
      </div>
      <span className={css.amount}>{format.money(-amount, currency)}</span>
    </div>
  )
}

/** A refund, or its part, that the provider did not return. */
function FailedRefundRow({
  refund: { failedAmount, note, createdAt },
  currency,
  onRetry,
}: {
  refund: Order['refunds'][number]
  currency: string
  onRetry: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div className={css.entry}>
      <IconAlertTriangle size={20} stroke={1.5} className={css.failedIcon} aria-hidden />
      <div className={css.entryContent}>
        <div>{t('order.money.refundFailed')}</div>
        <div className={textCss.secondary}>
          {format.parts([format.dateTime(createdAt), t('order.money.refundFailedHint'), note])}
        </div>
        {onRetry && (
          <Button variant="light" size="compact-sm" mt={6} onClick={onRetry}>
            {t('order.money.retryRefund')}
          </Button>
        )}
      </div>
      <span className={css.amount}>{format.money(-failedAmount, currency)}</span>
    </div>
  )
}
