import { isWithdrawalBuyer, withdrawalDays } from '#contract/lib/country/withdrawal-buyer.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { toClockDay } from '../../calendar/rule/time-zone.ts'

type ReturnTerms = {
  country: string | undefined
  vatId: string
  /** The days that the store grants. Null means no limit. */
  returnDays: number | null
  shippedAt: string | null
  deliveredAt: string | null
  timeZone: string
}
type ReturnPeriod = StorefrontOrder['returnPeriod']

const dayMs = 24 * 3_600_000

/**
 * Returns whether the shopper can request returns now, and until when. The days start with the
 * delivery, or with the shipment if no delivery was recorded. The law grants some buyers at least a number
 * of days that starts with the delivery only, so theirs is open until then.
 */
export function getReturnPeriod(
  { returnDays, shippedAt, deliveredAt, timeZone, ...buyer }: ReturnTerms,
  now = Date.now(),
): { isOpen: boolean; period: ReturnPeriod } {
  const hasRight = isWithdrawalBuyer(buyer)
  if (returnDays === null) return { isOpen: true, period: null }
  const days = hasRight ? Math.max(withdrawalDays, returnDays) : returnDays
  if (days === 0) return { isOpen: false, period: null }
  const startsAt = hasRight ? deliveredAt : (deliveredAt ?? shippedAt)
  if (startsAt === null) return { isOpen: true, period: null }
  const until = Date.parse(startsAt) + days * dayMs
  const isOver = toClockDay(new Date(now), timeZone) > toClockDay(new Date(until), timeZone)
  return { isOpen: !isOver, period: { until: new Date(until).toISOString(), isOver } }
}
