import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { writeWithBisection } from '../file/import-retry.ts'
import {
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

export async function parseOrderFile(
  file: AsyncIterable<Buffer>,
  { currency }: ImportSettings,
): Promise<ParsedImport<OrderImportEntry>> {
  const { drafts, invalidOrders, ...parsedFile } = await parseShopifyOrders(file, {
    currency,
    exponent: getMinorUnitDigits(currency),
  })
  const errors = groupErrorMessagesByRow(parsedFile.problems)
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
    async processEntries(tx, batch, isOpen) {
      const existingOrders = await tx<
        { id: string; number: string }[]
      >`select id, number from "order" where number = any (${batch.flatMap(({ draft }) => draft?.number ?? [])}::text[])`
      const orderIdByNumber = new Map(existingOrders.map(row => [row.number, row.id]))
      const numbers = new Set(orderIdByNumber.keys())
      const outcomes = batch.map(({ draft, invalidOrder: invalidEntry }) => {
        if (draft)
          return {
            ...createOrderOutcome(draft, createOrderPlan(draft, numbers).action),
            target: orderIdByNumber.get(draft.number) ?? null,
          }
        return createInvalidOrderOutcome(
          invalidEntry?.number ?? '',
          invalidEntry?.rows ?? [],
          errors,
        )
      })
      if (!isOpen) return outcomes
      const writableEntries = batch.flatMap(({ draft }, index) =>
        isOpen(index) && draft && outcomes[index]?.action === 'create'
          ? [{ index, draft, outcome: outcomes[index] }]
          : [],
      )
      const writeEntries = async (entriesPart: typeof writableEntries) => {
        const ids = await writeImportedOrders(
          tx,
          entriesPart.map(({ draft }) => draft),
        )
        for (const [i, { index, outcome }] of entriesPart.entries())
          outcomes[index] = { ...outcome, target: ids[i] ?? null }
      }
      await writeWithBisection(
        tx,
        writableEntries,
        part => writeEntries([...part]),
        ({ index, outcome }, error) => {
          outcomes[index] = createRejectedOutcome(outcome, error)
        },
      )
      return outcomes
    },
  }
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

const createInvalidOrderOutcome = (
  number: string,
  rows: readonly number[],
  errors: ReadonlyMap<number, string[]>,
): ImportOutcome => ({
  row: rows[0] ?? 0,
  action: 'skip',
  name: number,
  title: '',
  size: 0,
  amount: null,
  changes: [],
  target: null,
  problems: [],
  reasons: rows.flatMap(row => errors.get(row) ?? []).slice(0, 5),
})
