import { countFixedUnits, listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { FulfillmentState, OrderStatus, parcelTransitions } from '#contract/order/order-state.ts'
import { listReturnTransitions, ReturnState } from '#contract/order/return-state.ts'
import {
  listOpenClaimUnits,
  listReplaceableUnits,
  listReturnableUnits,
} from '#contract/order/returnable-units.ts'
import type { SequenceStep } from './sequence-step.ts'

type Units = { line: string; quantity: number }[]

const pick = <T>(values: readonly T[], choice: number): T | undefined =>
  values[choice % values.length]

/**
 * Returns the change that a step makes in the order, or undefined if the order lacks its object. The
 * variants are those of the store.
 */
export function toChange(
  order: Order,
  step: SequenceStep,
  variants: readonly string[],
): OrderChange | undefined {
  switch (step.kind) {
    case 'parcel':
      return {
        kind: 'createParcel',
        status: step.isRestocked ? 'packed' : 'shipped',
        ...(step.hasAmount && { lines: chooseUnits(order, step, listOpenUnits(order)) }),
      }
    case 'moveParcel':
      return toParcelChange(order, step)
    case 'splitParcel':
    case 'mergeParcels':
      return toPackedParcelChange(order, step)
    case 'lostParcel':
      return toLostParcelChange(order, step)
    case 'status':
      return toStatusChange(order, step)
    case 'edit':
      return toEdit(order, step, variants)
    case 'refund':
      return toRefund(order, step)
    case 'goodwill':
      return toGoodwill(order, step)
    case 'removeUnits':
      return toRemoval(order, step)
    case 'replace':
      return {
        kind: 'replaceUnits',
        lines: chooseUnits(order, step, listReturnableUnits(order)),
        reason: step.claimReason,
      }
    case 'return':
      if (step.isRestocked && step.hasAmount) return toClaim(order, step)
      return {
        kind: 'createReturn',
        status: step.choice % 4 === 0 ? 'requested' : 'accepted',
        lines: chooseUnits(order, step, listReturnableUnits(order)).map(unit => ({
          ...unit,
          reason: 'other' as const,
        })),
        wish: 'any',
      }
    default:
      return toReturnChange(order, step, variants)
  }
}

const toClaim = (order: Order, step: SequenceStep): OrderChange => ({
  kind: 'createClaim',
  status: step.choice % 4 === 0 ? 'requested' : 'accepted',
  lines: chooseUnits(order, step, listReplaceableUnits(order)).map(unit => ({
    ...unit,
    reason: step.claimReason,
  })),
  wish: 'any',
})

function toParcelChange(order: Order, step: SequenceStep): OrderChange | undefined {
  const { isAllowed, choice, amount } = step
  const movable = order.fulfillments.filter(({ status }) => status !== 'cancelled')
  const parcel = pick(isAllowed ? movable : order.fulfillments, amount)
  if (!parcel) return undefined
  const statuses = isAllowed ? parcelTransitions[parcel.status] : FulfillmentState.options
  return { kind: 'updateParcel', parcel: parcel._id, status: pick(statuses, choice) }
}

/** Splits a parcel, or merges it with another one. */
function toPackedParcelChange(order: Order, step: SequenceStep): OrderChange | undefined {
  const { isAllowed, kind, amount, choice, quantities } = step
  const parcels = order.fulfillments.filter(({ status }) => !isAllowed || status === 'packed')
  const [parcel, into] = [pick(parcels, amount), pick(parcels, choice)]
  if (!parcel || !into) return undefined
  if (kind === 'mergeParcels') return { kind, parcel: parcel._id, into: into._id }
  const lines = parcel.lines.map(({ line, quantity }, i) => ({
    line,
    quantity: Math.min(quantity, quantities[i % quantities.length] ?? 0),
  }))
  return { kind: 'splitParcel', parcel: parcel._id, lines }
}

/** Marks a parcel as lost. The units of a lost parcel are replaced or refunded. */
function toLostParcelChange(order: Order, step: SequenceStep): OrderChange | undefined {
  const { fulfillments } = order
  const lost = fulfillments.find(({ status }) => status === 'lost')
  const shipped = fulfillments.find(({ status }) => status === 'shipped')
  if (!lost) return shipped && { kind: 'updateParcel', parcel: shipped._id, status: 'lost' }
  const lines = step.isAllowed ? lost.lines : chooseUnits(order, step, lost.lines)
  if (step.isRestocked) return { kind: 'replaceUnits', lines, reason: 'not_delivered' }
  return {
    kind: 'refund',
    lines: lines.map(unit => ({ ...unit, disposition: 'write_off' })),
    shipping: 0,
    fee: 0,
    additionalAmount: 0,
    reason: 'not_delivered',
  }
}

function toStatusChange(
  { allowedTransitions }: Order,
  { isAllowed, choice, isRestocked, hasAmount }: SequenceStep,
): OrderChange | undefined {
  const status = pick(isAllowed ? allowedTransitions : OrderStatus.options, choice)
  if (!status) return undefined
  return {
    kind: 'changeStatus',
    status,
    reason: 'other',
    restock: isRestocked,
    ...(hasAmount && { refund: {} }),
  }
}

/** Returns a change of a return. */
function toReturnChange(
  order: Order,
  step: SequenceStep,
  variants: readonly string[],
): OrderChange | undefined {
  const { kind, choice, amount, isAllowed } = step
  const open = order.returns.filter(each => listReturnTransitions(each).length > 0)
  const orderReturn = pick(isAllowed ? open : order.returns, choice)
  if (!orderReturn) return undefined
  const { _id: id, lines } = orderReturn
  const returned = { ...order, lines: order.lines.filter(({ _id }) => hasLine(lines, _id)) }
  if (kind === 'updateReturn')
    return {
      kind: 'updateReturn',
      return: id,
      status:
        pick(isAllowed ? listReturnTransitions(orderReturn) : ReturnState.options, amount) ??
        'accepted',
    }
  if (kind === 'receive' && orderReturn.kind === 'claim' && isAllowed)
    return {
      kind: 'replaceUnits',
      return: id,
      lines: chooseUnits(returned, step, listOpenClaimUnits(orderReturn)),
      reason: step.claimReason,
    }
  if (kind === 'receive') {
    const { condition, isRestocked } = step
    const expected = lines.map(each => ({
      ...each,
      quantity: each.quantity - each.receivedQuantity - each.missingQuantity,
    }))
    return {
      kind: 'receiveReturn',
      return: id,
      lines: chooseUnits(returned, step, expected).map(unit => ({
        ...unit,
        condition,
        isRestocked,
      })),
    }
  }
  if (kind === 'refundReturn') return { ...toRefund(returned, step), return: id }
  if (kind !== 'exchange') return undefined
  const quantity = (step.quantities[0] ?? 0) + 1
  const unitPrice = step.hasAmount ? amount : undefined
  return {
    kind: 'exchangeReturn',
    return: id,
    lines: [{ variant: pick(variants, amount) ?? '', quantity, unitPrice }],
    fee: step.isRestocked ? step.permille : undefined,
  }
}

const hasLine = (lines: readonly { line: string }[], id: string) =>
  lines.some(({ line }) => line === id)

/** Returns chosen quantities of the lines, at most those that are available if the step is allowed. */
function chooseUnits({ lines }: Pick<Order, 'lines'>, step: SequenceStep, available: Units): Units {
  const { isAllowed, quantities } = step
  return lines.map(({ _id, quantity }, i) => {
    const limit = isAllowed
      ? (available.find(({ line }) => line === _id)?.quantity ?? 0)
      : quantity + 1
    return { line: _id, quantity: Math.min(limit, quantities[i % quantities.length] ?? 0) }
  })
}

function toRefund(order: Order, step: SequenceStep): OrderChange & { kind: 'refund' } {
  const { permille, amount, hasAmount, isRestocked, choice, isAllowed } = step
  const left = order.paidTotal - order.refundedTotal
  const unrefunded = order.lines.map(({ _id, quantity, removedQuantity, returnedQuantity }) => ({
    line: _id,
    quantity: quantity - removedQuantity - returnedQuantity,
  }))
  return {
    kind: 'refund',
    lines: chooseUnits(order, step, unrefunded).map((unit, i) => ({
      ...unit,
      disposition: step.disposition,
      ...(hasAmount &&
        i === choice % order.lines.length && {
          amount: Math.floor(((order.lines[i]?.total ?? 0) * permille) / 2400),
        }),
    })),
    shipping: isRestocked ? Math.floor((order.shippingTotal * permille) / 1200) : 0,
    fee: hasAmount && isRestocked ? Math.floor(choice / 10) : 0,
    additionalAmount: choice % 3 === 0 ? Math.min(amount, isAllowed ? left : amount) : 0,
    reason: step.refundReason,
    // Otherwise online payments are returned first.
    ...(choice % 5 === 0 && { payments: [] }),
  }
}

/** Returns an amount that belongs to no line. */
function toGoodwill(order: Order, { amount, isAllowed, isRestocked }: SequenceStep): OrderChange {
  const left = order.paidTotal - order.refundedTotal
  return {
    kind: 'refund',
    lines: [],
    shipping: 0,
    fee: 0,
    additionalAmount: isAllowed ? Math.min(amount, left) : amount,
    reason: 'goodwill',
    ...(isRestocked && { payments: [] }),
  }
}

/** Removes units from an order that is not paid in full, and refunds at most the paid amount. */
function toRemoval(order: Order, step: SequenceStep): OrderChange {
  const { lines, ...refund } = toRefund(order, step)
  let left = step.hasAmount ? order.paidTotal - order.refundedTotal : 0
  return {
    ...refund,
    lines: lines.map(({ line, quantity, disposition }) => {
      const { total = 0, quantity: ordered = 1 } = order.lines.find(({ _id }) => _id === line) ?? {}
      const amount = Math.min(left, Math.floor((total * quantity) / ordered))
      left -= amount
      return { line, quantity, amount, disposition }
    }),
    shipping: 0,
    fee: 0,
    additionalAmount: 0,
  }
}

/** Changes the quantity of each line, and removes, adds or swaps one. */
function toEdit(order: Order, step: SequenceStep, variants: readonly string[]): OrderChange {
  const { quantities, choice, amount, isAllowed } = step
  const units = {
    fulfillments: order.fulfillments,
    refundedUnits: order.refunds.flatMap(({ lines }) => lines),
  }
  const kept = order.lines.flatMap((line, i) => {
    const { _id, unitPrice } = line
    const wanted = quantities[i % quantities.length] ?? 0
    const quantity = isAllowed ? Math.max(wanted, countFixedUnits(line, units)) : wanted
    return quantity > 0 ? [{ line: _id, quantity, unitPrice }] : []
  })
  const added = step.hasAmount
    ? [{ variant: pick(variants, choice) ?? '', quantity: 1, unitPrice: amount }]
    : []
  return {
    kind: 'editItems',
    lines: [...kept, ...added].slice(0, 6),
    shippingTotal: step.isRestocked ? step.permille : order.shippingTotal,
    discountTotal: choice % 4 === 0 ? Math.min(amount, 100) : 0,
  }
}
