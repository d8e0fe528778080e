import { minorDigits } from '#contract/lib/money.ts'
import { writeOrSplit } from '../file/import-split.ts'
import {
  errorsByRow,
  type ImportSettings,
  type Outcome,
  type Reading,
  refusedOutcome,
} from '../import-outcome.ts'
import { type OrderDraft, planOrder, type ReadOrders } from './import-order-draft.ts'
import { readOrders } from './import-order-shopify.ts'
import { writeOrders } from './import-order-write.ts'

type Entry = { row: number; draft: OrderDraft | null; broken: ReadOrders['broken'][number] | null }

export async function readOrderFile(
  file: AsyncIterable<Buffer>,
  { currency }: ImportSettings,
): Promise<Reading<Entry>> {
  const { drafts, broken, ...rest } = await readOrders(file, {
    currency,
    exponent: minorDigits(currency),
  })
  const errors = errorsByRow(rest.problems)
  const entries: Entry[] = [
    ...drafts.map(draft => ({ row: draft.rows[0] ?? 0, draft, broken: null })),
    ...broken.map(one => ({ row: one.rows[0] ?? 0, draft: null, broken: one })),
  ].sort((a, b) => a.row - b.row)

  return {
    ...rest,
    entries,
    format: rest.columns.some(column => column.field === 'orderStatus') ? 'storewright' : 'shopify',
    weigh: ({ draft }) => 1 + (draft?.lines.length ?? 0),
    async decide(tx, batch, isOpen) {
      const known = await tx<
        { id: string; number: string }[]
      >`select id, number from "order" where number = any (${batch.flatMap(({ draft }) => draft?.number ?? [])}::text[])`
      const idOf = new Map(known.map(row => [row.number, row.id]))
      const numbers = new Set(idOf.keys())
      const outcomes = batch.map(({ draft, broken: kept }) => {
        if (draft)
          return {
            ...outcomeOf(draft, planOrder(draft, numbers).action),
            target: idOf.get(draft.number) ?? null,
          }
        return brokenOutcome(kept?.number ?? '', kept?.rows ?? [], errors)
      })
      if (!isOpen) return outcomes
      const open = batch.flatMap(({ draft }, index) =>
        isOpen(index) && draft && outcomes[index]?.action === 'create'
          ? [{ index, draft, outcome: outcomes[index] }]
          : [],
      )
      const write = async (part: typeof open) => {
        const ids = await writeOrders(
          tx,
          part.map(({ draft }) => draft),
        )
        for (const [i, { index, outcome }] of part.entries())
          outcomes[index] = { ...outcome, target: ids[i] ?? null }
      }
      await writeOrSplit(
        tx,
        open,
        part => write([...part]),
        ({ index, outcome }, error) => {
          outcomes[index] = refusedOutcome(outcome, error)
        },
      )
      return outcomes
    },
  }
}

const outcomeOf = (
  { rows, number, customerName, email, lines, total }: OrderDraft,
  action: Outcome['action'],
): Outcome => ({
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

const brokenOutcome = (
  number: string,
  rows: readonly number[],
  errors: ReadonlyMap<number, string[]>,
): Outcome => ({
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
