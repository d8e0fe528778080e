import type { SampleRound } from '../field-sample.ts'

/** A rate with a different value in each field for each round. */
export const createShippingRate = (round: SampleRound) => ({
  _id: crypto.randomUUID(),
  name: `Rate ${round}`,
  kind: round ? 'by_weight' : 'by_total',
  steps: [
    { from: 0, price: 490 + round },
    { from: 1000, price: 990 },
  ],
  freeFrom: 7500 + round,
  minDays: 1,
  maxDays: 2 + round,
  excludedClasses: ['Bulky'],
  enabled: round === 0,
})
