import { OrderStatus } from '#contract/order/order-state.ts'
import type { OrderSequence, SequenceStep } from './sequence-step.ts'

const createStep = (
  kind: SequenceStep['kind'],
  changes: Partial<SequenceStep> = {},
): SequenceStep => ({
  kind,
  isAllowed: true,
  isFollowing: false,
  choice: 0,
  quantities: [0, 0, 0, 0],
  permille: 0,
  amount: 0,
  hasAmount: true,
  isRestocked: true,
  disposition: 'restock',
  condition: 'good',
  refundReason: 'other',
  claimReason: 'damaged',
  ...changes,
})

/** Tries the status, even if the order does not allow it. */
const setStatus = (status: OrderStatus) =>
  createStep('status', { isAllowed: false, choice: OrderStatus.options.indexOf(status) })
const pack = createStep('parcel', { quantities: [2, 1, 0, 0] })
const ship = (...quantities: number[]) => createStep('parcel', { isRestocked: false, quantities })
const remove = (...quantities: number[]) => createStep('removeUnits', { quantities })

const createSequence = (
  steps: SequenceStep[],
  start: Partial<OrderSequence> = {},
): [OrderSequence] => [
  {
    taxIncluded: true,
    isDraft: false,
    paidPermille: 1000,
    isPaidOnline: false,
    isFromShopper: false,
    isInvoiced: false,
    start: 'pending',
    quantities: [3, 2, 1],
    prices: [1000, 700, 300],
    discount: 0,
    shippingTotal: 0,
    steps,
    ...start,
  },
]

/** Keeps or raises the quantity of each line, and adds a line. */
const edit = (...quantities: number[]) =>
  createStep('edit', { quantities, isRestocked: false, amount: 450 })
const refundLines = (changes: Partial<SequenceStep>) =>
  createStep('refund', { choice: 1, hasAmount: false, isRestocked: false, ...changes })

/** Sequences of holds, lost parcels and edits after refunds, which random steps seldom reach. */
export const sequenceExamples: [OrderSequence][] = [
  createSequence([
    createStep('invoice'),
    refundLines({ quantities: [1, 2, 0, 0] }),
    edit(3, 2, 0),
    refundLines({ quantities: [1, 0, 0, 1] }),
    edit(2, 0, 3, 0),
    createStep('pay', { hasAmount: false }),
    ship(3, 3, 3),
    edit(3, 3, 3, 3),
  ]),
  createSequence([
    refundLines({
      quantities: [1, 1, 1, 0],
      disposition: 'keep',
      isRestocked: true,
      permille: 600,
    }),
    createStep('goodwill', { amount: 120, isRestocked: false }),
    createStep('edit', { quantities: [2, 2, 2, 2], choice: 4, amount: 100, permille: 900 }),
    createStep('refundOverpayment'),
    edit(1, 1, 1, 1),
    createStep('invoice'),
    edit(3, 3, 3, 3),
  ]),
  createSequence([
    ship(2, 0, 0),
    setStatus('on_hold'),
    setStatus('cancelled'),
    remove(1, 2, 1),
    setStatus('cancelled'),
    setStatus('returned'),
  ]),
  createSequence([
    pack,
    setStatus('on_hold'),
    setStatus('pending'),
    setStatus('on_hold'),
    setStatus('cancelled'),
    setStatus('pending'),
  ]),
  createSequence(
    [
      setStatus('cancelled'),
      setStatus('pending'),
      createStep('settleRefund'),
      setStatus('pending'),
    ],
    { isPaidOnline: true },
  ),
  createSequence([
    ship(1, 0, 0),
    createStep('lostParcel'),
    ship(2, 2, 0),
    setStatus('returned'),
    setStatus('completed'),
    setStatus('returned'),
  ]),
  createSequence([
    ship(3, 2, 0),
    createStep('replace', { quantities: [1, 0, 0, 0] }),
    createStep('return', { isRestocked: false, choice: 1, quantities: [1, 1, 0, 0] }),
    setStatus('returned'),
    createStep('receive', { quantities: [1, 1, 0, 0], condition: 'missing' }),
    setStatus('returned'),
  ]),
  createSequence([
    ship(3, 2, 1),
    createStep('replace', { quantities: [1, 0, 0, 0] }),
    createStep('edit', { isFollowing: true, isRestocked: false, choice: 1 }),
    createStep('edit', { isFollowing: true, isRestocked: false, quantities: [2, 0, 0, 0] }),
  ]),
  createSequence([
    createStep('refund', { quantities: [1, 1, 0, 0], disposition: 'write_off' }),
    setStatus('cancelled'),
  ]),
  createSequence([
    ship(3, 2, 1),
    createStep('refund', {
      quantities: [1, 1, 0, 0],
      disposition: 'write_off',
      refundReason: 'returned',
    }),
    setStatus('returned'),
  ]),
]
