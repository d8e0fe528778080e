import { expect, it } from 'vitest'
import { orderStatuses } from '#contract/order/order-state.ts'
import {
  getNextStep,
  getTransitionVerb,
  listOtherSteps,
  requiresTransitionDialog,
} from './order-transitions.ts'

const line = {
  _id: 'a',
  quantity: 2,
  removedQuantity: 0,
  fulfilledQuantity: 0,
  requiresShipping: true,
  withdrawalException: 'none',
}
const excluded = { ...line, _id: 'b', withdrawalException: 'customMade' }
const shipped = { ...line, fulfilledQuantity: 2 }
const packed = { status: 'packed', lines: [{ line: 'a', quantity: 2 }] }
const withdrawn = {
  status: 'on_hold',
  withdrawal: { isHeldAgain: false },
  allowedTransitions: ['ready', 'cancelled'],
  paidTotal: 0,
  refundedTotal: 0,
}
const paid = { paidTotal: 100 }
const heldAgain = {
  status: 'on_hold',
  withdrawal: { isHeldAgain: true },
  allowedTransitions: ['ready', 'cancelled'],
}
const buildOrder = (order: object) =>
  ({
    lines: [line],
    fulfillments: [],
    balance: 0,
    archivedAt: null,
    allowedTransitions: [],
    withdrawal: null,
    ...order,
  }) as never

it.each([
  [{ status: 'draft', allowedTransitions: ['pending', 'cancelled'] }, 'pending'],
  [{ status: 'pending', allowedTransitions: ['confirmed', 'shipped'] }, 'parcel'],
  [{ status: 'ready', allowedTransitions: ['shipped'], fulfillments: [packed] }, 'shipped'],
  [{ status: 'ready', allowedTransitions: ['delivered'], lines: [] }, 'delivered'],
  [{ status: 'shipped', allowedTransitions: ['delivered', 'returned'] }, 'delivered'],
  [{ status: 'on_hold', allowedTransitions: ['ready', 'cancelled'] }, 'ready'],
  [withdrawn, 'cancelled'],
  [{ ...withdrawn, fulfillments: [packed] }, 'cancelled'],
  [{ ...withdrawn, allowedTransitions: ['ready'], ...paid }, 'refund'],
  [{ ...withdrawn, allowedTransitions: ['ready'], ...paid, fulfillments: [packed] }, undefined],
  [{ ...withdrawn, allowedTransitions: ['ready'] }, undefined],
  [{ ...withdrawn, lines: [] }, 'ready'],
  [{ ...withdrawn, lines: [line, excluded], ...paid }, 'refund'],
  [{ ...withdrawn, lines: [line, excluded] }, undefined],
  [{ ...withdrawn, lines: [shipped, excluded], ...paid }, 'ready'],
  [heldAgain, 'ready'],
  [{ status: 'delivered', allowedTransitions: ['completed'], balance: 100 }, 'payment'],
  [{ status: 'delivered', allowedTransitions: ['completed'] }, undefined],
  [{ status: 'cancelled', allowedTransitions: ['pending'], balance: 100 }, undefined],
  [{ status: 'delivered', archivedAt: '2026-11-28T10:00:00Z', balance: 100 }, undefined],
])('without optional steps, the next step of %j is %s', (order, next) =>
  expect(getNextStep(buildOrder(order), [])).toBe(next),
)

it('takes the shipment of a parcel back in the menu of the parcel alone', () => {
  const allowedTransitions = ['delivered', 'processing']
  const listSteps = (status: string) =>
    listOtherSteps(
      buildOrder({ status: 'shipped', allowedTransitions, fulfillments: [{ ...packed, status }] }),
      [],
    )
  expect([listSteps('shipped'), listSteps('cancelled')]).toEqual([[], ['processing']])
})

const pending = {
  status: 'pending',
  allowedTransitions: ['confirmed', 'processing', 'ready', 'shipped', 'cancelled'],
}
const confirmed = { ...pending, status: 'confirmed', allowedTransitions: ['processing', 'ready'] }

it.each([
  [pending, ['confirmed', 'ready'], 'confirmed'],
  [confirmed, ['confirmed', 'ready'], 'ready'],
  [confirmed, ['confirmed'], 'parcel'],
  [{ ...pending, fulfillments: [{ status: 'packed', lines: [] }] }, ['confirmed'], 'parcel'],
] as const)('the next step of %j with the steps %j is %s', (order, storeSteps, next) =>
  expect(getNextStep(buildOrder(order), storeSteps)).toBe(next),
)

it('lists the other steps without the optional ones that are off; units are shipped in parcels', () =>
  expect([
    listOtherSteps(buildOrder(pending), []),
    listOtherSteps(buildOrder(pending), ['confirmed', 'ready']),
    listOtherSteps(buildOrder({ status: 'shipped', allowedTransitions: ['processing'] }), []),
  ]).toEqual([['cancelled'], ['ready', 'parcel', 'cancelled'], ['processing']]))

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
  expect(statusesWithDialog).toEqual(['delivered', 'completed', 'on_hold', 'cancelled', 'returned'])
  expect(requiresTransitionDialog({ status: 'ready', balance: 0 }, 'shipped')).toBe(true)
  expect(requiresTransitionDialog({ status: 'shipped', balance: 0 }, 'delivered')).toBe(true)
  expect(requiresTransitionDialog({ status: 'completed', balance: 0 }, 'delivered')).toBe(false)
})
