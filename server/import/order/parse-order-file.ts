import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import type { OpenFile } from '../file/open-table.ts'
import { createImportEntries, type ImportEntry } from '../import-entry.ts'
import type { ImportSettings, ParsedImport } from '../import-outcome.ts'
import type { OrderDraft } from './import-order-draft.ts'
import { parseShopifyOrders } from './import-order-shopify.ts'

export type OrderImportEntry = ImportEntry<OrderDraft>

export async function parseOrderFile(
  openFile: OpenFile,
  { currency, locale, timeZone }: ImportSettings,
): Promise<ParsedImport<OrderImportEntry, null>> {
  const { drafts, invalidOrders, ...parsedFile } = await parseShopifyOrders(openFile, {
    currency,
    locale,
    timeZone,
    exponent: getMinorUnitDigits(currency),
  })
  return {
    ...parsedFile,
    createCategories: null,
    matching: null,
    format: parsedFile.columns.some(column => column.field === 'orderStatus')
      ? 'storewright'
      : 'shopify',
    entries: createImportEntries(
      drafts,
      invalidOrders,
      parsedFile.problems,
      draft => draft.lines.length,
    ),
    context: null,
  }
}
