import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { StorefrontOrderChange } from '#contract/storefront/storefront-order-form.ts'
import { useTexts } from '../frame/page-context.tsx'

type Props = { order: StorefrontOrder; done: StorefrontOrderChange | null }

/** The message that the last form of the shopper was received. */
export function OrderDone({ order: { returns, sendsEmails }, done }: Props) {
  const t = useTexts()
  const request = returns.findLast(({ kind, status }) => kind === done && status === 'requested')
  if (done === null || ((done === 'return' || done === 'claim') && !request)) return null
  return (
    <p className="form-success" role="status">
      {t(`orderPage.done.${done}`, { number: request?.number ?? '' })}
      {request && ` ${t(sendsEmails ? 'orderReturn.replyByEmail' : 'orderReturn.replyHere')}`}
    </p>
  )
}
