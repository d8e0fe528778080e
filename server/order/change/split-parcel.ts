import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRows, type Tx, updateRow } from '../../lib/db/db.ts'
import type { LockedOrder } from '../order-store.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { assertAvailable, getParcelNumber, hasLabelNumber } from './parcel-changes.ts'

type OrderParcel = LockedOrder['fulfillments'][number]

/** Moves units of a packed parcel into a new one. Its weight is no longer known. */
export async function splitParcel(
  { tx, order }: ChangeContext,
  { parcel: id, lines }: OrderChangeOf<'splitParcel'>,
): Promise<AppliedChange> {
  const parcel = findPackedParcel(order, id, 'parcel')
  assertAvailable(lines, addUnits(parcel.lines, []), 'split_units_too_many')
  const movedUnits = lines.filter(({ quantity }) => quantity > 0)
  const keptUnits = addUnits(
    parcel.lines,
    movedUnits.map(({ line, quantity }) => ({ line, quantity: -quantity })),
  )
  if (movedUnits.length === 0 || keptUnits.length === 0)
    throw new Problem(409, 'parcel_split_incomplete')
  const number = getParcelNumber(order)
  const { carrier, service, note } = parcel
  await writeParcelLines(tx, id, keptUnits, { weight: null })
  await insertRows(tx, 'fulfillment', [
    { orderId: order._id, number, status: 'packed', lines: movedUnits, carrier, service, note },
  ])
  return { event: describeParcels('parcel_split', parcel.number, number, movedUnits) }
}

/**
 * Moves all units of a packed parcel into another one, and cancels it. The other parcel takes over
 * the tracking, the box and the note only if it has none, and no tracking number of a label, which is
 * canceled with its parcel.
 */
export async function mergeParcels(
  { tx, order }: ChangeContext,
  { parcel: id, into: targetId }: OrderChangeOf<'mergeParcels'>,
): Promise<AppliedChange> {
  const parcel = findPackedParcel(order, id, 'parcel')
  if (id === targetId) throw createFieldProblem('change.into', 'parcel_merge_same')
  const target = findPackedParcel(order, targetId, 'into')
  const { carrier, trackingNumber, trackingUrl, service, box, note, weight } = parcel
  const isTracked = target.trackingNumber !== '' || target.trackingUrl !== ''
  const takesTracking = !isTracked && trackingNumber !== '' && !(await hasLabelNumber(tx, parcel))
  await updateRow(tx, 'fulfillment', id, { status: 'cancelled' })
  await writeParcelLines(tx, targetId, addUnits(target.lines, parcel.lines), {
    ...(takesTracking && { carrier, trackingNumber, trackingUrl, service }),
    box: target.box || box,
    note: target.note || note,
    weight: weight === null || target.weight === null ? null : weight + target.weight,
  })
  return { event: describeParcels('parcels_merged', parcel.number, target.number, parcel.lines) }
}

/** @throws Problem 422 shipment_not_found or 409 parcel_not_packed */
function findPackedParcel(order: LockedOrder, id: string, field: 'parcel' | 'into'): OrderParcel {
  const parcel = order.fulfillments.find(({ _id }) => _id === id)
  if (!parcel) throw createFieldProblem(`change.${field}`, 'shipment_not_found')
  if (parcel.status !== 'packed') throw new Problem(409, 'parcel_not_packed')
  return parcel
}

/** Returns the units by line, without lines that have none. */
function addUnits(units: readonly LineUnits[], addedUnits: readonly LineUnits[]): LineUnits[] {
  const quantities = new Map<string, number>()
  for (const { line, quantity } of [...units, ...addedUnits])
    quantities.set(line, (quantities.get(line) ?? 0) + quantity)
  return [...quantities]
    .map(([line, quantity]) => ({ line, quantity }))
    .filter(({ quantity }) => quantity > 0)
}

const writeParcelLines = (
  tx: Tx,
  id: string,
  lines: LineUnits[],
  columns: Partial<
    Pick<
      OrderParcel,
      'weight' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'service' | 'box' | 'note'
    >
  >,
) => updateRow(tx, 'fulfillment', id, { lines, ...columns })

const describeParcels = (
  type: 'parcel_split' | 'parcels_merged',
  fulfillment: string,
  otherFulfillment: string,
  lines: readonly LineUnits[],
) => ({
  type,
  data: { fulfillment, otherFulfillment, units: sum(lines.map(({ quantity }) => quantity)) },
})
