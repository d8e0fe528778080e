import type { cancelReasons, OrderStatus, paymentMethods } from '#contract/order/order-state.ts'
import {
  addHours,
  demoCancelReasons,
  type LifecycleInput,
  type LifecycleStep,
  planCounterSale,
  planSteps,
  randomBetween,
} from './demo-order-steps.ts'
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
export type DemoFulfillment = {
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
  fulfillment: DemoFulfillment | null
  events: DemoEvent[]
  statusTimes: Partial<Record<OrderStatus, Date>>
}

/** Plans all events of an order and returns those before now. */
export function simulateOrderLifecycle(
  random: SeededRandom,
  input: LifecycleInput,
): OrderLifecycle {
  const { createdAt, now, total, source } = input
  const paymentPlan = planPayment(random, input)
  const pastSteps = (
    source === 'pos' ? planCounterSale(createdAt) : planSteps(random, input, paymentPlan.at)
  ).filter(step => step.at <= now)
  const status = pastSteps.at(-1)?.status ?? 'pending'
  const shippedAt = pastSteps.find(step => step.status === 'shipped')?.at
  const deliveredAt = pastSteps.find(step => step.status === 'delivered')?.at ?? null
  const tracking = createTracking(random, input)
  const fulfillment = shippedAt ? { ...tracking, shippedAt, deliveredAt } : null
  const payments: DemoPayment[] = []
  if (paymentPlan.at && paymentPlan.at <= now && total > 0)
    payments.push(createPayment(random, input, paymentPlan.at, paymentPlan.method))
  const refund = payments[0] ? planRefund(random, input, pastSteps, payments[0]) : undefined
  if (refund && refund.at <= now) payments.push(refund)

  const statusEvents = pastSteps.map(({ status: to, at, data }, i): DemoEvent => {
    const from = pastSteps[i - 1]?.status ?? 'pending'
    return {
      type: 'status_changed',
      at,
      isByStaff: source !== 'pos',
      data: { from, to, ...data, ...(to === 'shipped' && tracking) },
    }
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
    statusTimes: Object.fromEntries(pastSteps.map(step => [step.status, step.at])),
    fulfillment,
    payments,
    events: events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    previousStatus: status === 'on_hold' ? (pastSteps.at(-2)?.status ?? 'pending') : null,
    cancelReason: demoCancelReasons.find(cancelReason => cancelReason === reason) ?? '',
  }
}

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

function createPayment(
  random: SeededRandom,
  { total }: LifecycleInput,
  at: Date,
  method: DemoPaymentMethod,
): DemoPayment {
  const reference = createPaymentReference(random, method, at)
  return { kind: 'payment', method, amount: total, reference, at }
}

function createPaymentReference(random: SeededRandom, method: DemoPaymentMethod, at: Date): string {
  if (method === 'card' || method === 'wallet')
    return `pay_${random.integer(10_000_000, 99_999_999)}`
  return method === 'bank' ? `Statement ${at.toISOString().slice(0, 10)}` : ''
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
