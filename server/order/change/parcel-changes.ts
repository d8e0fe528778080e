import { sum } from '#contract/lib/sum.ts'
import { areUnitsOpen, isShippable, listOpenUnits } from '#contract/order/open-units.ts'
import { listMissingAddressParts } from '#contract/order/order-address.ts'
import type { OrderChangeOf, ParcelInput } from '#contract/order/order-change.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import { type FulfillmentState, parcelTransitions } from '#contract/order/order-state.ts'
import { isNewTracking, isSameTrackingNumber } from '#contract/store/tracking-number.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { assertNoErrors, createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRows, type Tx, updateRow } from '../../lib/db/db.ts'
import { matchIds } from '../../lib/db/match-ids.ts'
import type { LockedOrder } from '../order-store.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { assertUnitsUnbound } from './bound-units.ts'
import { listUndoneUnits, unfulfillLinesWithoutShipping } from './lines-without-shipping.ts'
import { toTrackingColumns } from './parcel-tracking.ts'

type OrderParcel = LockedOrder['fulfillments'][number]

/** Packs or ships units of an order. */
export async function createParcel(
  { tx, order }: ChangeContext,
  { status, lines, isNotified = true, ...parcel }: OrderChangeOf<'createParcel'>,
): Promise<AppliedChange> {
  assertShippable(order, status)
  const openUnits = listOpenUnits(order)
  if (lines) assertAvailable(lines, openUnits, 'parcel_too_big')
  const chosenUnits = (lines ?? openUnits).filter(({ quantity }) => quantity > 0)
  if (openUnits.length === 0) throw new Problem(409, 'nothing_to_ship')
  if (chosenUnits.length === 0) throw createFieldProblem('change.lines.0.quantity', 'units_missing')
  const number = getParcelNumber(order)
  const [parcelId] = await insertParcels(tx, [{ order, lines: chosenUnits }], { status, ...parcel })
  await countShippedUnits(tx, [order._id])
  return {
    event: {
      type: `parcel_${status}`,
      data: describeParcel({ number, lines: chosenUnits, ...parcel }),
    },
    mails: isNotified && status === 'shipped' ? [{ kind: 'shipped', partId: parcelId }] : [],
  }
}

/** Ships the packed parcels and all other units of orders. The tracking is that of the only parcel to ship. */
export async function shipOpenUnits(
  tx: Tx,
  orders: readonly LockedOrder[],
  tracking?: ParcelInput['tracking'],
): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ _id }) => _id)
  const parcels = orders
    .map(order => ({ order, lines: listOpenUnits(order) }))
    .filter(({ lines }) => lines.length > 0)
  await insertParcels(tx, parcels, { status: 'shipped', tracking })
  if (tracking?.number || tracking?.url)
    for (const parcel of orders.flatMap(listOnlyParcel))
      await updateRow(tx, 'fulfillment', parcel._id, {
        ...(await toTrackingColumns(
          tx,
          { ...tracking, carrier: tracking.carrier || undefined },
          parcel,
        )),
      })
  await tx`
    update fulfillment set status = 'shipped', shipped_at = now()
    where order_id = any (${ids}::uuid[]) and status = 'packed'`
  await countShippedUnits(tx, ids)
}

/** Returns the packed parcel without a number of an order that has no other units to ship. */
function listOnlyParcel(order: LockedOrder): OrderParcel[] {
  const packed = order.fulfillments.filter(({ status }) => status === 'packed')
  const isOnly = packed.length === 1 && listOpenUnits(order).length === 0
  return isOnly ? packed.filter(({ trackingNumber }) => trackingNumber === '') : []
}

/** Canceled parcels keep their numbers. */
export const getParcelNumber = ({ number, fulfillments }: LockedOrder) =>
  `${number}-F${fulfillments.length + 1}`

