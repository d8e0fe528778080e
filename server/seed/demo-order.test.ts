import { expect, test } from 'vitest'
import { generateCustomers } from './demo-customer.ts'
import { type DemoOrderSettings, generateOrders } from './demo-order.ts'
import { createSeededRandom } from './seeded-random.ts'

const now = new Date('2026-05-20T15:30:00Z')
const generateYear = (seed: number) => {
  const random = createSeededRandom(seed)
  const customers = generateCustomers(random, 120)
  const variants: DemoOrderSettings['variants'] = [
    'hollow-mug',
    'daybook',
    'tallow-hill-candle',
    'ottermill-gift-card',
    'station-wall-clock',
  ].map((slug, i) => ({
    slug,
    productType: 'Mugs',
    price: 900 + 700 * i,
    isShipped: slug !== 'ottermill-gift-card',
    isForSale: slug !== 'station-wall-clock',
  }))
  return {
    customers,
    orders: generateOrders(
      random,
      { variants, customers, ordersPerDay: 3, taxRate: 20, taxIncluded: true, homeCountry: 'GB' },
      now,
    ),
  }
}
const { customers, orders } = generateYear(5)

test('creates the same orders from the same seed and others from another seed', () => {
  expect(generateYear(5).orders).toEqual(orders)
  expect(generateYear(6).orders).not.toEqual(orders)
})

test('creates a sorted year of orders without events in the future', () => {
  const times = orders.map(order => order.createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(now.getTime() - (times[0] ?? 0)).toBeGreaterThan(355 * 86_400_000)
  const moments = orders.flatMap(order => [
    order.createdAt,
    ...order.events.map(event => event.at),
    ...order.payments.map(payment => payment.at),
  ])
  expect(moments.filter(moment => moment > now)).toEqual([])
})

test('completes old paid orders and leaves the newest open', () => {
  const finalStatuses = ['completed', 'cancelled', 'returned']
  const old = orders.filter(order => now.getTime() - order.createdAt.getTime() > 40 * 86_400_000)
  expect(
    old.filter(order => !finalStatuses.includes(order.status) && order.payments.length > 0),
  ).toEqual([])
  const today = orders.filter(order => order.createdAt.toISOString().startsWith('2026-05-20'))
  expect(today.length).toBeGreaterThanOrEqual(3)
  expect(orders.map(order => order.status)).toEqual(
    expect.arrayContaining([
      'pending',
      'shipped',
      'delivered',
      'completed',
      'cancelled',
      'returned',
    ]),
  )
})

test('creates matching totals and sells only variants for sale', () => {
  for (const { totals, payments, lines } of orders) {
    const [paid, refunded] = (['payment', 'refund'] as const).map(kind =>
      payments
        .filter(payment => payment.kind === kind)
        .reduce((sum, payment) => sum + payment.amount, 0),
    )
    expect(totals.errors).toEqual([])
    expect(paid === 0 || paid === totals.total).toBe(true)
    expect(refunded).toBeLessThanOrEqual(paid ?? 0)
    expect(lines.some(line => line.variant === 4)).toBe(false)
  }
})

test('gives every customer a unique email at example.com', () => {
  expect(new Set(customers.map(person => person.email)).size).toBe(customers.length)
  for (const { email, address } of customers) {
    expect(email).toMatch(/^[a-z0-9.]+@example\.com$/)
    expect(address.postalCode).not.toMatch(/#/)
  }
})
