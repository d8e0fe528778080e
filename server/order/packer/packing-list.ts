import { sum } from '#contract/lib/sum.ts'
import type { WeightUnit } from '#contract/lib/weight.ts'
import { listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import type { OrderLine } from '#contract/order/order-part.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import type {
  PackingItem,
  PackingLabel,
  PackingList,
  PackingOrder,
} from '#contract/packing/packing.ts'
import { findPackingObstacle, type PackableOrder } from '#contract/packing/packing-obstacle.ts'
import type { Tx } from '../../lib/db/db.ts'
import { listRecentBoxes } from '../fulfillment/list-boxes.ts'
import { loadLinesAndFulfillments } from '../order-store.ts'
import type { OpenPackerLink } from './packer-link-store.ts'

type ListedOrder = PackableOrder & Pick<Order, '_id' | 'number' | 'customerNote'>
type Picks = Pick<OpenPackerLink, 'pickedUnits' | 'parcelIds'>

/** The documents of a parcel have an address, which packers don't need once the parcel has arrived. */
const printableStates: readonly FulfillmentState[] = ['packed', 'shipped']

/** Returns the last parcel of the order that was packed with the link and has not arrived. */
export const findPackedParcel = (
  { parcelIds }: Pick<OpenPackerLink, 'parcelIds'>,
  { fulfillments }: Pick<Order, 'fulfillments'>,
) =>
  fulfillments.findLast(
    ({ _id, status }) => parcelIds.includes(_id) && printableStates.includes(status),
  )

type PackedLabel = PackingLabel & { orderId: string; fileName: string; fileKey: string }

/**
 * Returns the labels of the parcels that were packed with the link and have not arrived. The orders can be
 * packed, or all of their units are.
 */
export async function listPackedLabels(
  tx: Tx,
  { parcelIds }: Pick<OpenPackerLink, 'parcelIds'>,
  orders: readonly ListedOrder[],
): Promise<PackedLabel[]> {
  const numbers = new Map(
    orders
      .filter(order => (findPackingObstacle(order) ?? 'fulfilled') === 'fulfilled')
      .flatMap(({ fulfillments }) => fulfillments)
      .filter(({ _id, status }) => parcelIds.includes(_id) && printableStates.includes(status))
      .map(({ _id, number }) => [_id, number]),
  )
  const files = await tx<(Omit<PackedLabel, 'parcel'> & { parcelId: string })[]>`
    select id as "_id", content_type, file_name, file_key, order_id, parcel_id from order_file
    where parcel_id = any (${[...numbers.keys()]}::uuid[]) and purpose = 'label'
    order by parcel_id`
  return files.map(({ parcelId, ...file }) => ({ ...file, parcel: numbers.get(parcelId) ?? '' }))
}

/** Returns the orders of a link that still exist, in the order of the link. */
export async function loadPackingOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ListedOrder[]> {
  const [rows, getParts] = await Promise.all([
    tx<Omit<ListedOrder, 'lines' | 'fulfillments'>[]>`
      select id as "_id", number, status, archived_at, customer_note from "order"
      where id = any (${orderIds}::uuid[])
      order by array_position(${orderIds}::uuid[], id)`,
    loadLinesAndFulfillments(tx, orderIds),
  ])
  return rows.map(row => ({ ...row, ...getParts(row._id) }))
}

export async function getPackingList(tx: Tx, link: OpenPackerLink): Promise<PackingList> {
  const [[store], orders, boxes] = await Promise.all([
    tx<{ name: string; weightUnit: WeightUnit }[]>`
      select name, weight_unit from store where id = current_store()`,
    loadPackingOrders(tx, link.orderIds),
    listRecentBoxes(tx),
  ])
  const labels = await listPackedLabels(tx, link, orders)
  return {
    name: link.name,
    storeName: store?.name ?? '',
    weightUnit: store?.weightUnit ?? 'kg',
    expiresAt: link.expiresAt,
    items: await listItems(tx, link, orders),
    orders: orders.map(order => ({
      ...describeOrder(link, order),
      labels: labels.filter(({ orderId }) => orderId === order._id),
    })),
    boxes,
  }
}

