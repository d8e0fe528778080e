import type { ReturnState } from '#contract/order/return-state.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'

const openStates: readonly ReturnState[] = ['accepted', 'in_transit', 'received']

/** Returns the amount that the store owes, or 0 while it checks received units, which it can also exchange. */
export const getPromisedRefund = ({
  refundDue,
  returns,
}: Pick<StorefrontOrder, 'refundDue' | 'returns'>): number => {
  const isChecking = returns.some(
    ({ kind, status, lines }) =>
      kind === 'return' &&
      openStates.includes(status) &&
      lines.some(({ receivedQuantity }) => receivedQuantity > 0),
  )
  return isChecking ? 0 : refundDue
}

/** The refunds and exchanges of an order with their dates, and the amount that the store will refund. */
export function OrderRefundList({ order }: { order: StorefrontOrder }) {
  const { refunds, exchangeCredits, state, seller } = order
  const promisedRefund = getPromisedRefund(order)
  const t = useTexts()
  const formatMoney = useMoney()
  const { locale } = useFrame().store
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  return (
    <>
      {refunds.map(({ _id, amount, at, isPending }) => (
        <p key={_id}>
          {t(isPending ? 'orderPage.refundPending' : 'orderPage.refunded', {
            amount: formatMoney(amount),
            date: new Date(at).toLocaleDateString(locale, format),
          })}
        </p>
      ))}
      {exchangeCredits.map(({ _id, isReceived, amount, order: number, at }) => (
        <p key={_id}>
          {t(isReceived ? 'orderPage.creditReceived' : 'orderPage.creditGiven', {
            amount: formatMoney(amount),
            number,
            date: new Date(at).toLocaleDateString(locale, format),
          })}
        </p>
      ))}
      {promisedRefund > 0 && (
        <p>
          {t(state === 'canceled' ? 'orderPage.refundDue' : 'orderEdit.refundPending', {
            amount: formatMoney(promisedRefund),
          })}
        </p>
      )}
    </>
  )
}
