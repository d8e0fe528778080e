import type { Tx } from '../../lib/db/db.ts'
import { type PlannedEntry, writePlannedEntries } from '../import-entry.ts'
import type { ImportOutcome, ProcessEntries } from '../import-outcome.ts'
import { createOrderPlan, type OrderDraft } from './import-order-draft.ts'
import { writeImportedOrders } from './import-order-write.ts'
import type { OrderImportEntry } from './parse-order-file.ts'

export const processOrderEntries: ProcessEntries<OrderImportEntry> = async (
  tx,
  batch,
  shouldWrite,
) => {
  const idByNumber = await findOrderIds(tx, batch)
  const numbers = new Set(idByNumber.keys())
  const plannedOrders = batch.map(({ draft, invalid }): PlannedEntry<OrderDraft> => {
    if (invalid) return { change: null, outcome: invalid }
    const { action } = createOrderPlan(draft, numbers)
    const target = idByNumber.get(draft.number) ?? null
    return {
      change: action === 'create' ? draft : null,
      outcome: { ...createOrderOutcome(draft, action), target },
    }
  })
  if (!shouldWrite) return plannedOrders.map(({ outcome }) => outcome)
  return writePlannedEntries(tx, plannedOrders, shouldWrite, newOrders =>
    writeImportedOrders(tx, newOrders),
  )
}

/** Returns the ids of the orders in the store that have the numbers of these entries. */
async function findOrderIds(
  tx: Tx,
  entries: readonly OrderImportEntry[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = entries.flatMap(({ draft }) => draft?.number ?? [])
  const rows = await tx<{ id: string; number: string }[]>`
    select id, number from "order" where number = any (${numbers}::text[])`
  return new Map(rows.map(row => [row.number, row.id]))
}

const createOrderOutcome = (
  { rows, number, customerName, email, lines, total }: OrderDraft,
  action: ImportOutcome['action'],
): ImportOutcome => ({
  row: rows[0] ?? 0,
  action,
  name: number,
  title: customerName || email,
  size: lines.length,
  amount: total,
  changes: [],
  reasons: [],
  target: null,
  problems: [],
})
