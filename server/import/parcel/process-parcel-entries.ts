import { listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { isSameTrackingNumber } from '#contract/store/tracking-number.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { runAndUndo, runInSavepoint } from '../../lib/db/savepoint.ts'
import {
  createRejectedOutcome,
  type ImportOutcome,
  type ProcessEntries,
} from '../import-outcome.ts'
import { createImportProblem, toProblemMessage } from '../import-problem.ts'
import type { ParcelDraft, ParcelImportEntry } from './parse-parcel-file.ts'

type ParcelOrder = Pick<Order, '_id' | 'number' | 'fulfillments'> & {
  lines: readonly Pick<
    Order['lines'][number],
    '_id' | 'sku' | 'quantity' | 'removedQuantity' | 'requiresShipping'
  >[]
}
type OrderParcel = ParcelOrder['fulfillments'][number]
/** The functions of orders that change them. */
export type ParcelWriter = {
  lockOrders: (tx: Tx, ids: readonly string[]) => Promise<ParcelOrder[]>
  applyOrderChange: (
    scope: { tx: Tx; storeId: string; id: string },
    change: { change: OrderChange },
  ) => Promise<unknown>
}
type ParcelScope = ParcelWriter & { storeId: string; isNotified: boolean }
type PlannedParcel = { action: ImportOutcome['action']; change?: OrderChange }

/**
 * Applies the parcels of a file, each in a savepoint. A plan applies them too and rolls them back, so
 * that it cannot differ from the import.
 */
export const createParcelProcessor =
  (scope: ParcelScope): ProcessEntries<ParcelImportEntry> =>
  async (tx, batch, shouldWrite) => {
    const idByNumber = await findOrderIds(tx, batch)
    // In the order of their ids, before the first change.
    await scope.lockOrders(tx, [...new Set(idByNumber.values())])
    const processBatch = async () => {
      const outcomes: ImportOutcome[] = []
      for (const [index, { draft, invalid }] of batch.entries()) {
        if (invalid) outcomes.push(invalid)
        else if (shouldWrite && !shouldWrite(index))
          outcomes.push(createOutcome(draft, 'unchanged'))
        else outcomes.push(await processParcel(tx, scope, draft, idByNumber))
      }
      return outcomes
    }
    return shouldWrite ? processBatch() : runAndUndo(tx, processBatch)
  }

/** Returns the ids of the orders by their numbers, which files can have without a hash. */
async function findOrderIds(
  tx: Tx,
  entries: readonly ParcelImportEntry[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = entries.flatMap(({ draft }) => draft?.orderNumber ?? [])
  const rows = await tx<{ id: string; number: string }[]>`
    select id, number from "order"
    where number = any (${[...numbers, ...numbers.map(number => `#${number}`)]}::text[])`
  const idByNumber = new Map(rows.map(({ id, number }) => [number, id]))
  return new Map(
    numbers.flatMap(number => {
      const id = idByNumber.get(number) ?? idByNumber.get(`#${number}`)
      return id ? [[number, id] as const] : []
    }),
  )
}

async function processParcel(
  tx: Tx,
  { storeId, isNotified, ...writer }: ParcelScope,
  draft: ParcelDraft,
  idByNumber: ReadonlyMap<string, string>,
): Promise<ImportOutcome> {
  const id = idByNumber.get(draft.orderNumber)
  const [order] = id ? await writer.lockOrders(tx, [id]) : []
  if (!order || !id) return createUnknownOrderOutcome(draft)
  const problems = listParcelProblems(order, draft)
  const outcome = { ...createOutcome(draft, 'skip'), target: id }
  if (problems.length > 0) return { ...outcome, problems, reasons: problems.map(toProblemMessage) }
  return runInSavepoint<ImportOutcome>(
    tx,
    async () => {
      const { action, change } = planParcel(order, draft, isNotified)
      if (change) await writer.applyOrderChange({ tx, storeId, id }, { change })
      return { ...outcome, action }
    },
    error => {
      if (!(error instanceof Problem)) throw error
      return { ...createRejectedOutcome(outcome, error), target: id }
    },
  )
}

/**
 * Returns the change that a parcel of the file makes: none if the order has the tracking number, the tracking
 * number of a parcel without one, or a new parcel.
 */
function planParcel(order: ParcelOrder, draft: ParcelDraft, isNotified: boolean): PlannedParcel {
  const { trackingNumber, carrier, box, items } = draft
  if (hasTrackedParcel(order, draft)) return { action: 'unchanged' }
  const data = {
    tracking: { number: trackingNumber, ...(carrier && { carrier }) },
    ...(box && { box }),
  }
  const parcel = findUntrackedParcel(order, draft)
  if (parcel)
    return {
      action: 'update',
      change: {
        kind: 'updateParcel',
        parcel: parcel._id,
        ...(parcel.status === 'packed' && { status: 'shipped' as const }),
        ...data,
        isNotified,
      },
    }
  const lines = items.length > 0 ? chooseUnits(order, draft).lines : undefined
  return {
    action: 'create',
    change: {
      kind: 'createParcel',
      status: 'shipped',
      ...data,
      isNotified,
      ...(lines && { lines }),
    },
  }
}

const listParcels = ({ fulfillments }: ParcelOrder) =>
  fulfillments.filter(({ status }) => status !== 'cancelled')

const hasTrackedParcel = (order: ParcelOrder, { trackingNumber }: ParcelDraft): boolean =>
  listParcels(order).some(parcel => isSameTrackingNumber(parcel.trackingNumber, trackingNumber))

/**
 * Returns the parcels without a number, and whether there are units in no parcel, that a parcel of the file can be.
 * If the file names the items, they have exactly these.
 */
function listCandidates(order: ParcelOrder, draft: ParcelDraft) {
  const { items } = draft
  const parcels = listParcels(order).filter(
    parcel =>
      parcel.trackingNumber === '' && (items.length === 0 || hasItems(order, parcel, items)),
  )
  return {
    packedParcels: parcels.filter(({ status }) => status === 'packed'),
    sentParcels: parcels.filter(({ status }) => status !== 'packed'),
    hasOpenUnits:
      items.length === 0
        ? listOpenUnits(order).length > 0
        : chooseUnits(order, draft).missing.every(count => count === 0),
  }
}

/**
 * Returns whether the number can be that of a parcel that has left, and of other units too. They may still be on the
 * shelf, so the import does not ship them.
 */
function isAmbiguous(order: ParcelOrder, draft: ParcelDraft): boolean {
  if (hasTrackedParcel(order, draft)) return false
  const { packedParcels, sentParcels, hasOpenUnits } = listCandidates(order, draft)
  return (
    sentParcels.length > 1 ||
    (sentParcels.length === 1 && (packedParcels.length > 0 || hasOpenUnits))
  )
}

/** Returns the parcel without a number that a parcel of the file is: the first packed one, or the only other one. */
function findUntrackedParcel(order: ParcelOrder, draft: ParcelDraft): OrderParcel | undefined {
  const { packedParcels, sentParcels } = listCandidates(order, draft)
  return packedParcels[0] ?? sentParcels[0]
}

/** Returns whether the units of a parcel are those of the items. */
function hasItems(order: ParcelOrder, parcel: OrderParcel, items: ParcelDraft['items']): boolean {
  const counts = new Map<string, number>()
  const add = (sku: string, quantity: number) =>
    counts.set(sku.toLowerCase(), (counts.get(sku.toLowerCase()) ?? 0) + quantity)
  for (const { line, quantity } of parcel.lines)
    add(order.lines.find(({ _id }) => _id === line)?.sku ?? '', quantity)
  for (const { sku, quantity } of items) add(sku, -quantity)
  return [...counts.values()].every(count => count === 0)
}

/** Distributes the quantities of SKUs over the lines that have them. `missing` units have no line. */
function chooseUnits(order: ParcelOrder, { items }: ParcelDraft) {
  const open = new Map(listOpenUnits(order).map(({ line, quantity }) => [line, quantity]))
  const chosen = new Map<string, number>()
  const missing = items.map(({ sku, quantity }) => {
    let rest = quantity
    for (const { _id } of listLinesWithSku(order, sku)) {
      const taken = Math.min(rest, open.get(_id) ?? 0)
      open.set(_id, (open.get(_id) ?? 0) - taken)
      if (taken > 0) chosen.set(_id, (chosen.get(_id) ?? 0) + taken)
      rest -= taken
    }
    return rest
  })
  return { lines: [...chosen].map(([line, quantity]) => ({ line, quantity })), missing }
}

const listLinesWithSku = ({ lines }: ParcelOrder, sku: string) =>
  lines.filter(line => line.sku.toLowerCase() === sku.toLowerCase())

/**
 * Returns an error for a parcel whose units are unknown, or for each item that the order lacks. A parcel that is
 * imported again has none.
 */
function listParcelProblems(order: ParcelOrder, draft: ParcelDraft) {
  if (isAmbiguous(order, draft)) {
    const { number } = order
    return [createImportProblem({ row: draft.rows[0] ?? 0 }, 'parcel_ambiguous', { number })]
  }
  if (hasTrackedParcel(order, draft) || findUntrackedParcel(order, draft)) return []
  const { missing } = chooseUnits(order, draft)
  return draft.items.flatMap(({ row, sku, quantity }, index) => {
    if (listLinesWithSku(order, sku).length === 0)
      return [createImportProblem({ row }, 'parcel_sku_unknown', { number: order.number, sku })]
    const missingUnits = missing[index] ?? 0
    return missingUnits > 0
      ? [
          createImportProblem({ row }, 'parcel_units_missing', {
            sku,
            count: quantity - missingUnits,
          }),
        ]
      : []
  })
}

function createUnknownOrderOutcome(draft: ParcelDraft): ImportOutcome {
  const outcome = createOutcome(draft, 'skip')
  const problem = createImportProblem({ row: outcome.row }, 'order_unknown', {
    number: draft.orderNumber,
  })
  return { ...outcome, problems: [problem], reasons: [toProblemMessage(problem)] }
}

const createOutcome = (
  { rows, orderNumber, trackingNumber, items }: ParcelDraft,
  action: ImportOutcome['action'],
): ImportOutcome => ({
  row: rows[0] ?? 0,
  action,
  name: orderNumber,
  title: trackingNumber,
  size: items.length,
  amount: null,
  changes: [],
  reasons: [],
  target: null,
  problems: [],
})
