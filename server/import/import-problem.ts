import type { ImportProblem } from '#contract/import/import.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { ErrorCode, ErrorTextOf } from '#contract/lib/error/error-catalog.ts'
import {
  type ErrorParams,
  formatErrorText,
  type ParamsArgument,
} from '#contract/lib/error/error-text.ts'
import {
  type ImportProblemCode,
  type ImportProblemTextOf,
  importProblemTexts,
  importRowErrors,
} from '#contract/lib/error/import-problem-catalog.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'

/** The whole file is rejected. */
export class ImportFileError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: string
  readonly errorMessage: ErrorMessage
  constructor(code: C, ...params: ParamsArgument<ErrorTextOf<C>>) {
    const errorMessage = createErrorMessage(code, ...params)
    super(errorMessage.message)
    this.name = 'ImportFileError'
    this.code = code
    this.errorMessage = errorMessage
  }
}

/** Returns whether the operating system failed, such as the disk, and not the file. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || isSystemError(error.cause))

/** The fields of problems that belong to no single cell. */
const fieldByCode: Partial<Record<string, string>> = {
  handle_missing: 'slug',
  title_missing: 'title',
  new_product_without_title: 'title',
  new_product_without_price: 'price',
  compare_at_low: 'compareAtPrice',
  description_too_long: 'description',
  description_images_hidden: 'description',
  option_missing: 'options',
  option_unnamed: 'options',
  duplicate_option: 'options',
  too_many_options: 'options',
  too_many_values: 'options',
  tag_too_long: 'tags',
  too_many_tags: 'tags',
  category_too_deep: 'categories',
  category_too_long: 'categories',
  too_many_categories: 'categories',
  image_address: 'image',
  too_many_images: 'image',
  parent_missing: 'parent',
  customer_contact_missing: 'email',
  duplicate_customer_row: 'email',
  phone_of_several_customers: 'phone',
  number_missing: 'number',
  order_unknown: 'orderNumber',
  tracking_missing: 'trackingNumber',
  parcel_ambiguous: 'sku',
  parcel_sku_unknown: 'sku',
  parcel_units_missing: 'quantity',
  total_missing: 'total',
  subtotal: 'subtotal',
  total: 'total',
}

/** The values of a problem's text; without placeholders there are none. */
export type ImportProblemParams<C extends ImportProblemCode> = ParamsArgument<
  ImportProblemTextOf<C>
>

type ProblemLocation = Pick<ImportProblem, 'row'> &
  Partial<Pick<ImportProblem, 'column' | 'field' | 'value'>>

/**
 * Returns a problem with its English message. Its code decides whether it is an error or a warning.
 */
export const createImportProblem = <C extends ImportProblemCode>(
  location: ProblemLocation,
  code: C,
  ...[params]: ImportProblemParams<C>
): ImportProblem => formatImportProblem(location, code, params)

/** As `createImportProblem`, for a code of which the compiler does not know the values. */
export function formatImportProblem(
  { row, column = '', field, value = '' }: ProblemLocation,
  code: ImportProblemCode,
  params?: ErrorParams,
): ImportProblem {
  return {
    row,
    column,
    field: field ?? fieldByCode[code] ?? '',
    value,
    level: Object.hasOwn(importRowErrors, code) ? 'error' : 'warn',
    code,
    message: formatErrorText(importProblemTexts[code], params),
    ...(params && { params }),
  }
}

/** Returns the message of a problem without its location in the file. */
export const toProblemMessage = ({ code, message, params }: ImportProblem): ErrorMessage => ({
  code,
  message,
  ...(params && { params }),
})

/**
 * Returns whether the rest of the file could not be read, so that the product or order before it
 * may be incomplete.
 */
export const isFileTruncated = ({ code }: ImportProblem) =>
  code === 'quote_not_closed' || code === 'cell_too_long'

export type ReportProblem = (problem: ImportProblem) => void
/** Reports a problem of one row by its code. */
export type ReportRowProblem = <C extends ImportProblemCode>(
  code: C,
  ...params: ImportProblemParams<C>
) => void

/**
 * Returns the beginning of a cell for a message, so that one endless cell does not become an
 * endless report.
 */
export const shortenForMessage = (text: string) =>
  text.length > 60 ? `${text.slice(0, 57)}…` : text
