import { createImportEntries, type ImportEntry } from '../import-entry.ts'
import type { ParsedImport } from '../import-outcome.ts'
import type { CustomerDraft } from './customer-draft.ts'
import { parseCustomers } from './parse-customers.ts'

export type CustomerImportEntry = ImportEntry<CustomerDraft>

export async function parseCustomerFile(
  file: AsyncIterable<Buffer>,
): Promise<ParsedImport<CustomerImportEntry, null>> {
  const { drafts, invalidCustomers, ...parsedFile } = await parseCustomers(file)
  return {
    ...parsedFile,
    matching: null,
    createCategories: null,
    entries: createImportEntries(drafts, invalidCustomers, parsedFile.problems, () => 0),
    context: null,
  }
}
