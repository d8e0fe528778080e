import { z } from 'zod'

/** The states of a return. Shoppers and staff request it, and it ends when it is settled. */
export const ReturnState = z.enum([
  'requested',
  'accepted',
  'declined',
  'in_transit',
  'received',
  'settled',
  'canceled',
])
export type ReturnState = z.infer<typeof ReturnState>

/** The states that staff can set, by state. The last receipt of units sets `received`. */
export const returnTransitions: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'declined'],
  accepted: ['in_transit', 'settled', 'canceled'],
  declined: [],
  in_transit: ['settled', 'canceled'],
  received: ['settled'],
  settled: [],
  canceled: [],
}

export const receivableStates: readonly ReturnState[] = ['accepted', 'in_transit']

export const returnReasons = [
  'unwanted',
  'wrong_size',
  'defective',
  'wrong_item',
  'not_as_described',
  'late',
  'other',
] as const

/** `any` leaves the choice to the store. */
export const returnWishes = ['refund', 'exchange', 'any'] as const

/** The condition in which units arrived. Missing ones never did. */
export const returnConditions = ['good', 'damaged', 'missing'] as const
