import { minorDigits } from '#contract/lib/money.ts'
import type { Tx } from '../../lib/db/db.ts'
import { cleanRichText } from '../../lib/text/rich-text.ts'
import { lockTree } from '../../rule/category-lock.ts'
import { writeOrSplit } from '../file/import-split.ts'
import {
  errorsByRow,
  type ImportSettings,
  type Outcome,
  type Reading,
  readableChanges,
  refusedOutcome,
} from '../import-outcome.ts'
import { countSkus, type ProductPlan, startPlanning } from '../import-plan.ts'
import { readCategoryPaths } from './import-category-path.ts'
import { findCandidates, holdProducts, lookupsFor, readExisting } from './import-existing.ts'
import { type BrokenProduct, type ProductDraft, productLimits } from './import-product-draft.ts'
import { readProducts } from './import-product-reader.ts'
import { writeProducts } from './import-product-write.ts'

type Entry = { row: number; draft: ProductDraft | null; broken: BrokenProduct | null }
type Planned = { outcome: Outcome; plan: ProductPlan | null }

export async function readProductFile(
  file: AsyncIterable<Buffer>,
  { currency, now, site }: ImportSettings,
): Promise<Reading<Entry>> {
  const { drafts, broken, ...rest } = await readProducts(file, {
    exponent: minorDigits(currency),
    now,
  })
  const skuUses = countSkus(drafts)
  const plan = startPlanning(drafts, {
    clean: cleanRichText,
    descriptionLimit: productLimits.description,
  })
  const errors = errorsByRow(rest.problems)
  const entries: Entry[] = [
    ...drafts.map(draft => ({ row: draft.rows[0] ?? 0, draft, broken: null })),
    ...broken.map(one => ({ row: one.rows[0] ?? 0, draft: null, broken: one })),
  ].sort((a, b) => a.row - b.row)

  return {
    ...rest,
    entries,
    weigh: ({ draft }) => 1 + (draft?.variants?.length ?? 0),
    async decide(tx, batch, isOpen) {
      const wanted = batch.flatMap(({ draft }) => draft ?? [])
      // Held from here on: what is planned below is what is written, whoever edits meanwhile.
      if (isOpen && wanted.some(draft => draft.categories?.length)) await lockTree(tx)
      const ids = await findCandidates(tx, wanted, skuUses)
      if (isOpen) await holdProducts(tx, ids)
      const lookups = lookupsFor(await readExisting(tx, ids, await readCategoryPaths(tx), site))
      const planned = batch.map((entry): Planned => {
        if (entry.broken) return { plan: null, outcome: brokenOutcome(entry.broken, errors) }
        if (!entry.draft) throw new Error('an entry is a draft or broken')
        const one = plan(entry.draft, lookups)
        return { plan: one, outcome: outcomeOf(one) }
      })
      return isOpen ? writeOpen(tx, planned, isOpen) : planned.map(({ outcome }) => outcome)
    },
  }
}

async function writeOpen(
  tx: Tx,
  planned: readonly Planned[],
  isOpen: (index: number) => boolean,
): Promise<Outcome[]> {
  const outcomes = planned.map(({ outcome }) => outcome)
  const open = planned.flatMap(({ plan }, index) =>
    isOpen(index) && (plan?.action === 'create' || plan?.action === 'update')
      ? [{ index, plan }]
      : [],
  )
  await tx`select set_config('app.stock_reason', 'import', true)`
  const write = async (part: readonly (typeof open)[number][]) => {
    const ids = await writeProducts(
      tx,
      part.map(({ plan }) => plan),
    )
    for (const [i, { index }] of part.entries()) setTarget(outcomes, index, ids[i] ?? null)
  }
  await writeOrSplit(tx, open, write, ({ index }, error) => {
    const outcome = outcomes[index]
    if (outcome) outcomes[index] = refusedOutcome(outcome, error)
  })
  return outcomes
}

function setTarget(outcomes: Outcome[], index: number, target: string | null) {
  const outcome = outcomes[index]
  if (outcome) outcomes[index] = { ...outcome, target }
}

function outcomeOf(plan: ProductPlan): Outcome {
  const { draft } = plan
  const variants = 'next' in plan ? plan.next.variants : (draft.variants ?? [])
  const prices = variants.flatMap(({ price }) => price ?? [])
  return {
    row: draft.rows[0] ?? 0,
    action: plan.action,
    name: draft.handle,
    title: 'next' in plan ? plan.next.title : (draft.title ?? ''),
    size: variants.length,
    amount: prices.length ? Math.min(...prices) : null,
    changes: plan.action === 'update' ? readableChanges(plan.changes) : [],
    target: 'id' in plan ? plan.id : null,
    reasons: plan.action === 'skip' ? plan.problems.map(problem => problem.message) : [],
    problems: plan.action === 'skip' ? plan.problems : [],
  }
}

const brokenOutcome = (
  { handle, title, rows }: BrokenProduct,
  errors: ReadonlyMap<number, string[]>,
): Outcome => ({
  row: rows[0] ?? 0,
  action: 'skip',
  name: handle,
  title,
  size: 0,
  amount: null,
  changes: [],
  target: null,
  problems: [],
  reasons: rows.flatMap(row => errors.get(row) ?? []).slice(0, 5),
})
