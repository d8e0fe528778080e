import { getMinorUnitDigits } from '#contract/lib/money.ts'
import type { Tx } from '../../lib/db/db.ts'
import { writeWithBisection } from '../file/import-retry.ts'
import {
  createInvalidOutcome,
  createRejectedOutcome,
  groupErrorMessagesByRow,
  type ImportOutcome,
  type ImportSettings,
  type ParsedImport,
} from '../import-outcome.ts'
import { createOrderPlan, type OrderDraft, type ParsedOrders } from './import-order-draft.ts'
import { parseShopifyOrders } from './import-order-shopify.ts'
import { writeImportedOrders } from './import-order-write.ts'

type OrderImportEntry = {
  row: number
  draft: OrderDraft | null
  invalidOrder: ParsedOrders['invalidOrders'][number] | null
}
type PlannedOrder = { draft: OrderDraft | null; outcome: ImportOutcome }

export async function parseOrderFile(
  file: AsyncIterable<Buffer>,
  { currency }: ImportSettings,
): Promise<ParsedImport<OrderImportEntry>> {
  const { drafts, invalidOrders, ...parsedFile } = await parseShopifyOrders(file, {
    currency,
    exponent: getMinorUnitDigits(currency),
  })
  const errorsByRow = groupErrorMessagesByRow(parsedFile.problems)
  const entries: OrderImportEntry[] = [
    ...drafts.map(draft => ({ row: draft.rows[0] ?? 0, draft, invalidOrder: null })),
    ...invalidOrders.map(order => ({ row: order.rows[0] ?? 0, draft: null, invalidOrder: order })),
  ].sort((a, b) => a.row - b.row)

  return {
    ...parsedFile,
    entries,
    format: parsedFile.columns.some(column => column.field === 'orderStatus')
      ? 'storewright'
      : 'shopify',
    getEntryWeight: ({ draft }) => 1 + (draft?.lines.length ?? 0),
    async processEntries(tx, batch, shouldWrite) {
      const idByNumber = await findOrderIds(tx, batch)
      const numbers = new Set(idByNumber.keys())
      const plannedOrders = batch.map(({ draft, invalidOrder }): PlannedOrder => {
        if (invalidOrder)
          return { draft: null, outcome: createInvalidOutcome(invalidOrder, errorsByRow) }
        if (!draft) throw new Error('An entry has neither a draft nor an invalid order')
        const { action } = createOrderPlan(draft, numbers)
        const target = idByNumber.get(draft.number) ?? null
        return { draft, outcome: { ...createOrderOutcome(draft, action), target } }
      })
      return shouldWrite
        ? writePlannedOrders(tx, plannedOrders, shouldWrite)
        : plannedOrders.map(({ outcome }) => outcome)
    },
  }
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

async function writePlannedOrders(
  tx: Tx,
  plannedOrders: readonly PlannedOrder[],
  shouldWrite: (index: number) => boolean,
): Promise<ImportOutcome[]> {
  const outcomes = plannedOrders.map(({ outcome }) => outcome)
  const newOrders = plannedOrders.flatMap(({ draft, outcome }, index) =>
    shouldWrite(index) && draft && outcome.action === 'create' ? [{ index, draft, outcome }] : [],
  )
  const writeOrders = async (orders: readonly (typeof newOrders)[number][]) => {
    const ids = await writeImportedOrders(
      tx,
      orders.map(({ draft }) => draft),
    )
    for (const [i, { index, outcome }] of orders.entries())
      outcomes[index] = { ...outcome, target: ids[i] ?? null }
  }
  await writeWithBisection(tx, newOrders, writeOrders, ({ index, outcome }, error) => {
    outcomes[index] = createRejectedOutcome(outcome, error)
  })
  return outcomes
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
