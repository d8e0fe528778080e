import { getMinorUnitDigits } from '#contract/lib/money.ts'
import type { Tx } from '../../lib/db/db.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'
import { lockCategoryTree } from '../../rule/lock-category-tree.ts'
import { writeWithBisection } from '../file/import-retry.ts'
import {
  createInvalidOutcome,
  createRejectedOutcome,
  groupErrorMessagesByRow,
  type ImportOutcome,
  type ImportSettings,
  type ParsedImport,
  shortenChanges,
} from '../import-outcome.ts'
import { countSkuUses, createProductPlanner, type ProductPlan } from '../import-plan.ts'
import { toProblemMessage } from '../import-problem.ts'
import { loadCategoryPaths } from './import-category-path.ts'
import {
  createProductLookups,
  findCandidateIds,
  loadExistingProducts,
  lockProducts,
} from './import-existing-products.ts'
import { type InvalidProduct, type ProductDraft, productLimits } from './import-product-draft.ts'
import { writeImportedProducts } from './import-product-write.ts'
import { parseProducts } from './parse-products.ts'

type ProductImportEntry = {
  row: number
  draft: ProductDraft | null
  invalidProduct: InvalidProduct | null
}
type PlannedEntry = { outcome: ImportOutcome; plan: ProductPlan | null }

export async function parseProductFile(
  file: AsyncIterable<Buffer>,
  { currency, now, siteUrl }: ImportSettings,
): Promise<ParsedImport<ProductImportEntry>> {
  const { drafts, invalidProducts, ...parsedFile } = await parseProducts(file, {
    exponent: getMinorUnitDigits(currency),
    now,
  })
  const skuUses = countSkuUses(drafts)
  const plan = createProductPlanner(drafts, {
    cleanHtml: sanitizeRichText,
    descriptionLimit: productLimits.description,
  })
  const errorsByRow = groupErrorMessagesByRow(parsedFile.problems)
  const entries: ProductImportEntry[] = [
    ...drafts.map(draft => ({ row: draft.rows[0] ?? 0, draft, invalidProduct: null })),
    ...invalidProducts.map(product => ({
      row: product.rows[0] ?? 0,
      draft: null,
      invalidProduct: product,
    })),
  ].sort((a, b) => a.row - b.row)

  return {
    ...parsedFile,
    entries,
    getEntryWeight: ({ draft }) => 1 + (draft?.variants?.length ?? 0),
    async processEntries(tx, batch, shouldWrite) {
      const validDrafts = batch.flatMap(({ draft }) => draft ?? [])
      // The locks keep the products as they are planned below until they are written.
      if (shouldWrite && validDrafts.some(draft => draft.categories?.length))
        await lockCategoryTree(tx)
      const ids = await findCandidateIds(tx, validDrafts, skuUses)
      if (shouldWrite) await lockProducts(tx, ids)
      const lookups = createProductLookups(
        await loadExistingProducts(tx, ids, await loadCategoryPaths(tx), siteUrl),
      )
      const plannedEntries = batch.map((entry): PlannedEntry => {
        if (entry.invalidProduct) {
          const { slug: name, title, rows } = entry.invalidProduct
          return { plan: null, outcome: createInvalidOutcome({ name, title, rows }, errorsByRow) }
        }
        if (!entry.draft) throw new Error('An entry has neither a draft nor an invalid product')
        const productPlan = plan(entry.draft, lookups)
        return { plan: productPlan, outcome: createProductOutcome(productPlan) }
      })
      return shouldWrite
        ? writePlannedEntries(tx, plannedEntries, shouldWrite)
        : plannedEntries.map(({ outcome }) => outcome)
    },
  }
}

async function writePlannedEntries(
  tx: Tx,
  plannedEntries: readonly PlannedEntry[],
  shouldWrite: (index: number) => boolean,
): Promise<ImportOutcome[]> {
  const outcomes = plannedEntries.map(({ outcome }) => outcome)
  const writableEntries = plannedEntries.flatMap(({ plan }, index) =>
    shouldWrite(index) && (plan?.action === 'create' || plan?.action === 'update')
      ? [{ index, plan }]
      : [],
  )
  await tx`select set_config('app.stock_reason', 'import', true)`
  const writeEntries = async (part: readonly (typeof writableEntries)[number][]) => {
    const ids = await writeImportedProducts(
      tx,
      part.map(({ plan }) => plan),
    )
    for (const [i, { index }] of part.entries()) setOutcomeTarget(outcomes, index, ids[i] ?? null)
  }
  await writeWithBisection(tx, writableEntries, writeEntries, ({ index }, error) => {
    const outcome = outcomes[index]
    if (outcome) outcomes[index] = createRejectedOutcome(outcome, error)
  })
  return outcomes
}

function setOutcomeTarget(outcomes: ImportOutcome[], index: number, target: string | null) {
  const outcome = outcomes[index]
  if (outcome) outcomes[index] = { ...outcome, target }
}

function createProductOutcome(plan: ProductPlan): ImportOutcome {
  const { draft } = plan
  const variants = 'next' in plan ? plan.next.variants : (draft.variants ?? [])
  const prices = variants.flatMap(({ price }) => price ?? [])
  return {
    row: draft.rows[0] ?? 0,
    action: plan.action,
    name: draft.slug,
    title: 'next' in plan ? plan.next.title : (draft.title ?? ''),
    size: variants.length,
    amount: prices.length ? Math.min(...prices) : null,
    changes: plan.action === 'update' ? shortenChanges(plan.changes) : [],
    target: 'id' in plan ? plan.id : null,
    reasons: plan.action === 'skip' ? plan.problems.map(toProblemMessage) : [],
    problems: plan.action === 'skip' ? plan.problems : [],
  }
}
