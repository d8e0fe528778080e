import type { ProblemBody } from '#contract/lib/problem.ts'
import { i18next } from '../preference/i18n.ts'
import { isolateText, localeOf } from '../preference/language.ts'

// The server speaks English, in sentences that the contract and the tests know to the letter. Other languages say them by the
// section `server` of their file: `sentence` has each sentence of the source, `code` one for every code, for a sentence that a
// newer server may have. A test collects both from the source, so that none is forgotten. `word` is for words of the server
// inside a sentence, such as an order's status.

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>>
type ServerTexts = {
  code: Record<string, string>
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
export function translateServerMessage(english: string, code = ''): string {
  const texts = currentServerTexts()
  if (!texts) return english
  return findTranslation(texts, english) ?? texts.code[code] ?? english
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

const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value)

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

/** A refusal in the language of the page. */
export function translateProblem(problem: ProblemBody): ProblemBody {
  if (!currentServerTexts()) return problem
  const errors = problem.errors?.map(error => ({
    ...error,
    message: translateServerMessage(error.message, error.code),
  }))
  // A refused shape names the field by its path, which is English; the form shows it at the field itself.
  const message =
    problem.code === 'invalid' && errors?.[0]
      ? errors[0].message
      : translateServerMessage(problem.message, problem.code)
  return { ...problem, message, ...(errors && { errors }) }
}
