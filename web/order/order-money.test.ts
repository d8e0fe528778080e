import { expect, test } from 'vitest'
import { getOrderMoney } from './order-money.ts'

const none = { pendingRefunds: [], keptTotal: 0, refundedTotal: 0, paidTotal: 0, balance: 0 }
const pending = [
  {
    _id: 'r',
    provider: 'stripe' as const,
    amount: 500,
    note: '',
    createdAt: '2026-01-01T00:00:00Z',
  },
]
type Money = ReturnType<typeof getOrderMoney>

test.each<[string, Partial<Parameters<typeof getOrderMoney>[0]>, Partial<Money>]>([
  ['an unpaid order', { balance: 4050 }, { reduction: 0, netTotal: 4050, netPaid: 0 }],
  ['a paid order', { paidTotal: 4050 }, { reduction: 0, netTotal: 4050 }],
  [
    'a returned order whose only item was refunded',
    { paidTotal: 4050, refundedTotal: 2400, balance: -1650 },
    { reduction: 4050, netTotal: 0, netPaid: 1650 },
  ],
  [
    'a goodwill refund',
    { paidTotal: 4050, refundedTotal: 500 },
    { reduction: 500, netTotal: 3550, netPaid: 3550 },
  ],
  [
    'a refund that its provider has to confirm',
    { paidTotal: 4050, pendingRefunds: pending },
    { reduction: 500, netTotal: 3550, netPaid: 3550 },
  ],
  [
    'a fee that was kept',
    { paidTotal: 4050, refundedTotal: 2000, keptTotal: 400 },
    { reduction: 2400, netTotal: 2050, netPaid: 2050 },
  ],
  ['a removed item of an unpaid order', { balance: 1650 }, { reduction: 2400, netTotal: 1650 }],
  ['an overpaid order', { paidTotal: 5000, balance: -950 }, { reduction: 0, netTotal: 4050 }],
  ['a canceled order', {}, { reduction: 4050, netTotal: 0, netPaid: 0 }],
])('the amounts of %s add up', (_, amounts, expected) => {
  const order = { ...none, total: 4050, ...amounts }
  const money = getOrderMoney(order)
  expect(money).toMatchObject(expected)
  expect(order.total - money.reduction + order.keptTotal).toBe(money.netTotal)
  expect(order.paidTotal - order.refundedTotal - money.pendingTotal).toBe(money.netPaid)
  expect(money.netTotal - money.netPaid).toBe(order.balance)
})
