import type { Route } from '#contract/lib/call/api.ts'
import type { ErrorMessage, ProblemBody } from '#contract/lib/call/problem.ts'
import { formatErrorText, type TranslatedTemplate } from '#contract/lib/error/error-text.ts'
import { getNumberFormat } from '../intl-format.ts'
import { i18next } from '../preference/i18n.ts'
import { getLocale, isolateText } from '../preference/language.ts'
import { describeShortages } from './describe-shortages.ts'

/**
 * The sections of a language file with the server's messages. English has none of them, because the
 * server sends it.
 */
type ServerTexts = {
  error?: Record<string, TranslatedTemplate>
  importProblem?: Record<string, TranslatedTemplate>
  success?: Record<string, Record<string, string>>
}

const getServerTexts = (): ServerTexts =>
  i18next.getResourceBundle(i18next.language, 'translation') ?? {}

/**
 * Returns an error in the language of the page, or in English when that language has no text for
 * its code.
 */
export const translateError = (error: ErrorMessage): string =>
  translateByCode(error, getServerTexts().error)

/**
 * Returns a problem of an imported file in the language of the page. The database can reject a row
 * with any error.
 */
export function translateImportProblem(problem: ErrorMessage): string {
  const { importProblem = {}, error } = getServerTexts()
  return translateByCode(
    problem,
    Object.hasOwn(importProblem, problem.code) ? importProblem : error,
  )
}

/**
 * Returns the success message of a call in the language of the page. The call itself is the key.
 */
export const translateSuccess = (route: Pick<Route, 'feature' | 'name'>, message: string): string =>
  getServerTexts().success?.[route.feature]?.[route.name] ?? message

function translateByCode(
  { code, message, params }: ErrorMessage,
  texts: Record<string, TranslatedTemplate> = {},
): string {
  const template = texts[code]
  if (template === undefined) return message
  const text = formatErrorText(template, params, getLocale(i18next.language), formatParam)
  // A message that was stored without its values, or comes from a newer server, stays in English.
  return /\{\{\w+\}\}/.test(text) ? message : text
}

/** Formats numbers for the language of the page. A status becomes its label. */
function formatParam(name: string, value: string | number): string {
  const locale = getLocale(i18next.language)
  if (typeof value === 'number') return getNumberFormat(locale).format(value)
  const text = name.toLowerCase().endsWith('status') ? getStatusLabel(value) : value
  return isolateText(text, locale)
}

const getStatusLabel = (status: string): string =>
  String(
    i18next.getResource(i18next.language, 'translation', `ui.orderStatus.${status}`) ??
      status.replaceAll('_', ' '),
  )

/** Returns a problem in the language of the page. */
export function translateProblem(problem: ProblemBody): ProblemBody {
  const errors = problem.errors?.map(error => ({ ...error, message: translateError(error) }))
  // "Some fields are not valid" helps less than the message of the field.
  const message =
    problem.code === 'invalid' && errors?.[0] ? errors[0].message : translateError(problem)
  const shortages = describeShortages({ ...problem, ...(errors && { errors }) })
  return {
    ...problem,
    message: shortages ? `${message} ${shortages}` : message,
    ...(errors && { errors }),
  }
}
