import { z } from 'zod'
import type { FieldError } from '../call/problem.ts'
import { type ErrorParams, formatErrorText, type ParamsArgument } from './error-text.ts'
import { issueTexts } from './issue-catalog.ts'

export type IssueCode = keyof typeof issueTexts
type RawIssue = z.core.$ZodRawIssue

// Within a schema, the message of an issue is its code. `toFieldError` converts it to a code,
// values and an English text.

/** The error of a rule in a schema, for `refine`, `regex` and other checks. */
export const issue = <C extends IssueCode>(
  code: C,
  ...[params]: ParamsArgument<(typeof issueTexts)[C]>
) => ({ error: code, ...(params && { params }) })

/** An error of one field, for rules that a schema cannot express. */
export const createFieldError = <C extends IssueCode>(
  path: string,
  code: C,
  ...[params]: ParamsArgument<(typeof issueTexts)[C]>
): FieldError => ({
  path,
  code,
  message: formatErrorText(issueTexts[code], params),
  ...(params && { params }),
})

const typeCodes: Record<string, IssueCode> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_a_whole_number',
  boolean: 'not_true_or_false',
  array: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
}
const formatCodes: Record<string, IssueCode> = {
  email: 'invalid_email',
  url: 'invalid_url',
  uuid: 'invalid_id',
  datetime: 'invalid_time',
  date: 'invalid_date',
}

const isMissing = (input: unknown) => input === undefined || input === null

function selectTooSmallCode({
  origin,
  minimum,
  input,
}: Extract<RawIssue, { code: 'too_small' }>): IssueCode {
  if (origin === 'array') return 'too_few_entries'
  if (origin !== 'string') return 'too_small'
  return minimum === 1 || input === '' ? 'required' : 'too_short'
}

function selectTooBigCode({ origin }: Extract<RawIssue, { code: 'too_big' }>): IssueCode {
  if (origin === 'array') return 'too_many_entries'
  return origin === 'string' ? 'too_long' : 'too_big'
}

function selectFormatCode({ format, input }: Extract<RawIssue, { code: 'invalid_format' }>) {
  if (format === 'email' && input === '') return 'required'
  return formatCodes[format] ?? 'invalid_format'
}

/** Returns the code of an issue that zod itself reports. */
function selectCode(raw: RawIssue): IssueCode | string {
  switch (raw.code) {
    case 'invalid_type':
      return isMissing(raw.input) ? 'required' : (typeCodes[raw.expected] ?? 'invalid_format')
    case 'too_small':
      return selectTooSmallCode(raw)
    case 'too_big':
      return selectTooBigCode(raw)
    case 'invalid_format':
      return selectFormatCode(raw)
    case 'invalid_value':
      return 'invalid_value'
    case 'not_multiple_of':
      return 'not_multiple_of'
    case 'unrecognized_keys':
      return 'unknown_fields'
    // For `'' or an email`, the issue of the last alternative is the most specific.
    case 'invalid_union':
      return raw.errors.at(-1)?.[0]?.message ?? 'invalid_format'
    default:
      return 'invalid_format'
  }
}

z.config({ customError: selectCode })

function getParams(zodIssue: z.core.$ZodIssue): ErrorParams | undefined {
  switch (zodIssue.code) {
    case 'too_small':
      return { count: Number(zodIssue.minimum), minimum: Number(zodIssue.minimum) }
    case 'too_big':
      return { count: Number(zodIssue.maximum), maximum: Number(zodIssue.maximum) }
    case 'not_multiple_of':
      return { divisor: zodIssue.divisor }
    case 'invalid_value':
      return { options: zodIssue.values.join(', ') }
    case 'unrecognized_keys':
      return { fields: zodIssue.keys.join(', ') }
    case 'custom':
      return zodIssue.params
    case 'invalid_union': {
      const nested = zodIssue.errors.at(-1)?.[0]
      return nested && getParams(nested)
    }
    default:
      return undefined
  }
}

/**
 * Returns whether the message of a schema is a code of the catalog. A schema can have its own text
 * instead.
 */
export const isIssueCode = (text: string): text is IssueCode => Object.hasOwn(issueTexts, text)

/** Converts an issue that a schema reports to the error that the API sends. */
export function toFieldError(zodIssue: z.core.$ZodIssue): FieldError {
  const code = isIssueCode(zodIssue.message) ? zodIssue.message : 'invalid_format'
  const template = issueTexts[code]
  const params = selectUsedParams(template, getParams(zodIssue))
  return {
    path: zodIssue.path.join('.'),
    code,
    message: formatErrorText(template, params),
    ...(params && { params }),
  }
}

/** Returns only the values that the message names. */
function selectUsedParams(
  template: (typeof issueTexts)[IssueCode],
  params: ErrorParams = {},
): ErrorParams | undefined {
  const text = typeof template === 'string' ? template : template.other
  const usedParams = Object.entries(params).filter(([name]) => text.includes(`{{${name}}}`))
  return usedParams.length > 0 ? Object.fromEntries(usedParams) : undefined
}
