import { expect, it } from 'vitest'
import { orderStatuses } from '#contract/order-state.ts'
import { getLikelyNextStatus, getMoveVerb, requiresMoveDialog } from './order-transitions.ts'

it.each([
  ['pending', ['confirmed', 'shipped', 'cancelled'], 'confirmed'],
  ['ready', ['delivered', 'cancelled'], 'delivered'],
  ['on_hold', ['ready', 'cancelled'], 'ready'],
  ['completed', ['returned'], undefined],
  ['cancelled', [], undefined],
] as const)('after %s, of the allowed %j, suggests %s', (status, allowed, next) =>
  expect(getLikelyNextStatus({ status, allowedTransitions: [...allowed] })).toBe(next),
)

it('labels a transition back to an earlier status with its own verb', () => {
  expect([
    getMoveVerb('shipped', 'processing'),
    getMoveVerb('confirmed', 'processing'),
    getMoveVerb('on_hold', 'processing'),
    getMoveVerb('cancelled', 'pending'),
    getMoveVerb('on_hold', 'cancelled'),
  ]).toEqual(['unship', 'process', 'release', 'reopen', 'cancel'])
})

it('opens a dialog for transitions that need more data', () => {
  const statusesWithDialog = orderStatuses.filter(to =>
    requiresMoveDialog({ status: 'delivered', balance: 100 }, to),
  )
  expect(statusesWithDialog).toEqual(['completed', 'on_hold', 'cancelled', 'returned'])
  expect(requiresMoveDialog({ status: 'ready', balance: 0 }, 'shipped')).toBe(true)
})
