import type { cancelReasons, OrderStatus, paymentMethods } from '#contract/order.ts'
import type { Chance } from './seeded-random.ts'

type Method = (typeof paymentMethods)[number]
export type DemoEvent = {
  type: string
  at: Date
  byStaff: boolean
  told: Record<string, string | number | boolean>
}
export type DemoPayment = {
  kind: 'payment' | 'refund'
  method: Method
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

/** What became of an order by now. */
export interface Life {
  status: OrderStatus
  previousStatus: OrderStatus | null
  cancelReason: (typeof cancelReasons)[number] | ''
  payments: DemoPayment[]
  parcel: DemoParcel | null
  events: DemoEvent[]
  reached: Partial<Record<OrderStatus, Date>>
}

interface Birth {
  createdAt: Date
  now: Date
  /** Minor units. */
  total: number
  isShipped: boolean
  source: 'storefront' | 'manual' | 'phone' | 'pos'
  isWholesale: boolean
  isAbroad: boolean
}

type Step = { status: OrderStatus; at: Date; told?: DemoEvent['told'] }
const hour = 3_600_000
const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hour)
const between = (chance: Chance, from: number, to: number) => from + chance.next() * (to - from)

/** The same moment, or the next morning: nobody packs at night or on a Sunday. */
function inWorkingHours(moment: Date, chance: Chance): Date {
  const day = new Date(moment)
  if (day.getUTCHours() >= 17) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getTime() === moment.getTime() && day.getUTCHours() >= 8) return moment
  day.setUTCHours(8, chance.whole(5, 170), chance.whole(0, 59))
  return day
}

/** Plans the whole life of an order and keeps of it what has happened by now. */
export function liveOrder(chance: Chance, birth: Birth): Life {
  const { createdAt, now, total, source } = birth
  const money = planPayment(chance, birth)
  const steps = (
    source === 'pos' ? soldOverTheCounter(createdAt) : planSteps(chance, birth, money)
  ).filter(step => step.at <= now)
  const status = steps.at(-1)?.status ?? 'pending'
  const reached = Object.fromEntries(steps.map(step => [step.status, step.at]))
  const shippedAt = steps.find(step => step.status === 'shipped')?.at
  const deliveredAt = steps.find(step => step.status === 'delivered')?.at ?? null
  const told = trackingOf(chance, birth)
  const parcel = shippedAt ? { ...told, shippedAt, deliveredAt } : null
  const payments = [
    ...(money.at && money.at <= now && total > 0
      ? [payment(chance, birth, money.at, money.method)]
      : []),
  ]
  const refund = payments[0] ? planRefund(chance, birth, steps, payments[0]) : undefined
  if (refund && refund.at <= now) payments.push(refund)

  let from: OrderStatus = 'pending'
  const moves = steps.map(({ status: to, at, told: particulars }): DemoEvent => {
    const event = {
      type: 'status_changed',
      at,
      byStaff: source !== 'pos',
      told: {
        from,
        to,
        ...particulars,
        ...(to === 'shipped' && { carrier: told.carrier, trackingNumber: told.trackingNumber }),
      },
    }
    from = to
    return event
  })
  const events: DemoEvent[] = [
    { type: 'created', at: createdAt, byStaff: source !== 'storefront', told: { source, total } },
    ...payments.map(({ kind, at, amount, method, reference }) => ({
      type: kind === 'payment' ? 'payment_recorded' : 'refunded',
      at,
      byStaff: method === 'bank' || kind === 'refund',
      told: { amount, method, ...(reference && { reference }) },
    })),
    ...moves,
  ]
  const reason = steps.find(step => step.status === 'cancelled')?.told?.['reason']
  return {
    status,
    reached,
    parcel,
    payments,
    events: events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    previousStatus: status === 'on_hold' ? (steps.at(-2)?.status ?? 'pending') : null,
    cancelReason: cancelReasonsHere.find(known => known === reason) ?? '',
  }
}

const cancelReasonsHere = ['customer', 'payment', 'address', 'duplicate', 'stock'] as const

function planPayment(
  chance: Chance,
  { createdAt, source, isWholesale }: Birth,
): { method: Method; at: Date | undefined } {
  if (isWholesale)
    return {
      method: 'bank',
      at: chance.is(0.88) ? after(createdAt, between(chance, 9, 34) * 24) : undefined,
    }
  if (source === 'pos') return { method: chance.is(0.7) ? 'card' : 'cash', at: createdAt }
  if (source !== 'storefront' || chance.is(0.07))
    return {
      method: 'bank',
      at: chance.is(0.86) ? after(createdAt, between(chance, 6, 60)) : undefined,
    }
  return {
    method: chance.is(0.78) ? 'card' : 'wallet',
    at: after(createdAt, between(chance, 0.006, 0.03)),
  }
}

