import type { Address } from '#contract/lib/shapes.ts'
import { type OrderTotals, orderTotals } from '#contract/order-totals.ts'
import type { DemoCustomer } from './demo-customer.ts'
import { type Life, liveOrder } from './demo-order-life.ts'
import { appetite, hourWeights, ordersExpected } from './demo-rhythm.ts'
import type { Chance } from './seeded-random.ts'

/** What a seed order needs to know of something that is sold. */
export interface DemoVariant {
  slug: string
  productType: string
  /** Minor units. */
  price: number
  isShipped: boolean
  isSold: boolean
}

export interface DemoShop {
  variants: readonly DemoVariant[]
  customers: readonly DemoCustomer[]
  ordersPerDay: number
  taxRate: number
  taxIncluded: boolean
  /** Where most parcels go. */
  homeCountry: string
}

export interface DemoOrder extends Life {
  createdAt: Date
  /** Index into the shop's customers. */
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
const wishes = [
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

/** A year of orders up to now, oldest first, with what has become of each. */
export function makeOrders(chance: Chance, shop: DemoShop, now: Date): DemoOrder[] {
  const start = Math.floor(now.getTime() / day) * day - 364 * day
  const orders: DemoOrder[] = []
  for (let i = 0; i <= 364; i++) {
    const date = new Date(start + i * day)
    const wanted = appetites(shop, date)
    const present = customersBy(shop, i / 364)
    const times = Array.from(
      { length: draw(chance, ordersExpected(date, i / 364, shop.ordersPerDay)) },
      () => date.getTime() + chance.weighted(hourWeights) * 3_600_000 + chance.whole(0, 3_599_000),
    )
    // Whenever somebody looks, a few orders have come in today.
    if (i === 364)
      times.push(
        ...Array.from(
          { length: 3 },
          () => date.getTime() + chance.next() * (now.getTime() - date.getTime()),
        ),
      )
    for (const time of times.toSorted((a, b) => a - b)) {
      if (time < now.getTime() - 60_000)
        orders.push(makeOrder(chance, shop, { wanted, present }, new Date(time), now))
    }
  }
  return orders
}

/** A whole number near the expected one. Tamer than pure chance: a shop has its regulars. */
const draw = (chance: Chance, expected: number) =>
  Math.floor(expected * (0.7 + 0.6 * chance.next()) + chance.next())

// Of several variants of a product the first ones are liked more.
function appetites({ variants }: DemoShop, date: Date): number[] {
  let rank = 0
  return variants.map((variant, i) => {
    rank = variants[i - 1]?.slug === variant.slug ? rank + 1 : 0
    return variant.isSold
      ? appetite(variant.slug, variant.productType, date) / (1 + 0.35 * rank)
      : 0
  })
}

/** How much each customer buys at this point of the year: they come to know the shop one after the other. */
function customersBy({ customers }: DemoShop, progress: number): number[] {
  const known = customers.length * (0.15 + 0.85 * progress)
  return customers.map(({ loyalty }, rank) =>
    rank > known ? 0 : rank > known - customers.length * 0.03 ? loyalty + 4 : loyalty,
  )
}

interface Mood {
  /** How much each variant is wanted. */
  wanted: readonly number[]
  /** How much each customer buys. */
  present: readonly number[]
}

function makeOrder(
  chance: Chance,
  shop: DemoShop,
  { wanted, present }: Mood,
  createdAt: Date,
  now: Date,
): DemoOrder {
  const customer = chance.weighted(present)
  const person = shop.customers[customer]
  const isWholesale = person?.tags.includes('wholesale') ?? false
  const lines = pickLines(chance, shop, wanted, isWholesale)
  const source = isWholesale
    ? 'manual'
    : ((['storefront', 'phone', 'manual', 'pos'] as const)[chance.weighted([86, 6, 3, 5])] ??
      'storefront')
  const subtotal = lines.reduce((all, line) => all + line.quantity * line.unitPrice, 0)
  const isShipped = source !== 'pos' && lines.some(line => shop.variants[line.variant]?.isShipped)
  const shipping = isShipped
    ? shippingFor(chance, person?.address ?? {}, shop.homeCountry, subtotal)
    : { name: source === 'pos' ? 'Collected in the shop' : '', price: 0 }
  const hasCode = source === 'storefront' && chance.is(0.09)
  const totals = orderTotals({
    lines,
    shippingTotal: shipping.price,
    discountTotal: isWholesale
      ? Math.round(subtotal * 0.25)
      : hasCode
        ? Math.round(subtotal * 0.1)
        : 0,
    taxRate: shop.taxRate,
    taxIncluded: shop.taxIncluded,
  })
  const isGift = chance.is(0.06)
  return {
    ...liveOrder(chance, {
      createdAt,
      now,
      total: totals.total,
      isShipped,
      source,
      isWholesale,
      isAbroad: person?.address.country !== shop.homeCountry,
    }),
    createdAt,
    customer,
    lines,
    totals,
    source,
    shippingMethod: shipping.name,
    customerNote: source === 'storefront' && chance.is(0.08) ? chance.pick(wishes) : '',
    note: chance.is(0.05) ? chance.pick(staffNotes) : '',
    tags: [
      ...(isGift ? ['gift'] : []),
      ...(hasCode ? ['welcome10'] : []),
      ...(isWholesale ? ['wholesale'] : []),
    ],
  }
}

function pickLines(
  chance: Chance,
  { variants }: DemoShop,
  wanted: readonly number[],
  isWholesale: boolean,
): DemoOrder['lines'] {
  const count = 1 + chance.weighted(isWholesale ? [1, 3, 4, 3] : [48, 27, 14, 7, 4])
  const chosen = new Map<number, number>()
  for (let i = 0; i < count; i++)
    chosen.set(
      chance.weighted(wanted),
      isWholesale ? chance.whole(2, 6) * 2 : 1 + chance.weighted([80, 15, 3, 2]),
    )
  return [...chosen].map(([variant, quantity]) => ({
    variant,
    quantity,
    unitPrice: variants[variant]?.price ?? 0,
  }))
}

const union = new Set(['IE', 'DE', 'FR', 'NL', 'SE', 'IT', 'ES', 'PL'])

function shippingFor(chance: Chance, { country = '' }: Address, home: string, subtotal: number) {
  if (country === home && chance.is(0.13)) return { name: 'Next day', price: 795 }
  if (country === home) return { name: 'Standard', price: subtotal >= 7500 ? 0 : 395 }
  return union.has(country)
    ? { name: 'Europe, tracked', price: subtotal >= 15_000 ? 0 : 990 }
    : { name: 'World, tracked', price: 1650 }
}
