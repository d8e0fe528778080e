import { isDeepStrictEqual } from 'node:util'
import type { PaperFormat } from '#contract/lib/paper.ts'
import { sum } from '#contract/lib/sum.ts'
import type { ParcelInput } from '#contract/order/order-change.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import type { OrderPaper } from '#contract/order/order-paper.ts'
import { findPackingObstacle } from '#contract/packing/packing-obstacle.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { applyOrderChange } from '../change/apply-change.ts'
import { lockOrder } from '../order-store.ts'
import { describePaper } from '../paper/describe-paper.ts'
import { loadPaperOrder, loadPaperStore } from '../paper/load-paper-order.ts'
import { getPaperSettings } from '../paper/paper-settings.ts'
import type { OpenPackerLink } from './packer-link-store.ts'
import {
  findPackedParcel,
  getItemId,
  listPackableLines,
  listPackedLabels,
  listPickedUnits,
  listSurplus,
  loadPackingOrders,
} from './packing-list.ts'

/**
 * Counts picked units of an item, which the first orders get first. A negative change takes units back, from
 * the last orders first, including units that an order no longer needs. The link is locked. Returns the
 * changed link.
 * @throws Problem 409 pick_too_big if the item has fewer open or picked units
 */
export async function pickItem(
  tx: Tx,
  link: OpenPackerLink,
  { item, change }: { item: string; change: number },
): Promise<OpenPackerLink> {
  const orders = await loadPackingOrders(tx, link.orderIds)
  const lines = listPackableLines(link, orders).filter(({ line }) => getItemId(line) === item)
  const pickedUnits = { ...link.pickedUnits }
  let rest = change
  for (const { line, order, quantity } of change > 0 ? lines : lines.toReversed()) {
    const { _id, title, variantTitle } = line
    const picked = pickedUnits[_id]?.quantity ?? 0
    const next =
      change > 0 ? Math.max(Math.min(picked + rest, quantity), picked) : Math.max(picked + rest, 0)
    if (next === picked) continue
    rest -= next - picked
    pickedUnits[_id] = { order, title, variantTitle, quantity: next }
  }
  if (rest !== 0)
    throw new Problem(409, 'pick_too_big', { count: sum(lines.map(({ quantity }) => quantity)) })
  return savePickedUnits(tx, { ...link, pickedUnits })
}

type PackedOrder = Pick<ParcelInput, 'box' | 'weight'> & {
  order: string
  lines: readonly LineUnits[]
}

/**
 * Packs the picked units of an order as a parcel. The link is locked, so that two packers never pack
 * the same units. Returns the changed link.
 * @throws Problem 404 order_not_found, 409 order_not_packable or packing_changed
 */
export async function packOrder(
  tx: Tx,
  link: OpenPackerLink,
  { order: id, lines, box, weight }: PackedOrder,
): Promise<OpenPackerLink> {
  assertInLink(link, id)
  const order = await lockOrder(tx, id)
  if (findPackingObstacle(order)) throw new Problem(409, 'order_not_packable')
  const pickedUnits = listPickedUnits(link, order)
  if (!isDeepStrictEqual(toUnitMap(lines), toUnitMap(pickedUnits)))
    throw new Problem(409, 'packing_changed')
  await applyOrderChange(
    { tx, storeId: link.storeId, id, eventData: { packerLink: link.name } },
    { change: { kind: 'createParcel', status: 'packed', lines: pickedUnits, box, weight } },
  )
  const [parcel] = await tx<{ id: string }[]>`
    select id from fulfillment where order_id = ${id} order by id desc limit 1`
  return savePickedUnits(tx, {
    ...link,
    pickedUnits: subtractUnits(link.pickedUnits, pickedUnits),
    parcelIds: [...link.parcelIds, ...(parcel ? [parcel.id] : [])],
  })
}

/**
 * Removes units that an order no longer needs from its picked units. Units that aren't put back count again if
 * the order needs them later. The link is locked. Returns the changed link.
 * @throws Problem 404 order_not_found
 */
export async function putBackUnits(
  tx: Tx,
  link: OpenPackerLink,
  { order: id, lines }: { order: string; lines: readonly LineUnits[] },
): Promise<OpenPackerLink> {
  assertInLink(link, id)
  const [order] = await loadPackingOrders(tx, [id])
  const surplus = listSurplus(link, assertFound(order, 'order_not_found'))
  const units = lines.map(({ line, quantity }) => ({
    line,
    quantity: Math.min(quantity, surplus.find(each => each.line === line)?.quantity ?? 0),
  }))
  return savePickedUnits(tx, { ...link, pickedUnits: subtractUnits(link.pickedUnits, units) })
}

const subtractUnits = (
  pickedUnits: OpenPackerLink['pickedUnits'],
  units: readonly LineUnits[],
): OpenPackerLink['pickedUnits'] =>
  Object.fromEntries(
    Object.entries(pickedUnits)
      .map(([line, picked]) => {
        const taken = units.find(each => each.line === line)?.quantity ?? 0
        return [line, { ...picked, quantity: picked.quantity - taken }] as const
      })
      .filter(([, { quantity }]) => quantity > 0),
  )

const toUnitMap = (lines: readonly LineUnits[]) =>
  new Map(lines.map(({ line, quantity }) => [line, quantity]))

/** Only orders of the link exist for its packer. */
function assertInLink({ orderIds }: OpenPackerLink, id: string): void {
  if (!orderIds.includes(id)) throw new Problem(404, 'order_not_found')
}

async function savePickedUnits(tx: Tx, link: OpenPackerLink): Promise<OpenPackerLink> {
  await tx`
    update packer_link
    set picked_units = ${tx.json(link.pickedUnits)}, parcel_ids = ${link.parcelIds}::uuid[]
    where id = ${link._id}`
  return link
}

/**
 * Returns the packing slip of the last parcel that the link packed, or else of the open units.
 * @throws Problem 404 order_not_found, or 409 order_not_packable
 */
export async function getPackingSlip(
  tx: Tx,
  link: OpenPackerLink,
  id: string,
): Promise<{ paper: OrderPaper; format: PaperFormat }> {
  assertInLink(link, id)
  const [store, order, settings] = await Promise.all([
    loadPaperStore(tx),
    loadPaperOrder(tx, id),
    getPaperSettings(tx),
  ])
  const parcel = findPackedParcel(link, order)
  const obstacle = findPackingObstacle(order)
  if (obstacle && !(obstacle === 'fulfilled' && parcel))
    throw new Problem(409, 'order_not_packable')
  const paper = describePaper(store, order, { kind: 'packingSlip', parcelId: parcel?._id })
  return { paper, format: settings.packingSlip }
}

/**
 * Returns the file of a label that the list of the link contains.
 * @throws Problem 404 order_file_not_found, the same for all other files
 */
export async function findPackedLabel(tx: Tx, link: OpenPackerLink, id: string) {
  const labels = await listPackedLabels(tx, link, await loadPackingOrders(tx, link.orderIds))
  return assertFound(
    labels.find(({ _id }) => _id === id),
    'order_file_not_found',
  )
}
