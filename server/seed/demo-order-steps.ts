import type { OrderStatus } from '#contract/order/order-state.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface LifecycleInput {
  createdAt: Date
  now: Date
  /** Minor units. */
  total: number
  isShipped: boolean
  source: 'storefront' | 'manual' | 'phone' | 'pos'
  isWholesale: boolean
  isAbroad: boolean
}

export type LifecycleStep = {
  status: OrderStatus
  at: Date
  data?: Record<string, string | boolean>
}
const hour = 3_600_000
export const addHours = (instant: Date, hours: number) => new Date(instant.getTime() + hours * hour)
export const randomBetween = (random: SeededRandom, from: number, to: number) =>
  from + random.next() * (to - from)

/** Returns the next moment within working hours, which exclude nights and Sundays. */
function toWorkingHours(instant: Date, random: SeededRandom): Date {
  const day = new Date(instant)
  if (day.getUTCHours() >= 17) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getTime() === instant.getTime() && day.getUTCHours() >= 8) return instant
  day.setUTCHours(8, random.integer(5, 170), random.integer(0, 59))
  return day
}

export const demoCancelReasons = ['customer', 'payment', 'address', 'duplicate', 'stock'] as const

/** Returns the steps of a sale at the counter. */
export const planCounterSale = (at: Date): LifecycleStep[] => [
  { status: 'delivered', at: addHours(at, 0.02) },
  { status: 'completed', at: addHours(at, 0.021) },
]

/** Returns the steps of an order, including those in the future. */
export function planSteps(
  random: SeededRandom,
  input: LifecycleInput,
  paidAt: Date | undefined,
): LifecycleStep[] {
  const { createdAt, isShipped, isWholesale } = input
  if (!paidAt && !isWholesale) {
    const data = { reason: 'payment', restocked: true }
    return [{ status: 'cancelled', at: addHours(createdAt, 24 * 12), data }]
  }
  const readyAt = isWholesale ? createdAt : (paidAt ?? createdAt)
  const confirmedAt = toWorkingHours(addHours(readyAt, randomBetween(random, 0.4, 7)), random)
  const outcome = outcomes[random.weightedIndex([93, 3, 2.6])] ?? 'completed'
  if (outcome === 'cancelled') return planCancellation(random, confirmedAt)
  if (!isShipped) return planHandover(random, confirmedAt)
  return planShipment(random, input, { confirmedAt, paidAt, isReturned: outcome === 'returned' })
}

const outcomes = ['completed', 'cancelled', 'returned'] as const

function planCancellation(random: SeededRandom, confirmedAt: Date): LifecycleStep[] {
  const data = {
    reason: demoCancelReasons[random.weightedIndex([6, 0, 2, 2, 1])] ?? 'customer',
    restocked: true,
  }
  const at = addHours(confirmedAt, randomBetween(random, 0.5, 20))
  return [
    { status: 'confirmed', at: confirmedAt },
    { status: 'cancelled', at, data },
  ]
}

function planHandover(random: SeededRandom, confirmedAt: Date): LifecycleStep[] {
  const deliveredAt = addHours(confirmedAt, randomBetween(random, 0.1, 1))
  return [
    { status: 'confirmed', at: confirmedAt },
    { status: 'delivered', at: deliveredAt },
    { status: 'completed', at: addHours(deliveredAt, 24 * randomBetween(random, 1, 4)) },
  ]
}

interface ShipmentPlan {
  confirmedAt: Date
  paidAt: Date | undefined
  isReturned: boolean
}

function planShipment(
  random: SeededRandom,
  { createdAt, now, isAbroad }: LifecycleInput,
  { confirmedAt, paidAt, isReturned }: ShipmentPlan,
): LifecycleStep[] {
  const processingAt = toWorkingHours(addHours(confirmedAt, randomBetween(random, 1, 16)), random)
  const packedAt = toWorkingHours(addHours(processingAt, randomBetween(random, 1, 14)), random)
  const shippedAt = toWorkingHours(addHours(packedAt, randomBetween(random, 1, 12)), random)
  const transitDays = isAbroad ? randomBetween(random, 3, 9) : randomBetween(random, 0.9, 2.6)
  const deliveredAt = toWorkingHours(addHours(shippedAt, 24 * transitDays), random)
  const settledAt = paidAt && paidAt > deliveredAt ? paidAt : deliveredAt
  const completedAt = addHours(settledAt, 24 * randomBetween(random, 2, 6))
  const firstSteps: LifecycleStep[] = [
    { status: 'confirmed', at: confirmedAt },
    { status: 'processing', at: processingAt },
  ]
  // Only recent orders are on hold.
  const isRecent = now.getTime() - createdAt.getTime() < 9 * 24 * hour
  if (isRecent && random.chance(0.06)) {
    const data = { reason: random.pick(holdReasons) }
    return [...firstSteps, { status: 'on_hold', at: addHours(processingAt, 2), data }]
  }
  const deliverySteps: LifecycleStep[] = [
    ...firstSteps,
    { status: 'ready', at: packedAt },
    { status: 'shipped', at: shippedAt },
    { status: 'delivered', at: deliveredAt },
  ]
  if (isReturned) return [...deliverySteps, planReturn(random, deliveredAt)]
  return paidAt ? [...deliverySteps, { status: 'completed', at: completedAt }] : deliverySteps
}

const holdReasons = [
  'Waiting for the customer to confirm the address',
  'One glaze is still in the kiln',
  'Payment looks odd, asked the bank',
] as const
const returnReasons = [
  'Changed their mind',
  'Arrived damaged',
  'Not the colour they expected',
] as const

function planReturn(random: SeededRandom, deliveredAt: Date): LifecycleStep {
  const at = addHours(deliveredAt, 24 * randomBetween(random, 3, 14))
  return { status: 'returned', at, data: { reason: random.pick(returnReasons), restocked: true } }
}
