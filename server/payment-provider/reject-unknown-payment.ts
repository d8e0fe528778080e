import { Problem } from '../lib/call/problem.ts'

/**
 * Rethrows the rejection of a lookup as that of the key: a key of another account does not find the
 * payment, so the provider has not said whether a refund of it was made.
 */
export function rejectUnknownPayment(error: unknown): never {
  const isRejected = error instanceof Problem && error.code === 'payment_provider_rejected'
  throw isRejected ? new Problem(422, 'payment_key_rejected') : error
}
