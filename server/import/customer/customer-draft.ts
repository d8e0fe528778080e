import { CustomerInput, customerLimits as contractLimits } from '#contract/customer/customer.ts'
import type { ImportColumn, ImportFormat, ImportProblem } from '#contract/import/import.ts'
import { Address } from '#contract/lib/country/address.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import type { SpreadsheetMatching } from '../file/match-spreadsheet.ts'

/** The texts of an address that a file can hold. */
export const addressParts = [
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
] as const satisfies readonly (keyof Address)[]

/**
 * A customer of the file. A field is left out when its cell is blank, so that the stored value stays.
 */
export type CustomerDraft = Omit<CustomerInput, 'address'> & {
  /** The parts for which the file has columns, or undefined when all of them are blank. */
  address?: Address | undefined
  /** Whether another row of the file has the same phone number. */
  isPhoneShared?: boolean
  rows: number[]
}

export type ParsedCustomers = {
  format: ImportFormat
  columns: ImportColumn[]
  drafts: CustomerDraft[]
  invalidCustomers: { name: string; title: string; rows: number[] }[]
  problems: ImportProblem[]
  rowCount: number
  /** How the columns are matched to fields; null for files of a known format. */
  matching: SpreadsheetMatching | null
}

/** The contract's limits of a customer. */
export const customerLimits = {
  ...contractLimits,
  name: getMaxLength(CustomerInput.shape.name),
  phone: getMaxLength(CustomerInput.shape.phone),
  note: getMaxLength(CustomerInput.shape.note),
  tag: getMaxLength(CustomerInput.shape.tags.unwrap().element),
  line: getMaxLength(Address.shape.line1),
  city: getMaxLength(Address.shape.city),
  region: getMaxLength(Address.shape.region),
  postalCode: getMaxLength(Address.shape.postalCode),
} as const
