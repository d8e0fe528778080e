import { z } from 'zod'
import { claimReasons } from './order-state.ts'

/** The units of a claim were broken, wrong or lost, and are not sent back. */
export const returnKinds = ['return', 'claim'] as const
export type ReturnKind = (typeof returnKinds)[number]

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

/**
 * The states that staff can set, by state. The last receipt of units sets `received`. Shoppers cancel their own
 * requests.
 */
const returnTransitions: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'declined', 'canceled'],
  accepted: ['in_transit', 'settled', 'canceled'],
  declined: [],
  in_transit: ['settled', 'canceled'],
  received: ['settled'],
  settled: [],
  canceled: [],
}

const claimTransitions: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'declined', 'canceled'],
  accepted: ['settled', 'canceled'],
  declined: [],
  in_transit: [],
  received: [],
  settled: [],
  canceled: [],
}

/** Returns the states that staff can set. A claim is also settled by a replacement order or a refund. */
export const listReturnTransitions = ({
  kind,
  status,
}: {
  kind: ReturnKind
  status: ReturnState
}): readonly ReturnState[] => (kind === 'claim' ? claimTransitions : returnTransitions)[status]

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

/** The reasons of the lines of returns and of claims. */
export const returnLineReasons = [
  ...returnReasons,
  ...claimReasons.filter(reason => reason !== 'wrong_item'),
] as const

/** `any` leaves the choice to the store. */
export const returnWishes = ['refund', 'exchange', 'any'] as const
export const claimWishes = ['replacement', 'refund', 'any'] as const

/** The condition in which units arrived. Missing ones never did. */
export const returnConditions = ['good', 'damaged', 'missing'] as const
