import { getMinorUnitDigits } from '#contract/lib/money.ts'
import type { Tx } from '../../lib/db/db.ts'
import {
  type ImportEntry,
  mergeImportEntries,
  type PlannedEntry,
  writePlannedEntries,
} from '../import-entry.ts'
import {
  createInvalidOutcome,
  groupErrorMessagesByRow,
  type ImportOutcome,
  type ImportSettings,
  type ParsedImport,
} from '../import-outcome.ts'
import { createOrderPlan, type OrderDraft, type ParsedOrders } from './import-order-draft.ts'
import { parseShopifyOrders } from './import-order-shopify.ts'
import { writeImportedOrders } from './import-order-write.ts'

type OrderImportEntry = ImportEntry<OrderDraft, ParsedOrders['invalidOrders'][number]>

export async function parseOrderFile(
  file: AsyncIterable<Buffer>,
  { currency }: ImportSettings,
): Promise<ParsedImport<OrderImportEntry>> {
  const { drafts, invalidOrders, ...parsedFile } = await parseShopifyOrders(file, {
    currency,
    exponent: getMinorUnitDigits(currency),
  })
  const errorsByRow = groupErrorMessagesByRow(parsedFile.problems)
  return {
    ...parsedFile,
    createCategories: null,
    entries: mergeImportEntries(drafts, invalidOrders),
    format: parsedFile.columns.some(column => column.field === 'orderStatus')
      ? 'storewright'
      : 'shopify',
    getEntryWeight: ({ draft }) => 1 + (draft?.lines.length ?? 0),
    async processEntries(tx, batch, shouldWrite) {
      const idByNumber = await findOrderIds(tx, batch)
      const numbers = new Set(idByNumber.keys())
      const plannedOrders = batch.map(({ draft, invalid }): PlannedEntry<OrderDraft> => {
        if (invalid) return { change: null, outcome: createInvalidOutcome(invalid, errorsByRow) }
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