const soldOverTheCounter = (at: Date): Step[] => [
  { status: 'delivered', at: after(at, 0.02) },
  { status: 'completed', at: after(at, 0.021) },
]

function planSteps(chance: Chance, birth: Birth, money: { at: Date | undefined }): Step[] {
  const { createdAt, now, isShipped, isWholesale, isAbroad } = birth
  if (!money.at && !isWholesale)
    return [
      {
        status: 'cancelled',
        at: after(createdAt, 24 * 12),
        told: { reason: 'payment', restocked: true },
      },
    ]
  const ready = isWholesale ? createdAt : (money.at ?? createdAt)
  const confirmed = inWorkingHours(after(ready, between(chance, 0.4, 7)), chance)
  const end = chance.weighted([93, 3, 2.6])
  if (end === 1) {
    const told = {
      reason: cancelReasonsHere[chance.weighted([6, 0, 2, 2, 1])] ?? 'customer',
      restocked: true,
    }
    return [
      { status: 'confirmed', at: confirmed },
      { status: 'cancelled', at: after(confirmed, between(chance, 0.5, 20)), told },
    ]
  }
  if (!isShipped) {
    const delivered = after(confirmed, between(chance, 0.1, 1))
    return [
      { status: 'confirmed', at: confirmed },
      { status: 'delivered', at: delivered },
      { status: 'completed', at: after(delivered, 24 * between(chance, 1, 4)) },
    ]
  }
  const processing = inWorkingHours(after(confirmed, between(chance, 1, 16)), chance)
  const packed = inWorkingHours(after(processing, between(chance, 1, 14)), chance)
  const shipped = inWorkingHours(after(packed, between(chance, 1, 12)), chance)
  const delivered = inWorkingHours(
    after(shipped, 24 * (isAbroad ? between(chance, 3, 9) : between(chance, 0.9, 2.6))),
    chance,
  )
  const completed = after(
    money.at && money.at > delivered ? money.at : delivered,
    24 * between(chance, 2, 6),
  )
  const start: Step[] = [
    { status: 'confirmed', at: confirmed },
    { status: 'processing', at: processing },
  ]
  // Only what is recent still waits; what waited longer ago has long been let go.
  if (now.getTime() - createdAt.getTime() < 9 * 24 * hour && chance.is(0.06)) {
    return [
      ...start,
      {
        status: 'on_hold',
        at: after(processing, 2),
        told: {
          reason: chance.pick([
            'Waiting for the customer to confirm the address',
            'One glaze is still in the kiln',
            'Payment looks odd, asked the bank',
          ]),
        },
      },
    ]
  }
  const way: Step[] = [
    ...start,
    { status: 'ready', at: packed },
    { status: 'shipped', at: shipped },
    { status: 'delivered', at: delivered },
  ]
  if (end === 2)
    return [
      ...way,
      {
        status: 'returned',
        at: after(delivered, 24 * between(chance, 3, 14)),
        told: {
          reason: chance.pick([
            'Changed their mind',
            'Arrived damaged',
            'Not the colour they expected',
          ]),
          restocked: true,
        },
      },
    ]
  return money.at ? [...way, { status: 'completed', at: completed }] : way
}

function payment(chance: Chance, { total }: Birth, at: Date, method: Method): DemoPayment {
  const reference =
    method === 'card' || method === 'wallet'
      ? `pay_${chance.whole(10_000_000, 99_999_999)}`
      : method === 'bank'
        ? `Statement ${at.toISOString().slice(0, 10)}`
        : ''
  return { kind: 'payment', method, amount: total, reference, at }
}

function planRefund(
  chance: Chance,
  { total }: Birth,
  steps: readonly Step[],
  { method }: DemoPayment,
): DemoPayment | undefined {
  const last = steps.at(-1)
  const back = { kind: 'refund' as const, method, reference: '' }
  if (last?.status === 'cancelled') return { ...back, amount: total, at: after(last.at, 0.2) }
  if (last?.status === 'returned')
    return { ...back, amount: total, at: after(last.at, between(chance, 2, 40)) }
  if (last?.status === 'completed' && chance.is(0.02))
    return {
      ...back,
      amount: Math.max(1, Math.round(total * 0.2)),
      at: after(last.at, between(chance, 5, 60)),
    }
  return undefined
}

function trackingOf(chance: Chance, { isAbroad }: Birth) {
  const digits = String(chance.whole(10_000_000, 99_999_999))
  return isAbroad
    ? { carrier: 'Fernpost', trackingNumber: `FP${digits}X` }
    : { carrier: 'Parcelwing', trackingNumber: `PW ${digits.slice(0, 4)} ${digits.slice(4)}` }
}
