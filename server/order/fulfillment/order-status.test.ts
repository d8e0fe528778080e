import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '#contract/order/order-state.ts'
import {
  getBalance,
  getFulfillmentStatus,
  getPaymentStatus,
  listAllowedTransitions,
  type OrderState,
  statusTransitions,
} from './order-status.ts'
import { parseStatus } from './parse-status.ts'
import { planTransition } from './plan-transition.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const line = { quantity: 2, fulfilledQuantity: 0, requiresShipping: true }
const createState = (changes: Partial<OrderState> = {}): OrderState => ({
  status: 'pending',
  previousStatus: null,
  refundedTotal: 0,
  refunds: [],
  deliveredAt: null,
  lines: [line],
  fulfillments: [],
  ...changes,
})
const shippedState = {
  lines: [{ ...line, fulfilledQuantity: 2 }],
  fulfillments: [{ status: 'shipped' as const }],
}
const deliveredState = {
  lines: shippedState.lines,
  fulfillments: [{ status: 'delivered' as const }],
  deliveredAt: '2026-03-01T10:00:00Z',
}
const listAllowed = (changes: Partial<OrderState>) =>
  listAllowedTransitions(createState(changes), now)

describe('allowed transitions', () => {
  it.each<[string, Partial<OrderState>, OrderStatus[]]>([
    ['of a draft', { status: 'draft' }, ['pending', 'cancelled']],
    ['of a new order', {}, ['confirmed', 'processing', 'ready', 'shipped', 'on_hold', 'cancelled']],
    [
      'of a new order without shipping',
      { lines: [{ ...line, requiresShipping: false }] },
      ['confirmed', 'processing', 'ready', 'shipped', 'delivered', 'on_hold', 'cancelled'],
    ],
    [
      'of a partially fulfilled order',
      {
        status: 'processing',
        lines: [{ ...line, fulfilledQuantity: 1 }],
        fulfillments: [{ status: 'shipped' }],
      },
      ['ready', 'shipped', 'on_hold'],
    ],
    ['of a ready order', { status: 'ready' }, ['shipped', 'processing', 'on_hold', 'cancelled']],
    [
      'of a shipped order',
      { status: 'shipped', ...shippedState },
      ['delivered', 'returned', 'processing'],
    ],
    [
      'of a shipped order with one delivered fulfillment',
      {
        status: 'shipped',
        ...shippedState,
        fulfillments: [{ status: 'shipped' }, { status: 'delivered' }],
      },
      ['delivered', 'returned'],
    ],
    [
      'of an order with lost parcels only',
      { status: 'shipped', ...shippedState, fulfillments: [{ status: 'lost' }] },
      ['returned'],
    ],
    [
      'of a completed order with lost parcels only',
      { status: 'completed', ...shippedState, fulfillments: [{ status: 'lost' }] },
      ['returned'],
    ],
    [
      'of an order delivered today',
      { status: 'delivered', ...deliveredState },
      ['completed', 'returned', 'shipped'],
    ],
    [
      'of an order delivered days ago',
      { status: 'delivered', ...deliveredState, deliveredAt: '2026-02-27T10:00:00Z' },
      ['completed', 'returned'],
    ],
    [
      'of a delivered order without fulfillments',
      { status: 'delivered', deliveredAt: '2026-03-01T10:00:00Z' },
      ['completed', 'returned'],
    ],
    ['of a completed order', { status: 'completed', ...deliveredState }, ['returned', 'delivered']],
    [
      'of an order put on hold while ready',
      { status: 'on_hold', previousStatus: 'ready' },
      ['ready', 'cancelled'],
    ],
    [
      'of a partially fulfilled order on hold',
      {
        status: 'on_hold',
        previousStatus: 'processing',
        lines: [{ ...line, fulfilledQuantity: 1 }],
        fulfillments: [{ status: 'shipped' }],
      },
      ['processing'],
    ],
    [
      'of an order whose units were all removed',
      { status: 'ready', lines: [{ ...line, removedQuantity: 2 }] },
      ['cancelled'],
    ],
    [
      'of a canceled order whose units were all removed',
      { status: 'cancelled', lines: [{ ...line, removedQuantity: 2 }] },
      [],
    ],
    ['of a canceled order', { status: 'cancelled' }, ['pending']],
    ['of a canceled order with a refund', { status: 'cancelled', refundedTotal: 1 }, []],
    [
      'of a canceled order with a pending or failed refund',
      { status: 'cancelled', refunds: [{ amount: 1 }] },
      [],
    ],
    [
      'of a canceled order whose units were removed without an amount',
      { status: 'cancelled', refunds: [{ amount: 0 }] },
      ['pending'],
    ],
    ['of a returned order', { status: 'returned', ...shippedState }, []],
  ])('%s', (_case, changes, expected) =>
    expect(listAllowed(changes).toSorted()).toEqual(expected.toSorted()),
  )

  it('contain only transitions of the table and never the current status', () => {
    const anyOrder = fc.record({
      status: fc.constantFrom(...orderStatuses),
      previousStatus: fc.constantFrom(null, ...orderStatuses),
      refundedTotal: fc.nat(),
      refunds: fc.array(fc.record({ amount: fc.nat() })),
      deliveredAt: fc.constantFrom(null, '2026-03-01T10:00:00Z'),
      lines: fc.array(
        fc.record({
          quantity: fc.constant(2),
          fulfilledQuantity: fc.integer({ min: 0, max: 2 }),
          requiresShipping: fc.boolean(),
        }),
      ),
      fulfillments: fc.array(
        fc.record({
          status: fc.constantFrom('shipped' as const, 'delivered' as const, 'cancelled' as const),
        }),
      ),
    })
    fc.assert(
      fc.property(anyOrder, state => {
        for (const to of listAllowedTransitions(state, now))
          expect(statusTransitions[state.status].includes(to) && to !== state.status).toBe(true)
      }),
    )
  })
})

