import { expect, it } from 'vitest'
import { orderStatuses } from '#contract/order/order-state.ts'
import {
  getNextStep,
  getTransitionVerb,
  listOtherStatuses,
  requiresTransitionDialog,
} from './order-transitions.ts'

const line = { _id: 'a', quantity: 2, removedQuantity: 0, requiresShipping: true }
const packed = { status: 'packed', lines: [{ line: 'a', quantity: 2 }] }
const buildOrder = (order: object) =>
  ({ lines: [line], fulfillments: [], balance: 0, allowedTransitions: [], ...order }) as never

it.each([
  [{ status: 'draft', allowedTransitions: ['pending', 'cancelled'] }, 'pending'],
  [{ status: 'pending', allowedTransitions: ['confirmed', 'shipped'] }, 'parcel'],
  [{ status: 'ready', allowedTransitions: ['shipped'], fulfillments: [packed] }, 'shipped'],
  [{ status: 'ready', allowedTransitions: ['delivered'], lines: [] }, 'delivered'],
  [{ status: 'shipped', allowedTransitions: ['delivered', 'returned'] }, 'delivered'],
  [{ status: 'on_hold', allowedTransitions: ['ready', 'cancelled'] }, 'ready'],
  [{ status: 'delivered', allowedTransitions: ['completed'], balance: 100 }, 'payment'],
  [{ status: 'delivered', allowedTransitions: ['completed'] }, undefined],
  [{ status: 'cancelled', allowedTransitions: ['pending'], balance: 100 }, undefined],
])('the next step of %j is %s', (order, next) => {
  const step = getNextStep(buildOrder(order))
  expect(step && (step.kind === 'status' ? step.status : step.dialog)).toBe(next)
})

it('lists the other statuses; units are shipped in parcels', () =>
  expect(
    listOtherStatuses(
      buildOrder({
        status: 'pending',
        allowedTransitions: ['confirmed', 'processing', 'ready', 'shipped', 'cancelled'],
      }),
    ),
  ).toEqual(['confirmed', 'processing', 'ready', 'cancelled']))

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
