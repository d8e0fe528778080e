import { expect, it } from 'vitest'
import { orderStatuses } from '#contract/order.ts'
import { asksFirst, likelyNext, verbOf } from './order-steps.ts'

it.each([
  ['pending', ['confirmed', 'shipped', 'cancelled'], 'confirmed'],
  ['ready', ['delivered', 'cancelled'], 'delivered'],
  ['on_hold', ['ready', 'cancelled'], 'ready'],
  ['completed', ['returned'], undefined],
  ['cancelled', [], undefined],
] as const)('after %s with %j comes %s', (status, allowed, next) =>
  expect(likelyNext({ status, allowedTransitions: [...allowed] })).toBe(next),
)

it('names a way back as one', () => {
  expect([
    verbOf('shipped', 'processing'),
    verbOf('confirmed', 'processing'),
    verbOf('on_hold', 'processing'),
    verbOf('cancelled', 'pending'),
    verbOf('on_hold', 'cancelled'),
  ]).toEqual(['unship', 'process', 'release', 'reopen', 'cancel'])
})

it('asks before what needs an answer', () => {
  const asked = orderStatuses.filter(to => asksFirst({ status: 'delivered', balance: 100 }, to))
  expect(asked).toEqual(['completed', 'on_hold', 'cancelled', 'returned'])
  expect(asksFirst({ status: 'ready', balance: 0 }, 'shipped')).toBe(true)
})
