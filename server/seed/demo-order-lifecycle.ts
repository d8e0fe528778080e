import type { cancelReasons, OrderStatus, paymentMethods } from '#contract/order-state.ts'
import type { SeededRandom } from './seeded-random.ts'

type DemoPaymentMethod = (typeof paymentMethods)[number]
export type DemoEvent = {
  type: string
  at: Date
  isByStaff: boolean
  data: Record<string, string | number | boolean>
}
export type DemoPayment = {
  kind: 'payment' | 'refund'
  method: DemoPaymentMethod
  amount: number
  reference: string
  at: Date
}
export type DemoParcel = {
  carrier: string
  trackingNumber: string
  shippedAt: Date
  deliveredAt: Date | null
}

/** The state of an order now, with the events that led to it. */
export interface OrderLifecycle {
  status: OrderStatus
  previousStatus: OrderStatus | null
  cancelReason: (typeof cancelReasons)[number] | ''
  payments: DemoPayment[]
  parcel: DemoParcel | null
  events: DemoEvent[]
  statusTimes: Partial<Record<OrderStatus, Date>>
}

interface LifecycleInput {
  createdAt: Date
  now: Date
  /** Minor units. */
  total: number
  isShipped: boolean
  source: 'storefront' | 'manual' | 'phone' | 'pos'
  isWholesale: boolean
  isAbroad: boolean
}

type LifecycleStep = { status: OrderStatus; at: Date; data?: DemoEvent['data'] }
const hour = 3_600_000
const addHours = (instant: Date, hours: number) => new Date(instant.getTime() + hours * hour)
const randomBetween = (random: SeededRandom, from: number, to: number) =>
  from + random.next() * (to - from)

/** Returns the same moment, or the next working morning: orders are not packed at night or on Sundays. */
function toWorkingHours(instant: Date, random: SeededRandom): Date {
  const day = new Date(instant)
  if (day.getUTCHours() >= 17) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getTime() === instant.getTime() && day.getUTCHours() >= 8) return instant
  day.setUTCHours(8, random.integer(5, 170), random.integer(0, 59))
  return day
}

/** Plans all events of an order and returns those before now. */
export function simulateOrderLifecycle(
  random: SeededRandom,
  input: LifecycleInput,
): OrderLifecycle {
  const { createdAt, now, total, source } = input
  const paymentPlan = planPayment(random, input)
  const pastSteps = (
    source === 'pos' ? planCounterSale(createdAt) : planSteps(random, input, paymentPlan)
  ).filter(step => step.at <= now)
  const status = pastSteps.at(-1)?.status ?? 'pending'
  const reached = Object.fromEntries(pastSteps.map(step => [step.status, step.at]))
  const shippedAt = pastSteps.find(step => step.status === 'shipped')?.at
  const deliveredAt = pastSteps.find(step => step.status === 'delivered')?.at ?? null
  const tracking = createTracking(random, input)
  const parcel = shippedAt ? { ...tracking, shippedAt, deliveredAt } : null
  const payments = [
    ...(paymentPlan.at && paymentPlan.at <= now && total > 0
      ? [createPayment(random, input, paymentPlan.at, paymentPlan.method)]
      : []),
  ]
  const refund = payments[0] ? planRefund(random, input, pastSteps, payments[0]) : undefined
  if (refund && refund.at <= now) payments.push(refund)

  let from: OrderStatus = 'pending'
  const statusEvents = pastSteps.map(({ status: to, at, data: stepData }): DemoEvent => {
    const event = {
      type: 'status_changed',
      at,
      isByStaff: source !== 'pos',
      data: {
        from,
        to,
        ...stepData,
        ...(to === 'shipped' && {
          carrier: tracking.carrier,
          trackingNumber: tracking.trackingNumber,
        }),
      },
    }
    from = to
    return event
  })
  const events: DemoEvent[] = [
    { type: 'created', at: createdAt, isByStaff: source !== 'storefront', data: { source, total } },
    ...payments.map(({ kind, at, amount, method, reference }) => ({
      type: kind === 'payment' ? 'payment_recorded' : 'refunded',
      at,
      isByStaff: method === 'bank' || kind === 'refund',
      data: { amount, method, ...(reference && { reference }) },
    })),
    ...statusEvents,
  ]
  const reason = pastSteps.find(step => step.status === 'cancelled')?.data?.['reason']
  return {
    status,
    statusTimes: reached,
    parcel,
    payments,
    events: events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    previousStatus: status === 'on_hold' ? (pastSteps.at(-2)?.status ?? 'pending') : null,
    cancelReason: demoCancelReasons.find(known => known === reason) ?? '',
  }
}

const demoCancelReasons = ['customer', 'payment', 'address', 'duplicate', 'stock'] as const

function planPayment(
  random: SeededRandom,
  { createdAt, source, isWholesale }: LifecycleInput,
): { method: DemoPaymentMethod; at: Date | undefined } {
  if (isWholesale)
    return {
      method: 'bank',
      at: random.chance(0.88) ? addHours(createdAt, randomBetween(random, 9, 34) * 24) : undefined,
    }
  if (source === 'pos') return { method: random.chance(0.7) ? 'card' : 'cash', at: createdAt }
  if (source !== 'storefront' || random.chance(0.07))
    return {
      method: 'bank',
      at: random.chance(0.86) ? addHours(createdAt, randomBetween(random, 6, 60)) : undefined,
    }
  return {
    method: random.chance(0.78) ? 'card' : 'wallet',
    at: addHours(createdAt, randomBetween(random, 0.006, 0.03)),
  }
}

