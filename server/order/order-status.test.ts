import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '#contract/order.ts'
import {
  allowedTransitions,
  balanceOf,
  fulfillmentStatusOf,
  moves,
  paymentStatusOf,
  readStatus,
  type Standing,
  stepsOf,
} from './order-status.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const line = { quantity: 2, fulfilled: 0, requiresShipping: true }
const order = (changes: Partial<Standing> = {}): Standing => ({
  status: 'pending',
  previousStatus: null,
  refundedTotal: 0,
  deliveredAt: null,
  lines: [line],
  parcels: [],
  ...changes,
})
const packed = { lines: [{ ...line, fulfilled: 2 }], parcels: [{ status: 'shipped' as const }] }
const arrived = {
  lines: packed.lines,
  parcels: [{ status: 'delivered' as const }],
  deliveredAt: '2026-03-01T10:00:00Z',
}
const allowed = (changes: Partial<Standing>) => allowedTransitions(order(changes), now)

describe('where an order may go', () => {
  it.each<[string, Partial<Standing>, OrderStatus[]]>([
    ['a draft', { status: 'draft' }, ['pending', 'cancelled']],
    ['a new order', {}, ['confirmed', 'processing', 'ready', 'shipped', 'on_hold', 'cancelled']],
    [
      'a new order that needs no parcel',
      { lines: [{ ...line, requiresShipping: false }] },
      ['confirmed', 'processing', 'ready', 'shipped', 'delivered', 'on_hold', 'cancelled'],
    ],
    [
      'a part of which left',
      {
        status: 'processing',
        lines: [{ ...line, fulfilled: 1 }],
        parcels: [{ status: 'shipped' }],
      },
      ['ready', 'shipped', 'on_hold'],
    ],
    ['a ready one', { status: 'ready' }, ['shipped', 'processing', 'on_hold', 'cancelled']],
    ['a shipped one', { status: 'shipped', ...packed }, ['delivered', 'returned', 'processing']],
    [
      'one of whose parcels one has arrived',
      { status: 'shipped', ...packed, parcels: [{ status: 'shipped' }, { status: 'delivered' }] },
      ['delivered', 'returned'],
    ],
    [
      'one delivered today',
      { status: 'delivered', ...arrived },
      ['completed', 'returned', 'shipped'],
    ],
    [
      'one delivered days ago',
      { status: 'delivered', ...arrived, deliveredAt: '2026-02-27T10:00:00Z' },
      ['completed', 'returned'],
    ],
    [
      'one handed over',
      { status: 'delivered', deliveredAt: '2026-03-01T10:00:00Z' },
      ['completed', 'returned'],
    ],
    ['a completed one', { status: 'completed', ...arrived }, ['returned', 'delivered']],
    [
      'one held while ready',
      { status: 'on_hold', previousStatus: 'ready' },
      ['ready', 'cancelled'],
    ],
    ['a cancelled one', { status: 'cancelled' }, ['pending']],
    ['a cancelled one whose money went back', { status: 'cancelled', refundedTotal: 1 }, []],
    ['a returned one', { status: 'returned', ...packed }, ['completed']],
  ])('%s', (_case, changes, expected) =>
    expect(allowed(changes).toSorted()).toEqual(expected.toSorted()),
  )

  it('is never beyond the table, and never where it already is', () => {
    const anyOrder = fc.record({
      status: fc.constantFrom(...orderStatuses),
      previousStatus: fc.constantFrom(null, ...orderStatuses),
      refundedTotal: fc.nat(),
      deliveredAt: fc.constantFrom(null, '2026-03-01T10:00:00Z'),
      lines: fc.array(
        fc.record({
          quantity: fc.constant(2),
          fulfilled: fc.integer({ min: 0, max: 2 }),
          requiresShipping: fc.boolean(),
        }),
      ),
      parcels: fc.array(
        fc.record({
          status: fc.constantFrom('shipped' as const, 'delivered' as const, 'cancelled' as const),
        }),
      ),
    })
    fc.assert(
      fc.property(anyOrder, given => {
        for (const to of allowedTransitions(given, now))
          expect(moves[given.status].includes(to) && to !== given.status).toBe(true)
      }),
    )
  })
})

