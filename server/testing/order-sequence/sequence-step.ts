import fc from 'fast-check'
import { claimReasons, refundReasons, unitDispositions } from '#contract/order/order-state.ts'
import { returnConditions } from '#contract/order/return-state.ts'

const stepKinds = {
  pay: 2,
  payOnline: 2,
  parcel: 4,
  moveParcel: 4,
  splitParcel: 2,
  mergeParcels: 2,
  status: 2,
  edit: 2,
  shopperEdit: 2,
  refundOverpayment: 1,
  address: 2,
  refund: 4,
  goodwill: 3,
  removeUnits: 3,
  settleRefund: 8,
  return: 4,
  updateReturn: 2,
  receive: 5,
  refundReturn: 3,
  exchange: 2,
  replace: 1,
  lostParcel: 2,
  archive: 1,
  invoice: 2,
}
type StepKind = keyof typeof stepKinds

const toWeighted = <T extends string>(weights: Record<T, number>) =>
  fc.oneof(
    ...Object.entries<number>(weights).map(([value, weight]) => ({
      weight,
      arbitrary: fc.constant(value as T),
    })),
  )
const MostlyTrue = toWeighted({ yes: 5, no: 1 }).map(value => value === 'yes')

/** Numbers choose among what the order has at the time of the step, so that each step fits any order. */
export const SequenceStep = fc.record({
  kind: toWeighted<StepKind>(stepKinds),
  /** Whether the step keeps to the units, states and amounts that the order allows. */
  isAllowed: MostlyTrue,
  /** Whether the step is for the last order that follows the first one, if there is one. */
  isFollowing: fc.boolean(),
  choice: fc.nat({ max: 1000 }),
  quantities: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
  permille: fc.integer({ min: 0, max: 1200 }),
  amount: fc.integer({ min: 0, max: 3000 }),
  hasAmount: fc.boolean(),
  isRestocked: fc.boolean(),
  disposition: fc.constantFrom(...unitDispositions),
  condition: fc.constantFrom(...returnConditions),
  refundReason: fc.constantFrom(...refundReasons),
  claimReason: fc.constantFrom(...claimReasons),
})
export type SequenceStep = typeof SequenceStep extends fc.Arbitrary<infer T> ? T : never

const Price = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 100_001 }) },
)

/** An order, and the steps after it. */
export const OrderSequence = fc.record({
  taxIncluded: fc.boolean(),
  isDraft: MostlyTrue.map(isTrue => !isTrue),
  paidPermille: fc.constantFrom(1000, 1000, 1000, 1500, 400, 0),
  isPaidOnline: fc.boolean(),
  /** Whether it is an order of the storefront, which its shopper can edit. */
  isFromShopper: fc.boolean(),
  isInvoiced: fc.boolean(),
  /** The status from which the steps begin. */
  start: fc.constantFrom('pending', 'shipped', 'delivered'),
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }),
  prices: fc.array(Price, { minLength: 3, maxLength: 3 }),
  discount: fc.integer({ min: 0, max: 50 }),
  shippingTotal: fc.integer({ min: 0, max: 999 }),
  steps: fc.array(SequenceStep, { minLength: 5, maxLength: 14, size: 'max' }),
})
export type OrderSequence = typeof OrderSequence extends fc.Arbitrary<infer T> ? T : never