describe('parsing a status', () => {
  it.each<string[]>([
    ['Cancelled', 'cancelled'],
    [' canceled ', 'cancelled'],
    ['complete', 'completed'],
    ['fulfilled', 'shipped'],
    ['Dispatched', 'shipped'],
    ['accepted', 'confirmed'],
    ['preparing', 'processing'],
    ['in progress', 'processing'],
    ['In-Progress', 'processing'],
    ['new', 'pending'],
    ['placed', 'pending'],
    ['open', 'pending'],
    ['hold', 'on_hold'],
    ['ON HOLD', 'on_hold'],
    ...orderStatuses.map(status => [status, status]),
  ])('reads %s as %s', (word = '', status) => expect(parseStatus(word)).toBe(status))

  it.each(['', 'sent', 'toString', '__proto__', 'constructor'])('rejects %j', word =>
    expect(() => parseStatus(word)).toThrow(/^Choose one of these values: draft/),
  )
  it.each([
    ['paid', /Record the payment/],
    ['Refunded', /Record the refund/],
  ])('rejects %s and names what to record instead', (word, hint) =>
    expect(() => parseStatus(word)).toThrow(hint),
  )
})

describe('planning a transition', () => {
  it.each<[OrderStatus, OrderStatus, boolean, ReturnType<typeof planTransition>]>([
    [
      'pending',
      'confirmed',
      true,
      { skipped: [], timestampsToSet: ['confirmedAt'], timestampsToClear: [] },
    ],
    [
      'draft',
      'pending',
      true,
      { skipped: [], timestampsToSet: ['createdAt'], timestampsToClear: [] },
    ],
    [
      'pending',
      'shipped',
      true,
      {
        skipped: ['confirmed', 'processing', 'ready'],
        timestampsToSet: ['confirmedAt', 'shippedAt'],
        timestampsToClear: [],
      },
    ],
    [
      'ready',
      'delivered',
      false,
      { skipped: [], timestampsToSet: ['deliveredAt'], timestampsToClear: [] },
    ],
    [
      'shipped',
      'processing',
      true,
      { skipped: [], timestampsToSet: [], timestampsToClear: ['shippedAt'] },
    ],
    [
      'delivered',
      'shipped',
      true,
      { skipped: [], timestampsToSet: [], timestampsToClear: ['deliveredAt'] },
    ],
    [
      'completed',
      'delivered',
      true,
      { skipped: [], timestampsToSet: [], timestampsToClear: ['completedAt'] },
    ],
    [
      'pending',
      'cancelled',
      true,
      { skipped: [], timestampsToSet: ['canceledAt'], timestampsToClear: [] },
    ],
    [
      'cancelled',
      'pending',
      true,
      { skipped: [], timestampsToSet: [], timestampsToClear: ['canceledAt', 'confirmedAt'] },
    ],
    ['cancelled', 'cancelled', true, { skipped: [], timestampsToSet: [], timestampsToClear: [] }],
    ['on_hold', 'ready', true, { skipped: [], timestampsToSet: [], timestampsToClear: [] }],
  ])('from %s to %s', (from, to, requiresShipping, plan) =>
    expect(planTransition(from, to, requiresShipping)).toEqual(plan),
  )
})