describe('words for a status', () => {
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
  ])('%s means %s', (word = '', status) => expect(readStatus(word)).toBe(status))

  it.each(['', 'sent', 'toString', '__proto__', 'constructor'])('refuses %j', word =>
    expect(() => readStatus(word)).toThrow(/^Must be one of draft/),
  )
  it.each([
    ['paid', /addPayment/],
    ['Refunded', /addRefund/],
  ])('points from %s to the call for it', (word, hint) =>
    expect(() => readStatus(word)).toThrow(hint),
  )
})

describe('what a jump means', () => {
  it.each<[OrderStatus, OrderStatus, boolean, ReturnType<typeof stepsOf>]>([
    ['pending', 'confirmed', true, { skipped: [], sets: ['confirmedAt'], clears: [] }],
    [
      'pending',
      'shipped',
      true,
      {
        skipped: ['confirmed', 'processing', 'ready'],
        sets: ['confirmedAt', 'shippedAt'],
        clears: [],
      },
    ],
    ['ready', 'delivered', false, { skipped: [], sets: ['deliveredAt'], clears: [] }],
    ['shipped', 'processing', true, { skipped: [], sets: [], clears: ['shippedAt'] }],
    ['delivered', 'shipped', true, { skipped: [], sets: [], clears: ['deliveredAt'] }],
    ['completed', 'delivered', true, { skipped: [], sets: [], clears: ['completedAt'] }],
    ['pending', 'cancelled', true, { skipped: [], sets: ['cancelledAt'], clears: [] }],
    [
      'cancelled',
      'pending',
      true,
      { skipped: [], sets: [], clears: ['cancelledAt', 'confirmedAt'] },
    ],
    ['on_hold', 'ready', true, { skipped: [], sets: [], clears: [] }],
    ['returned', 'completed', true, { skipped: [], sets: ['completedAt'], clears: [] }],
  ])('from %s to %s', (from, to, needsParcel, steps) =>
    expect(stepsOf(from, to, needsParcel)).toEqual(steps),
  )
})

describe('what follows from the sums', () => {
  const money = (
    paidTotal: number,
    refundedTotal = 0,
    changes: Partial<Parameters<typeof paymentStatusOf>[0]> = {},
  ) => ({
    status: 'pending' as const,
    paymentStatus: 'unpaid' as const,
    total: 100,
    paidTotal,
    refundedTotal,
    ...changes,
  })

  it.each([
    [money(0), 'unpaid', 100],
    [money(0, 0, { paymentStatus: 'authorized' }), 'authorized', 100],
    [money(0, 0, { total: 0 }), 'paid', 0],
    [money(40), 'partially_paid', 60],
    [money(100), 'paid', 0],
    [money(120), 'overpaid', -20],
    [money(120, 20), 'paid', 0],
    [money(100, 30), 'partially_refunded', 0],
    [money(100, 100), 'refunded', 0],
    [money(40, 40), 'refunded', 100],
    [money(0, 0, { status: 'cancelled' }), 'voided', 0],
    [money(100, 0, { status: 'cancelled' }), 'paid', -100],
    [money(100, 60, { status: 'returned' }), 'partially_refunded', -40],
  ])('%j is %s with %i to pay', (sums, status, balance) =>
    expect([paymentStatusOf(sums), balanceOf(sums)]).toEqual([status, balance]),
  )

  const parcel = (status: 'shipped' | 'delivered' | 'cancelled', quantity: number) => ({
    status,
    lines: [{ quantity }],
  })
  it.each([
    [[line], [], 'unfulfilled'],
    [[{ ...line, requiresShipping: false }], [], 'not_required'],
    [[{ ...line, fulfilled: 1 }], [parcel('shipped', 1)], 'partially_fulfilled'],
    [[{ ...line, fulfilled: 2 }], [parcel('shipped', 2)], 'fulfilled'],
    [
      [{ ...line, fulfilled: 2 }],
      [parcel('shipped', 1), parcel('delivered', 1)],
      'partially_delivered',
    ],
    [[{ ...line, fulfilled: 2 }], [parcel('cancelled', 2), parcel('delivered', 2)], 'delivered'],
    [
      [
        { ...line, fulfilled: 2 },
        { quantity: 5, fulfilled: 5, requiresShipping: false },
      ],
      [parcel('delivered', 2)],
      'delivered',
    ],
  ])('%j with %j is %s', (lines, parcels, status) =>
    expect(fulfillmentStatusOf(lines, parcels)).toBe(status),
  )
})
