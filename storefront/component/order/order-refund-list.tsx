import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'

/** The refunds and exchanges of an order with their dates, and the amount that the store still owes. */
export function OrderRefundList({ order }: { order: StorefrontOrder }) {
  const { refunds, refundDue, exchangeCredits, state, seller } = order
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
      {refundDue > 0 && (
        <p>
          {t(state === 'canceled' ? 'orderPage.refundDue' : 'orderEdit.refundPending', {
            amount: formatMoney(refundDue),
          })}
        </p>
      )}
    </>
  )
}