function describeOrder(picks: Picks, order: ListedOrder): Omit<PackingOrder, 'labels'> {
  const { _id, number, customerNote } = order
  const obstacle = findPackingObstacle(order)
  const box = findPackedParcel(picks, order)?.box ?? ''
  if (!obstacle)
    return {
      _id,
      number,
      state: 'open',
      obstacle: null,
      customerNote,
      box,
      surplus: listSurplus(picks, order),
      lines: listOpenLines(picks, order).map(({ line, quantity, pickedQuantity }) => ({
        line: line._id,
        item: getItemId(line),
        quantity,
        pickedQuantity,
      })),
    }
  const isPacked = obstacle === 'fulfilled' && findPackedParcel(picks, order) !== undefined
  return {
    _id,
    number,
    state: isPacked ? 'packed' : 'blocked',
    obstacle: isPacked ? null : obstacle,
    customerNote: '',
    box,
    surplus: listSurplus(picks, order),
    lines: [],
  }
}

/** Returns the picked units that exceed the open units of the order: all of them if it can't be packed. */
export function listSurplus(
  { pickedUnits }: Pick<Picks, 'pickedUnits'>,
  order: PackableOrder & Pick<Order, '_id'>,
): PackingOrder['surplus'] {
  const openUnits = new Map(
    (findPackingObstacle(order) ? [] : listOpenUnits(order)).map(({ line, quantity }) => [
      line,
      quantity,
    ]),
  )
  return Object.entries(pickedUnits)
    .filter(([, picked]) => picked.order === order._id)
    .map(([line, { title, variantTitle, quantity }]) => ({
      line,
      title,
      variantTitle,
      quantity: quantity - (openUnits.get(line) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** Lines of a product that was deleted are items of their own. */
export const getItemId = ({ _id, variant }: Pick<OrderLine, '_id' | 'variant'>): string =>
  variant ?? _id

/** Returns the lines with open units, with those that are picked. */
export function listOpenLines({ pickedUnits }: Pick<Picks, 'pickedUnits'>, order: PackableOrder) {
  const openUnits = new Map(listOpenUnits(order).map(({ line, quantity }) => [line, quantity]))
  return order.lines.flatMap(line => {
    const quantity = openUnits.get(line._id) ?? 0
    const pickedQuantity = Math.min(pickedUnits[line._id]?.quantity ?? 0, quantity)
    return quantity > 0 ? [{ line, quantity, pickedQuantity }] : []
  })
}

/** Returns the picked units of an order that are still open. */
export const listPickedUnits = (
  picks: Pick<Picks, 'pickedUnits'>,
  order: PackableOrder,
): LineUnits[] =>
  listOpenLines(picks, order)
    .filter(({ pickedQuantity }) => pickedQuantity > 0)
    .map(({ line, pickedQuantity }) => ({ line: line._id, quantity: pickedQuantity }))

/** Returns the open lines of all orders that can be packed. */
export const listPackableLines = (
  picks: Pick<Picks, 'pickedUnits'>,
  orders: readonly (PackableOrder & Pick<Order, '_id'>)[],
) =>
  orders
    .filter(order => !findPackingObstacle(order))
    .flatMap(order => listOpenLines(picks, order).map(line => ({ ...line, order: order._id })))

/** Adds the open lines of the orders up by product. */
async function listItems(
  tx: Tx,
  picks: Picks,
  orders: readonly ListedOrder[],
): Promise<PackingItem[]> {
  const openLines = listPackableLines(picks, orders)
  const linesByItem = Map.groupBy(openLines, ({ line }) => getItemId(line))
  const variants = await tx<{ _id: string; sku: string; barcode: string }[]>`
    select id as "_id", sku, barcode from variant
    where id = any (${[...linesByItem.keys()]}::uuid[])`
  const variantById = new Map(variants.map(variant => [variant._id, variant]))
  return [...linesByItem].flatMap(([_id, lines]) => {
    const [first] = lines
    if (!first) return []
    const { title, variantTitle, image, sku } = first.line
    return [
      {
        _id,
        title,
        variantTitle,
        image,
        sku: sku || (variantById.get(_id)?.sku ?? ''),
        barcode: variantById.get(_id)?.barcode ?? '',
        quantity: sum(lines.map(({ quantity }) => quantity)),
        pickedQuantity: sum(lines.map(({ pickedQuantity }) => pickedQuantity)),
      },
    ]
  })
}
