import { lockCategoryTree } from '../../category/rule/lock-category-tree.ts'
import type { Tx } from '../../lib/db/db.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'
import type { ParsedFileSummary } from '../import-batch.ts'
import { type PlannedEntry, writePlannedEntries } from '../import-entry.ts'
import {
  type ImportOutcome,
  type ImportSettings,
  type ProcessEntries,
  shortenChanges,
} from '../import-outcome.ts'
import { createProductPlanner, type FileIdentifiers, type ProductPlan } from '../import-plan.ts'
import { createImportProblem, shortenForMessage, toProblemMessage } from '../import-problem.ts'
import {
  createNewCategoryFinder,
  keepExistingCategories,
  loadCategoryPaths,
} from './import-category-path.ts'
import {
  createProductLookups,
  findCandidateIds,
  loadExistingProducts,
  lockProducts,
} from './import-existing-products.ts'
import { productLimits } from './import-product-draft.ts'
import { isWritable, type WritablePlan, writeImportedProducts } from './import-product-write.ts'
import type { ProductImportEntry } from './parse-product-file.ts'

/** Throws if the store may not have this number of further products. */
export type ReserveProducts = (tx: Tx, count: number) => Promise<void>

export function createProductProcessor(
  { context: identifiers, createCategories }: ParsedFileSummary<FileIdentifiers>,
  { siteUrl, canCreateCategories }: ImportSettings,
  reserveProducts: ReserveProducts,
): ProcessEntries<ProductImportEntry> {
  const plan = createProductPlanner(identifiers, {
    cleanHtml: sanitizeRichText,
    descriptionLimit: productLimits.description,
    createsCategories: createCategories === true,
  })
  const findNewCategories = createNewCategoryFinder()
  return async (tx, batch, shouldWrite) => {
    const drafts = batch.flatMap(({ draft }) => draft ?? [])
    // The locks keep the products as they are planned below until they are written.
    if (shouldWrite && (createCategories || drafts.some(draft => draft.categories?.length)))
      await lockCategoryTree(tx)
    const ids = await findCandidateIds(tx, drafts, identifiers)
    if (shouldWrite) await lockProducts(tx, ids)
    const categoryPaths = await loadCategoryPaths(tx)
    const lookups = createProductLookups(
      await loadExistingProducts(tx, ids, categoryPaths, siteUrl),
    )
    const plannedProducts = batch.map(({ draft, invalid }): PlannedEntry<WritablePlan> => {
      if (invalid) return { change: null, outcome: invalid }
      const { draft: allowedDraft, missingNames } = canCreateCategories
        ? { draft, missingNames: [] }
        : keepExistingCategories(draft, categoryPaths)
      const productPlan = plan(allowedDraft, lookups)
      const outcome = createProductOutcome(productPlan)
      const warnings = missingNames.map(name =>
        createImportProblem({ row: outcome.row }, 'category_not_allowed', {
          name: shortenForMessage(name),
        }),
      )
      return {
        change: isWritable(productPlan) ? productPlan : null,
        outcome: { ...outcome, problems: [...outcome.problems, ...warnings] },
      }
    })
    if (!shouldWrite)
      return plannedProducts.map(({ outcome, change }) =>
        addNewCategories(outcome, findNewCategories(change?.next.categories ?? [], categoryPaths)),
      )
    await tx`select set_config('app.stock_reason', 'import', true)`
    return writePlannedEntries(tx, plannedProducts, shouldWrite, async plans => {
      await reserveProducts(tx, plans.filter(({ action }) => action === 'create').length)
      return writeImportedProducts(tx, plans)
    })
  }
}

/** Adds the new categories to the planned changes, from which `getImport` lists them. */
const addNewCategories = (outcome: ImportOutcome, paths: readonly string[][]): ImportOutcome => ({
  ...outcome,
  changes: [
    ...(paths.length > 0 ? [{ field: 'newCategories', from: null, to: paths }] : []),
    ...outcome.changes,
  ],
})

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
    problems: plan.problems,
  }
}
