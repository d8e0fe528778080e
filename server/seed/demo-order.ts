import { calculateOrderTotals, type OrderTotals } from '#contract/order/order-totals.ts'
import type { DemoCustomer } from './demo-customer.ts'
import { getDemandWeight, getExpectedOrders, hourWeights } from './demo-demand.ts'
import { type OrderLifecycle, simulateOrderLifecycle } from './demo-order-lifecycle.ts'
import { chooseDemoRate } from './demo-shipping.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The part of a variant that demo orders need. */
export interface DemoVariant {
  slug: string
  productType: string
  /** Minor units. */
  price: number
  isShipped: boolean
  isForSale: boolean
}

export interface DemoOrderSettings {
  variants: readonly DemoVariant[]
  customers: readonly DemoCustomer[]
  ordersPerDay: number
  taxRate: number
  taxIncluded: boolean
  /** The country of most shipping addresses. */
  homeCountry: string
}

export interface DemoOrder extends OrderLifecycle {
  createdAt: Date
  /** Index into the store's customers. */
  customer: number
  lines: { variant: number; quantity: number; unitPrice: number }[]
  totals: OrderTotals
  shippingMethod: string
  source: 'storefront' | 'manual' | 'phone' | 'pos'
  customerNote: string
  note: string
  tags: string[]
}

const day = 86_400_000
const customerMessages = [
  'Please leave it with the neighbour at number 12.',
  'It is a birthday present, no invoice in the box please.',
  'The bell does not work, knock loudly.',
  'If the moss one is gone, sage is fine too.',
  'Second order this month. You are making me poor.',
  'Could you write “For Nana” on the card?',
  'No hurry at all.',
] as const
const staffNotes = [
  'Packed with extra paper, the last one arrived cracked.',
  'Called about the colour; happy with what we sent.',
  'Added a soap sample.',
  'Asked us to hold it until Friday.',
  'Address checked by phone.',
] as const

/** Returns the orders of the last year, oldest first, each with its events so far. */
export function generateOrders(
  random: SeededRandom,
  settings: DemoOrderSettings,
  now: Date,
): DemoOrder[] {
  const start = Math.floor(now.getTime() / day) * day - 364 * day
  const orders: DemoOrder[] = []
  for (let i = 0; i <= 364; i++) {
    const date = new Date(start + i * day)
    const variantWeights = getVariantWeights(settings, date)
    const customerWeights = getCustomerWeights(settings, i / 364)
    const times = Array.from(
      { length: randomCount(random, getExpectedOrders(date, i / 364, settings.ordersPerDay)) },
      () =>
        date.getTime() +
        random.weightedIndex(hourWeights) * 3_600_000 +
        random.integer(0, 3_599_000),
    )
    // Today has a few orders at any time of day.
    if (i === 364)
      times.push(
        ...Array.from(
          { length: 3 },
          () => date.getTime() + random.next() * (now.getTime() - date.getTime()),
        ),
      )
    for (const time of times.toSorted((a, b) => a - b)) {
      if (time < now.getTime() - 60_000)
        orders.push(
          generateOrder(
            random,
            settings,
            { variantWeights, customerWeights },
            { createdAt: new Date(time), now },
          ),
        )
    }
  }
  return orders
}

/** Returns a random integer near the expected number, from 0.7 to 1.3 times of it. */
const randomCount = (random: SeededRandom, expected: number) =>
  Math.floor(expected * (0.7 + 0.6 * random.next()) + random.next())

/** Returns the demand for each variant on a day. The first variants of a product sell better. */
function getVariantWeights({ variants }: DemoOrderSettings, date: Date): number[] {
  let rank = 0
  return variants.map((variant, i) => {
    rank = variants[i - 1]?.slug === variant.slug ? rank + 1 : 0
    return variant.isForSale
      ? getDemandWeight(variant.slug, variant.productType, date) / (1 + 0.35 * rank)
      : 0
  })
}

