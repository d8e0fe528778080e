import type { ErrorMessage, FieldError } from '#contract/lib/call/problem.ts'
import { type ErrorCode, type ErrorTextOf, errorTexts } from '#contract/lib/error/error-catalog.ts'
import {
  type ErrorParams,
  formatErrorText,
  type ParamsArgument,
  type Placeholder,
} from '#contract/lib/error/error-text.ts'

/** The codes of messages without placeholders. */
export type PlainErrorCode = {
  [C in ErrorCode]: [Placeholder<ErrorTextOf<C>>] extends [never] ? C : never
}[ErrorCode]

/**
 * The arguments for a message: its values, then the rest. A message without placeholders needs no
 * values.
 */
export type MessageArguments<C extends ErrorCode, Rest extends unknown[]> = [
  Placeholder<ErrorTextOf<C>>,
] extends [never]
  ? [params?: Readonly<Record<string, never>>, ...rest: Rest]
  : [params: Readonly<Record<Placeholder<ErrorTextOf<C>>, string | number>>, ...rest: Rest]

/**
 * Returns the error with its English message. Callers outside this folder use `createErrorMessage`,
 * which checks the types of the values.
 */
export function formatErrorMessage(code: ErrorCode, params: ErrorParams = {}): ErrorMessage {
  const message = formatErrorText(errorTexts[code], params)
  return Object.keys(params).length > 0 ? { code, message, params } : { code, message }
}

/** Returns an error that is part of a larger reply, such as one row of a bulk reply. */
export const createErrorMessage = <C extends ErrorCode>(
  code: C,
  ...[params]: ParamsArgument<ErrorTextOf<C>>
): ErrorMessage => formatErrorMessage(code, params)

/** Returns the error of one field, for a Problem that names several fields. */
export const createFieldMessage = <C extends ErrorCode>(
  path: string,
  code: C,
  ...[params]: ParamsArgument<ErrorTextOf<C>>
): FieldError => ({ path, ...formatErrorMessage(code, params) })
