import { expect, it } from 'vitest'
import { orderStatuses } from '#contract/order/order-state.ts'
import {
  getLikelyNextStatus,
  getTransitionVerb,
  listOtherStatuses,
  requiresTransitionDialog,
} from './order-transitions.ts'

it.each([
  ['pending', ['confirmed', 'shipped', 'cancelled'], 'confirmed'],
  ['ready', ['delivered', 'cancelled'], 'delivered'],
  ['on_hold', ['ready', 'cancelled'], 'ready'],
  ['completed', ['returned'], undefined],
  ['cancelled', [], undefined],
] as const)('suggests a next status after %s with %j allowed: %s', (status, allowed, next) =>
  expect(getLikelyNextStatus({ status, allowedTransitions: [...allowed] })).toBe(next),
)

it('lists shipping before the other statuses, which keep their order', () =>
  expect(
    listOtherStatuses({
      status: 'pending',
      allowedTransitions: ['confirmed', 'processing', 'ready', 'shipped', 'cancelled'],
    }),
  ).toEqual(['shipped', 'processing', 'ready', 'cancelled']))

it('labels a transition back to an earlier status with its own verb', () => {
  expect([
    getTransitionVerb('shipped', 'processing'),
    getTransitionVerb('confirmed', 'processing'),
    getTransitionVerb('on_hold', 'processing'),
    getTransitionVerb('cancelled', 'pending'),
    getTransitionVerb('on_hold', 'cancelled'),
  ]).toEqual(['undoShipment', 'process', 'release', 'reopen', 'cancel'])
})

it('opens a dialog for transitions that need more data', () => {
  const statusesWithDialog = orderStatuses.filter(to =>
    requiresTransitionDialog({ status: 'delivered', balance: 100 }, to),
  )
  expect(statusesWithDialog).toEqual(['completed', 'on_hold', 'cancelled', 'returned'])
  expect(requiresTransitionDialog({ status: 'ready', balance: 0 }, 'shipped')).toBe(true)
})