const planCounterSale = (at: Date): LifecycleStep[] => [
  { status: 'delivered', at: addHours(at, 0.02) },
  { status: 'completed', at: addHours(at, 0.021) },
]

function planSteps(
  random: SeededRandom,
  input: LifecycleInput,
  paymentPlan: { at: Date | undefined },
): LifecycleStep[] {
  const { createdAt, now, isShipped, isWholesale, isAbroad } = input
  if (!paymentPlan.at && !isWholesale)
    return [
      {
        status: 'cancelled',
        at: addHours(createdAt, 24 * 12),
        data: { reason: 'payment', restocked: true },
      },
    ]
  const readyAt = isWholesale ? createdAt : (paymentPlan.at ?? createdAt)
  const confirmedAt = toWorkingHours(addHours(readyAt, randomBetween(random, 0.4, 7)), random)
  const outcome = random.weightedIndex([93, 3, 2.6])
  if (outcome === 1) {
    const told = {
      reason: demoCancelReasons[random.weightedIndex([6, 0, 2, 2, 1])] ?? 'customer',
      restocked: true,
    }
    return [
      { status: 'confirmed', at: confirmedAt },
      {
        status: 'cancelled',
        at: addHours(confirmedAt, randomBetween(random, 0.5, 20)),
        data: told,
      },
    ]
  }
  if (!isShipped) {
    const deliveredAt = addHours(confirmedAt, randomBetween(random, 0.1, 1))
    return [
      { status: 'confirmed', at: confirmedAt },
      { status: 'delivered', at: deliveredAt },
      { status: 'completed', at: addHours(deliveredAt, 24 * randomBetween(random, 1, 4)) },
    ]
  }
  const processingAt = toWorkingHours(addHours(confirmedAt, randomBetween(random, 1, 16)), random)
  const packedAt = toWorkingHours(addHours(processingAt, randomBetween(random, 1, 14)), random)
  const shippedAt = toWorkingHours(addHours(packedAt, randomBetween(random, 1, 12)), random)
  const deliveredAt = toWorkingHours(
    addHours(
      shippedAt,
      24 * (isAbroad ? randomBetween(random, 3, 9) : randomBetween(random, 0.9, 2.6)),
    ),
    random,
  )
  const completedAt = addHours(
    paymentPlan.at && paymentPlan.at > deliveredAt ? paymentPlan.at : deliveredAt,
    24 * randomBetween(random, 2, 6),
  )
  const firstSteps: LifecycleStep[] = [
    { status: 'confirmed', at: confirmedAt },
    { status: 'processing', at: processingAt },
  ]
  // Only recent orders are on hold.
  if (now.getTime() - createdAt.getTime() < 9 * 24 * hour && random.chance(0.06)) {
    return [
      ...firstSteps,
      {
        status: 'on_hold',
        at: addHours(processingAt, 2),
        data: {
          reason: random.pick([
            'Waiting for the customer to confirm the address',
            'One glaze is still in the kiln',
            'Payment looks odd, asked the bank',
          ]),
        },
      },
    ]
  }
  const deliverySteps: LifecycleStep[] = [
    ...firstSteps,
    { status: 'ready', at: packedAt },
    { status: 'shipped', at: shippedAt },
    { status: 'delivered', at: deliveredAt },
  ]
  if (outcome === 2)
    return [
      ...deliverySteps,
      {
        status: 'returned',
        at: addHours(deliveredAt, 24 * randomBetween(random, 3, 14)),
        data: {
          reason: random.pick([
            'Changed their mind',
            'Arrived damaged',
            'Not the colour they expected',
          ]),
          restocked: true,
        },
      },
    ]
  return paymentPlan.at
    ? [...deliverySteps, { status: 'completed', at: completedAt }]
    : deliverySteps
}

function createPayment(
  random: SeededRandom,
  { total }: LifecycleInput,
  at: Date,
  method: DemoPaymentMethod,
): DemoPayment {
  const reference =
    method === 'card' || method === 'wallet'
      ? `pay_${random.integer(10_000_000, 99_999_999)}`
      : method === 'bank'
        ? `Statement ${at.toISOString().slice(0, 10)}`
        : ''
  return { kind: 'payment', method, amount: total, reference, at }
}

function planRefund(
  random: SeededRandom,
  { total }: LifecycleInput,
  pastSteps: readonly LifecycleStep[],
  { method }: DemoPayment,
): DemoPayment | undefined {
  const lastStep = pastSteps.at(-1)
  const refundBase = { kind: 'refund' as const, method, reference: '' }
  if (lastStep?.status === 'cancelled')
    return { ...refundBase, amount: total, at: addHours(lastStep.at, 0.2) }
  if (lastStep?.status === 'returned')
    return { ...refundBase, amount: total, at: addHours(lastStep.at, randomBetween(random, 2, 40)) }
  if (lastStep?.status === 'completed' && random.chance(0.02))
    return {
      ...refundBase,
      amount: Math.max(1, Math.round(total * 0.2)),
      at: addHours(lastStep.at, randomBetween(random, 5, 60)),
    }
  return undefined
}

function createTracking(random: SeededRandom, { isAbroad }: LifecycleInput) {
  const digits = String(random.integer(10_000_000, 99_999_999))
  return isAbroad
    ? { carrier: 'Fernpost', trackingNumber: `FP${digits}X` }
    : { carrier: 'Parcelwing', trackingNumber: `PW ${digits.slice(0, 4)} ${digits.slice(4)}` }
}
