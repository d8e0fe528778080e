import type { OpenFile } from '../file/open-table.ts'
import { createImportEntries, type ImportEntry } from '../import-entry.ts'
import type { ImportSettings, ParsedImport } from '../import-outcome.ts'
import type { CustomerDraft } from './customer-draft.ts'
import { parseCustomers } from './parse-customers.ts'

export type CustomerImportEntry = ImportEntry<CustomerDraft>

export async function parseCustomerFile(
  openFile: OpenFile,
  { matchings }: ImportSettings,
): Promise<ParsedImport<CustomerImportEntry, null>> {
  const { drafts, invalidCustomers, ...parsedFile } = await parseCustomers(
    await openFile(),
    matchings,
  )
  return {
    ...parsedFile,
    createCategories: null,
    entries: createImportEntries(drafts, invalidCustomers, parsedFile.problems, () => 0),
    context: null,
  }
}