async function insertParcels(
  tx: Tx,
  parcels: readonly { order: LockedOrder; lines: readonly LineUnits[] }[],
  { status, ...parcel }: ParcelInput & { status: 'packed' | 'shipped' },
): Promise<string[]> {
  const columns = {
    status,
    ...(status === 'shipped' && { shippedAt: tx`now()` }),
    ...(await toParcelColumns(tx, parcel)),
  }
  return insertRows(
    tx,
    'fulfillment',
    parcels.map(({ order, lines }) => ({
      orderId: order._id,
      number: getParcelNumber(order),
      lines: [...lines],
      ...columns,
    })),
  )
}

/** Changes the data of a parcel, or its state. */
export async function updateParcel(
  { tx, order }: ChangeContext,
  { parcel: id, status, isNotified = true, kind: _, ...input }: OrderChangeOf<'updateParcel'>,
): Promise<AppliedChange> {
  const parcel = order.fulfillments.find(({ _id }) => _id === id)
  if (!parcel) throw createFieldProblem('parcel', 'shipment_not_found')
  const isRestored = parcel.status === 'cancelled' && status === 'packed'
  if (parcel.status === 'cancelled' && !isRestored) throw new Problem(409, 'shipment_canceled')
  const isMoved = status !== undefined && status !== parcel.status
  if (isRestored) assertRestorable(order, parcel)
  else if (isMoved) await assertParcelTransition({ tx, order }, parcel, status)
  const hasVoidLabel = isRestored && (await hasLabelNumber(tx, parcel))
  await updateRow(tx, 'fulfillment', id, {
    ...(await toParcelColumns(
      tx,
      hasVoidLabel ? { ...withoutLabel, ...input } : input,
      hasVoidLabel ? undefined : parcel,
    )),
    ...(isMoved && { status, ...getParcelTimes(tx, parcel, status) }),
  })
  if (isMoved) await countShippedUnits(tx, [order._id])
  if (isMoved && isUndone(parcel, status)) await unfulfillLinesWithoutShipping(tx, [order._id])
  const { number, lines } = parcel
  const getEventType = () => {
    if (isRestored) return 'parcel_restored'
    return isMoved ? `parcel_${status}` : 'tracking_updated'
  }
  return {
    event: {
      type: getEventType(),
      data: describeParcel({ number, lines, ...input }),
    },
    mails: isNotified
      ? listUpdateMails(parcel, { status: isMoved ? status : undefined, ...input })
      : [],
  }
}

/** The new tracking of a parcel that was shipped before has an email of its own. */
function listUpdateMails(
  parcel: OrderParcel,
  { status, tracking }: Pick<OrderChangeOf<'updateParcel'>, 'status' | 'tracking'>,
): NonNullable<AppliedChange['mails']> {
  const mails = status ? listParcelMails(parcel, status) : []
  if (mails.length > 0 || (status ?? parcel.status) !== 'shipped') return mails
  const needsMail = tracking && isNewTracking(parcel, tracking)
  return needsMail ? [{ kind: 'tracking_updated', partId: parcel._id }] : []
}

/** The customer knows only parcels that were shipped, and got an email when they were. */
export function listParcelMails(
  { _id: partId, status: from }: OrderParcel,
  status: FulfillmentState,
): NonNullable<AppliedChange['mails']> {
  if (status === 'delivered' || (status === 'shipped' && from === 'packed'))
    return [{ kind: status, partId }]
  if (status === 'lost') return [{ kind: 'parcel_lost', partId }]
  return status === 'cancelled' && from === 'shipped' ? [{ kind: 'parcel_canceled', partId }] : []
}

/** Returns whether the units of a parcel that left are to ship again. */
const isUndone = ({ status: from }: OrderParcel, status: FulfillmentState): boolean =>
  from !== 'packed' && from !== 'cancelled' && (status === 'packed' || status === 'cancelled')

/** @throws Problem 409 parcel_transition or parcel_units_bound */
async function assertParcelTransition(
  { tx, order }: Pick<ChangeContext, 'tx' | 'order'>,
  parcel: OrderParcel,
  status: FulfillmentState,
): Promise<void> {
  const { status: from } = parcel
  const allowed = parcelTransitions[from]
  if (!allowed.includes(status))
    throw new Problem(409, 'parcel_transition', {}, { data: { allowed } })
  if (isUndone(parcel, status))
    await assertUnitsUnbound(tx, order._id, listUndoneUnits(order, parcel))
  if (from === 'packed' && status === 'shipped') assertShippable(order, status)
}

