import type { ImportProblem } from '#contract/import.ts'
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
import type { ErrorMessage } from '#contract/lib/problem.ts'
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

/** The values of a problem's text; without placeholders there are none. */
export type ImportProblemParams<C extends ImportProblemCode> = ParamsArgument<
  ImportProblemTextOf<C>
>

type ProblemLocation = { row: number; column?: string }

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
  { row, column = '' }: ProblemLocation,
  code: ImportProblemCode,
  params?: ErrorParams,
): ImportProblem {
  return {
    row,
    column,
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
