import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { StorefrontOrderChange } from '#contract/storefront/storefront-order-form.ts'
import { useTexts } from '../frame/page-context.tsx'

type Props = { order: StorefrontOrder; confirmedChange: StorefrontOrderChange | null }

/** The message that the last form of the shopper was received. */
export function OrderChangeMessage({ order: { returns, sendsEmails }, confirmedChange }: Props) {
  const t = useTexts()
  const request = returns.findLast(
    ({ kind, status }) => kind === confirmedChange && status === 'requested',
  )
  if (
    confirmedChange === null ||
    ((confirmedChange === 'return' || confirmedChange === 'claim') && !request)
  )
    return null
  return (
    <p className="form-success" role="status">
      {t(`orderPage.done.${confirmedChange}`, { number: request?.number ?? '' })}
      {request && ` ${t(sendsEmails ? 'orderReturn.replyByEmail' : 'orderReturn.replyHere')}`}
    </p>
  )
}
