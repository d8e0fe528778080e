import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import type { OpenFile } from '../file/open-table.ts'
import { createImportEntries, type ImportEntry } from '../import-entry.ts'
import type { ImportSettings, ParsedImport } from '../import-outcome.ts'
import { type FileIdentifiers, listFileIdentifiers } from '../import-plan.ts'
import type { ProductDraft } from './import-product-draft.ts'
import { parseProducts } from './parse-products.ts'

export type ProductImportEntry = ImportEntry<ProductDraft>

export async function parseProductFile(
  openFile: OpenFile,
  settings: ImportSettings,
): Promise<ParsedImport<ProductImportEntry, FileIdentifiers>> {
  const { drafts, invalidProducts, ...parsedFile } = await parseProducts(openFile, {
    exponent: getMinorUnitDigits(settings.currency),
    now: settings.now,
    locale: settings.locale,
    timeZone: settings.timeZone,
    matchings: settings.matchings,
    currency: settings.currency,
    imageBaseUrl: settings.imageBaseUrl,
  })
  return {
    ...parsedFile,
    createCategories:
      settings.canCreateCategories && offersCategories(drafts)
        ? (settings.createCategories ?? !settings.hasCategories)
        : null,
    entries: createImportEntries(
      drafts,
      invalidProducts.map(({ slug: name, title, rows }) => ({ name, title, rows })),
      parsedFile.problems,
      draft => draft.variants?.length ?? 0,
    ),
    context: listFileIdentifiers(drafts),
  }
}

/** Returns whether the types of a file can become categories, because it has no categories. */
const offersCategories = (drafts: readonly ProductDraft[]) =>
  drafts.some(draft => draft.productType) && !drafts.some(draft => draft.categories?.length)