describe('derived statuses', () => {
  const createTotals = (
    paidTotal: number,
    refundedTotal = 0,
    changes: Partial<Parameters<typeof getPaymentStatus>[0]> = {},
  ) => ({
    status: 'pending' as const,
    paymentStatus: 'unpaid' as const,
    total: 100,
    paidTotal,
    refundedTotal,
    refundedOverpayment: 0,
    unsoldTotal: 0,
    ...changes,
  })

  it.each([
    [createTotals(0), 'unpaid', 100],
    [createTotals(0, 0, { paymentStatus: 'authorized' }), 'authorized', 100],
    [createTotals(0, 0, { total: 0 }), 'paid', 0],
    [createTotals(40), 'partially_paid', 60],
    [createTotals(100), 'paid', 0],
    [createTotals(120), 'overpaid', -20],
    [createTotals(120, 20, { refundedOverpayment: 20 }), 'paid', 0],
    [createTotals(120, 20), 'overpaid', -20],
    [createTotals(120, 50, { refundedOverpayment: 20 }), 'partially_refunded', 0],
    [createTotals(100, 30), 'partially_refunded', 0],
    [createTotals(100, 100), 'refunded', 0],
    [createTotals(40, 40), 'unpaid', 60],
    [createTotals(40, 10), 'partially_paid', 60],
    [createTotals(0, 0, { unsoldTotal: 30 }), 'unpaid', 70],
    [createTotals(70, 0, { unsoldTotal: 30 }), 'paid', 0],
    [createTotals(100, 0, { unsoldTotal: 30 }), 'overpaid', -30],
    [createTotals(40, 10, { unsoldTotal: 30 }), 'partially_paid', 30],
    [createTotals(0, 0, { status: 'returned', unsoldTotal: 100 }), 'voided', 0],
    [createTotals(40, 0, { status: 'returned', unsoldTotal: 60 }), 'partially_paid', -40],
    [createTotals(0, 0, { status: 'cancelled' }), 'voided', 0],
    [createTotals(100, 0, { status: 'cancelled' }), 'paid', -100],
    [createTotals(100, 60, { status: 'returned' }), 'partially_refunded', -40],
    [createTotals(100, 60, { status: 'returned', keptTotal: 30 }), 'partially_refunded', -10],
    [createTotals(100, 90, { status: 'returned', keptTotal: 10 }), 'partially_refunded', 0],
    [createTotals(100, 90, { status: 'cancelled', keptTotal: 20 }), 'partially_refunded', 0],
    [createTotals(100, 90, { keptTotal: 10 }), 'partially_refunded', 0],
  ])('totals %j give %s with a balance of %i', (totals, status, balance) =>
    expect([getPaymentStatus(totals), getBalance(totals)]).toEqual([status, balance]),
  )

  const createFulfillment = (status: 'shipped' | 'delivered' | 'cancelled', quantity: number) => ({
    status,
    lines: [{ quantity }],
  })
  it.each([
    [[line], [], 'unfulfilled'],
    [[{ ...line, requiresShipping: false }], [], 'not_required'],
    [[{ ...line, removedQuantity: 2 }], [], 'not_required'],
    [[{ ...line, fulfilledQuantity: 1 }], [createFulfillment('shipped', 1)], 'partially_fulfilled'],
    [[{ ...line, fulfilledQuantity: 2 }], [createFulfillment('shipped', 2)], 'fulfilled'],
    [
      [{ ...line, fulfilledQuantity: 2 }],
      [createFulfillment('shipped', 1), createFulfillment('delivered', 1)],
      'partially_delivered',
    ],
    [
      [{ ...line, fulfilledQuantity: 2 }],
      [createFulfillment('cancelled', 2), createFulfillment('delivered', 2)],
      'delivered',
    ],
    [
      [
        { ...line, fulfilledQuantity: 2 },
        { quantity: 5, fulfilledQuantity: 5, requiresShipping: false },
      ],
      [createFulfillment('delivered', 2)],
      'delivered',
    ],
  ])('lines %j with fulfillments %j give %s', (lines, fulfillments, status) =>
    expect(getFulfillmentStatus(lines, fulfillments)).toBe(status),
  )
})
