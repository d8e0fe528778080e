import type { z } from 'zod'
import type { FieldError } from '#contract/lib/call/problem.ts'
import { formatErrorText } from '#contract/lib/error/error-text.ts'
import { toFieldError } from '#contract/lib/error/issue.ts'
import { issueTexts } from '#contract/lib/error/issue-catalog.ts'
import { translateError } from './call/translate-server-message.ts'
import { getNumberFormat } from './intl-format.ts'
import { i18next } from './preference/i18n.ts'
import { getLocale } from './preference/language.ts'

/** The errors whose values are limits of a number, with the name of that value. */
const limitNames = {
  too_small: 'minimum',
  too_big: 'maximum',
  not_multiple_of: 'divisor',
} as const
type LimitCode = keyof typeof limitNames

const isLimitCode = (code: string): code is LimitCode => Object.hasOwn(limitNames, code)

const formatNumber = (value: number) => getNumberFormat(getLocale(i18next.language)).format(value)

/**
 * Returns the message of an error in the language of the page. Its limit has the form of the values of
 * the field, such as an amount.
 */
export function translateFieldError(
  error: FieldError,
  formatLimit: (limit: number) => string = formatNumber,
): string {
  const { code, params } = error
  if (!isLimitCode(code)) return translateError(error)
  const limit = params?.[limitNames[code]]
  if (typeof limit !== 'number') return translateError(error)
  const texts = { [limitNames[code]]: formatLimit(limit) }
  return translateError({ code, params: texts, message: formatErrorText(issueTexts[code], texts) })
}

/** Returns the errors of the values that a schema rejects. */
export const listFieldErrors = (issues: readonly z.core.$ZodIssue[]) =>
  pickErrorByPath(issues.map(toFieldError))

/** Returns one error of each path: the first one, with the narrowest of its limits. */
export function pickErrorByPath(errors: readonly FieldError[]): Record<string, FieldError> {
  const picked: Record<string, FieldError> = {}
  for (const error of errors) {
    const earlier = picked[error.path]
    if (!earlier || isNarrower(error, earlier)) picked[error.path] = error
  }
  return picked
}

function isNarrower({ code, params }: FieldError, earlier: FieldError): boolean {
  if (code !== earlier.code) return false
  if (code === 'too_small') return Number(params?.['minimum']) > Number(earlier.params?.['minimum'])
  return code === 'too_big' && Number(params?.['maximum']) < Number(earlier.params?.['maximum'])
}
