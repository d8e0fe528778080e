import { formatErrorText, type TranslatedTemplate } from '#contract/lib/error/error-text.ts'
import type { ErrorMessage, ProblemBody } from '#contract/lib/problem.ts'
import { i18next } from '../preference/i18n.ts'
import { isolateText, localeOf } from '../preference/language.ts'

const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value)

const getErrorTexts = (): Record<string, TranslatedTemplate> | undefined =>
  i18next.getResourceBundle(i18next.language, 'translation')?.error

/** Returns a message of the server in the language of the page, and in English where that language has no text for its code. */
export function translateError({ code, message, params }: ErrorMessage): string {
  const template = getErrorTexts()?.[code]
  return template === undefined
    ? message
    : formatErrorText(template, params, localeOf(i18next.language), formatParam)
}

/** Numbers are written as the page writes them; a status is the word that the page shows for it. */
function formatParam(name: string, value: string | number): string {
  const locale = localeOf(i18next.language)
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  const text = name.toLowerCase().endsWith('status') ? getStatusLabel(value) : value
  return isolateText(text, locale)
}

const getStatusLabel = (status: string): string =>
  String(
    i18next.getResource(i18next.language, 'translation', `ui.order.${status}`) ??
      status.replaceAll('_', ' '),
  )

/** Returns a problem in the language of the page. */
export function translateProblem(problem: ProblemBody): ProblemBody {
  const errors = problem.errors?.map(error => ({ ...error, message: translateError(error) }))
  // "Some fields are not valid" helps less than the message of the field.
  const message =
    problem.code === 'invalid' && errors?.[0] ? errors[0].message : translateError(problem)
  return { ...problem, message, ...(errors && { errors }) }
}

// Texts that are not errors are still found by their English sentence, in the section `server`.

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>>
type ServerTexts = {
  sentence: Record<string, string | PluralForms>
  word: Record<string, string>
}
type MessagePattern = { regex: RegExp; translation: string | PluralForms }

const patterns = new WeakMap<ServerTexts, MessagePattern[]>()

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Sentences with places for values, the longest first: it is the most exact one. */
function messagePatterns(texts: ServerTexts): MessagePattern[] {
  const cachedPatterns = patterns.get(texts)
  if (cachedPatterns) return cachedPatterns
  const newPatterns = Object.entries(texts.sentence)
    .filter(([english]) => english.includes('{{'))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([english, translation]) => ({
      translation,
      regex: new RegExp(
        `^${english
          .split(/\{\{\d\}\}/)
          .map(escapeRegExp)
          .join('(.+?)')}$`,
        's',
      ),
    }))
  patterns.set(texts, newPatterns)
  return newPatterns
}

const currentServerTexts = (): ServerTexts | undefined =>
  i18next.getResourceBundle(i18next.language, 'translation')?.server

/** What the server said, in the language of the page; its own words where that has none. */
export function translateServerMessage(english: string): string {
  const texts = currentServerTexts()
  if (!texts) return english
  return findTranslation(texts, english) ?? english
}

function findTranslation(texts: ServerTexts, english: string): string | undefined {
  const exact = texts.sentence[english]
  if (exact !== undefined) return fillPlaceholders(exact, [])
  for (const { regex, translation } of messagePatterns(texts)) {
    const match = regex.exec(english)
    if (match)
      return fillPlaceholders(
        translation,
        match.slice(1).map(value => translateValue(texts, value)),
      )
  }
  return undefined
}

/** A value may be a word of the server, or a sentence of its own. */
const translateValue = (texts: ServerTexts, value: string) =>
  texts.word[value] ?? (value.includes(' ') ? findTranslation(texts, value) : undefined) ?? value

function fillPlaceholders(translation: string | PluralForms, values: string[]): string {
  const locale = localeOf(i18next.language)
  const template =
    typeof translation === 'string'
      ? translation
      : (translation[new Intl.PluralRules(locale).select(Number(values.find(isNumber)))] ??
        translation.other ??
        '')
  return template.replace(/\{\{(\d)\}\}/g, (_, position: string) => {
    const value = values[Number(position) - 1] ?? ''
    return isNumber(value)
      ? new Intl.NumberFormat(locale).format(Number(value))
      : isolateText(value, locale)
  })
}
