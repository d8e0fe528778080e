import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { ExcludedItems } from './excluded-items.tsx'

type Props = { order: StorefrontOrder }

/** Whether the shopper is asked to pay. Canceled orders and those that the shopper has withdrawn cost nothing. */
export const isPaymentDue = ({ balance, state }: StorefrontOrder): boolean =>
  balance > 0 && state !== 'canceled' && state !== 'withdrawn'

/** Explains the state of an order to its shopper, and the next step. */
export function OrderStateText({ order }: Props) {
  const { state, email, paymentMethod } = order
  const t = useTexts()
  switch (state) {
    case 'received':
      return paymentMethod && email ? (
        <p>{t('confirmationSent', { email: formatEmail(email) })}</p>
      ) : null
    case 'onHold':
      return <p>{t('orderPage.onHold')}</p>
    case 'canceled':
      return (
        <>
          <WithdrawalDate order={order} />
          {!hasPayment(order) && <p>{t('orderPage.nothingToPay')}</p>}
        </>
      )
    case 'withdrawn':
      return (
        <>
          <WithdrawalDate order={order} />
          <WithdrawalSteps order={order} />
        </>
      )
    default:
      return null
  }
}

/** Whether money was paid, even if it was refunded later. */
const hasPayment = ({ refunds, isRefundable, refundDue }: StorefrontOrder) =>
  refunds.length > 0 || isRefundable || refundDue > 0

function WithdrawalDate({ order: { withdrawal, seller } }: Props) {
  const t = useTexts()
  const { locale } = useFrame().store
  if (!withdrawal) return null
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  const date = new Date(withdrawal.createdAt).toLocaleDateString(locale, format)
  return <p>{t('withdrawal.date', { date })}</p>
}

/** The next steps of the shopper and the store after a withdrawal. The law excludes some goods from it. */
function WithdrawalSteps({ order }: Props) {
  const t = useTexts()
  const { lines, parcels } = order
  if (lines.some(({ isWithdrawable }) => !isWithdrawable))
    return (
      <>
        <p>{t('withdrawal.next.partial')}</p>
        <ExcludedItems lines={lines} title={t('withdrawalExceptions.excludedItems')} />
      </>
    )
  return (
    <>
      {parcels.length > 0 && <p>{t('withdrawal.next.sendBack')}</p>}
      {parcels.length === 0 && <p>{t('withdrawal.next.cancel')}</p>}
      <p>{t(order.isRefundable ? 'withdrawal.next.refund' : 'orderPage.nothingToPay')}</p>
    </>
  )
}