/** Returns the weight of each customer at this point of the year; customers join over time. */
function getCustomerWeights({ customers }: DemoOrderSettings, progress: number): number[] {
  const knownCustomerCount = customers.length * (0.15 + 0.85 * progress)
  const newCustomerCount = customers.length * 0.03
  return customers.map(({ loyaltyWeight }, rank) => {
    if (rank > knownCustomerCount) return 0
    return rank > knownCustomerCount - newCustomerCount ? loyaltyWeight + 4 : loyaltyWeight
  })
}

interface OrderWeights {
  /** Demand weight of each variant. */
  variantWeights: readonly number[]
  /** Order weight of each customer. */
  customerWeights: readonly number[]
}
interface OrderTimes {
  createdAt: Date
  now: Date
}

function generateOrder(
  random: SeededRandom,
  settings: DemoOrderSettings,
  { variantWeights, customerWeights }: OrderWeights,
  { createdAt, now }: OrderTimes,
): DemoOrder {
  const customer = random.weightedIndex(customerWeights)
  const orderCustomer = settings.customers[customer]
  const isWholesale = orderCustomer?.tags.includes('wholesale') ?? false
  const lines = pickLines(random, settings, variantWeights, isWholesale)
  const source = isWholesale ? 'manual' : pickSource(random)
  const subtotal = lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)
  const isShipped =
    source !== 'pos' && lines.some(line => settings.variants[line.variant]?.isShipped)
  const shipping = isShipped
    ? chooseDemoRate(random, {
        country: orderCustomer?.address?.country ?? '',
        homeCountry: settings.homeCountry,
        subtotal,
      })
    : { name: source === 'pos' ? 'Collected in the shop' : '', price: 0 }
  const hasDiscountCode = source === 'storefront' && random.chance(0.09)
  const totals = calculateOrderTotals({
    lines,
    shippingTotal: shipping.price,
    discountTotal: Math.round(subtotal * getDiscountRate(isWholesale, hasDiscountCode)),
    taxRate: settings.taxRate,
    taxIncluded: settings.taxIncluded,
  })
  const isGift = random.chance(0.06)
  return {
    ...simulateOrderLifecycle(random, {
      createdAt,
      now,
      total: totals.total,
      isShipped,
      source,
      isWholesale,
      isAbroad: orderCustomer?.address.country !== settings.homeCountry,
    }),
    createdAt,
    customer,
    lines,
    totals,
    source,
    shippingMethod: shipping.name,
    customerNote:
      source === 'storefront' && random.chance(0.08) ? random.pick(customerMessages) : '',
    note: random.chance(0.05) ? random.pick(staffNotes) : '',
    tags: [
      ...(isGift ? ['gift'] : []),
      ...(hasDiscountCode ? ['welcome10'] : []),
      ...(isWholesale ? ['wholesale'] : []),
    ],
  }
}

function getDiscountRate(isWholesale: boolean, hasDiscountCode: boolean): number {
  if (isWholesale) return 0.25
  return hasDiscountCode ? 0.1 : 0
}

const sources = ['storefront', 'phone', 'manual', 'pos'] as const
const pickSource = (random: SeededRandom) =>
  sources[random.weightedIndex([86, 6, 3, 5])] ?? 'storefront'

function pickLines(
  random: SeededRandom,
  { variants }: DemoOrderSettings,
  variantWeights: readonly number[],
  isWholesale: boolean,
): DemoOrder['lines'] {
  const count = 1 + random.weightedIndex(isWholesale ? [1, 3, 4, 3] : [48, 27, 14, 7, 4])
  const quantityByVariant = new Map<number, number>()
  for (let i = 0; i < count; i++)
    quantityByVariant.set(
      random.weightedIndex(variantWeights),
      isWholesale ? random.integer(2, 6) * 2 : 1 + random.weightedIndex([80, 15, 3, 2]),
    )
  return [...quantityByVariant].map(([variant, quantity]) => ({
    variant,
    quantity,
    unitPrice: variants[variant]?.price ?? 0,
  }))
}
