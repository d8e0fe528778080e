import Stripe from 'stripe'
import { Problem } from '../lib/call/problem.ts'

/** Waits for a reply of Stripe, and throws its errors as those of the API. */
export const convertErrors = <T>(reply: Promise<T>): Promise<T> =>
  reply.catch(error => {
    throw toStripeProblem(error)
  })

export function toStripeProblem(error: unknown): unknown {
  const { StripeAuthenticationError, StripePermissionError, StripeInvalidRequestError } =
    Stripe.errors
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error instanceof StripeAuthenticationError) return new Problem(422, 'payment_key_rejected')
  if (error instanceof StripePermissionError)
    return new Problem(422, 'payment_key_permission', { permission: 'Checkout Sessions' })
  if (error instanceof StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
    return Object.assign(new Problem(422, 'payment_provider_rejected', { provider: 'Stripe' }), {
      cause: error,
    })
  return new Problem(503, 'payment_provider_unreachable', { provider: 'Stripe' })
}