/** @throws Problem 409 order_not_shippable, or parcel_units_taken */
function assertRestorable(order: LockedOrder, { lines }: OrderParcel): void {
  assertShippable(order, 'packed')
  if (!areUnitsOpen(order, lines)) throw new Problem(409, 'parcel_units_taken')
}

/** The data of a parcel whose label was canceled with it. */
const withoutLabel = { tracking: { carrier: '', number: '' }, postage: null }

/** Returns whether the parcel has the tracking number of a label that was created for it. */
export async function hasLabelNumber(
  tx: Tx,
  { _id, trackingNumber }: OrderParcel,
): Promise<boolean> {
  const labels = await tx<{ number: string }[]>`
    select tracking_number as number from label_request
    where parcel_id = ${_id} and label_id is not null and tracking_number is not null`
  return labels.some(({ number }) => isSameTrackingNumber(number, trackingNumber))
}

function getParcelTimes(tx: Tx, { shippedAt }: OrderParcel, status: FulfillmentState) {
  if (status === 'packed') return { shippedAt: null, deliveredAt: null }
  // A parcel that is canceled keeps the time of its shipping, if it was shipped.
  if (status === 'cancelled') return { deliveredAt: null }
  return {
    // A date of JavaScript would round the time, and the audit would show a change.
    shippedAt: tx`${shippedAt ? tx`shipped_at` : tx`now()`}`,
    deliveredAt: status === 'delivered' ? tx`now()` : null,
  }
}

/** @throws Problem 409 order_not_shippable or shipping_address_missing */
function assertShippable(order: LockedOrder, status: 'packed' | 'shipped'): void {
  const { status: orderStatus, shippingAddress } = order
  if (!isShippable(order)) throw new Problem(409, 'order_not_shippable', { orderStatus })
  if (status === 'shipped' && listMissingAddressParts(shippingAddress).length > 0)
    throw new Problem(409, 'shipping_address_missing')
}

/** @throws Problem 422 with the code at each line that exceeds the available units or is repeated */
export function assertAvailable(
  chosenUnits: readonly LineUnits[],
  availableUnits: readonly LineUnits[],
  code: 'parcel_too_big' | 'split_units_too_many',
): void {
  const errors = chosenUnits.flatMap(({ line, quantity }, i) => {
    const count = availableUnits.find(available => available.line === line)?.quantity ?? 0
    const isRepeated = chosenUnits.findIndex(chosen => chosen.line === line) < i
    return quantity > count || isRepeated
      ? [createFieldMessage(`change.lines.${i}.quantity`, code, { count })]
      : []
  })
  assertNoErrors(errors)
}

/** The lines count the units of the parcels that have left. */
export const countShippedUnits = (tx: Tx, orderIds: readonly string[]) => tx`
  update order_line l set fulfilled_quantity = s.quantity
  from (
    select o.id, coalesce(sum((u.value ->> 'quantity')::integer), 0)::integer as quantity
    from order_line o
    left join (
      fulfillment f cross join jsonb_array_elements(f.lines) u
    ) on f.order_id = o.order_id and f.status in ('shipped', 'delivered', 'lost')
      and u.value ->> 'line' = o.id::text
    where o.order_id ${matchIds(tx, orderIds)} and o.requires_shipping
    group by o.id
  ) s
  where l.id = s.id and l.fulfilled_quantity <> s.quantity`

const toParcelColumns = async (
  tx: Tx,
  { tracking, service, box, weight, postage, note }: ParcelInput,
  current?: OrderParcel,
) => ({
  ...(tracking && (await toTrackingColumns(tx, tracking, current))),
  service,
  box,
  weight,
  postage,
  note,
})

const describeParcel = ({
  number,
  lines,
  tracking,
}: { number: string; lines: readonly LineUnits[] } & Pick<ParcelInput, 'tracking'>) => ({
  fulfillment: number,
  units: sum(lines.map(({ quantity }) => quantity)),
  ...(tracking && { carrier: tracking.carrier, trackingNumber: tracking.number }),
})
