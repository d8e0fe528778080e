import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'
import { lockCategoryTree } from '../../rule/lock-category-tree.ts'
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
import { isWritable, type WritablePlan, writeImportedProducts } from './import-product-write.ts'
import { parseProducts } from './parse-products.ts'

type ProductImportEntry = ImportEntry<ProductDraft, InvalidProduct>

export async function parseProductFile(
  file: AsyncIterable<Buffer>,
  { currency, now, siteUrl, ...settings }: ImportSettings,
): Promise<ParsedImport<ProductImportEntry>> {
  const { drafts, invalidProducts, ...parsedFile } = await parseProducts(file, {
    exponent: getMinorUnitDigits(currency),
    now,
  })
  const skuUses = countSkuUses(drafts)
  const createCategories = offersCategories(drafts)
    ? (settings.createCategories ?? !settings.hasCategories)
    : null
  const plan = createProductPlanner(drafts, {
    cleanHtml: sanitizeRichText,
    descriptionLimit: productLimits.description,
    createsCategories: createCategories === true,
  })
  const errorsByRow = groupErrorMessagesByRow(parsedFile.problems)
  return {
    ...parsedFile,
    createCategories,
    entries: mergeImportEntries(drafts, invalidProducts),
    getEntryWeight: ({ draft }) => 1 + (draft?.variants?.length ?? 0),
    async processEntries(tx, batch, shouldWrite) {
      const validDrafts = batch.flatMap(({ draft }) => draft ?? [])
      // The locks keep the products as they are planned below until they are written.
      if (shouldWrite && (createCategories || validDrafts.some(draft => draft.categories?.length)))
        await lockCategoryTree(tx)
      const ids = await findCandidateIds(tx, validDrafts, skuUses)
      if (shouldWrite) await lockProducts(tx, ids)
      const lookups = createProductLookups(
        await loadExistingProducts(tx, ids, await loadCategoryPaths(tx), siteUrl),
      )
      const plannedProducts = batch.map(({ draft, invalid }): PlannedEntry<WritablePlan> => {
        if (invalid) {
          const { slug: name, title, rows } = invalid
          return { change: null, outcome: createInvalidOutcome({ name, title, rows }, errorsByRow) }
        }
        const productPlan = plan(draft, lookups)
        return {
          change: isWritable(productPlan) ? productPlan : null,
          outcome: createProductOutcome(productPlan),
        }
      })
      if (!shouldWrite) return plannedProducts.map(({ outcome }) => outcome)
      await tx`select set_config('app.stock_reason', 'import', true)`
      return writePlannedEntries(tx, plannedProducts, shouldWrite, plans =>
        writeImportedProducts(tx, plans),
      )
    },
  }
}

/** Returns whether the types of a file can become categories, because it has no categories. */
const offersCategories = (drafts: readonly ProductDraft[]) =>
  drafts.some(draft => draft.productType) && !drafts.some(draft => draft.categories?.length)

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
