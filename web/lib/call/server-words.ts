import type { ProblemBody } from '#contract/lib/problem.ts'
import { i18next } from '../preference/i18n.ts'
import { apart, localeOf } from '../preference/language.ts'

// The server speaks English, in sentences that the contract and the tests know to the letter. Other languages say them by the
// section `server` of their file: `sentence` has each sentence of the source, `code` one for every code, for a sentence that a
// newer server may have. A test collects both from the source, so that none is forgotten. `word` is for words of the server
// inside a sentence, such as an order's status.

type Plurals = Partial<Record<Intl.LDMLPluralRule, string>>
type Words = {
  code: Record<string, string>
  sentence: Record<string, string | Plurals>
  word: Record<string, string>
}
type Pattern = { regex: RegExp; said: string | Plurals }

const patterns = new WeakMap<Words, Pattern[]>()

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Sentences with places for values, the longest first: it is the most exact one. */
function patternsOf(words: Words): Pattern[] {
  const known = patterns.get(words)
  if (known) return known
  const made = Object.entries(words.sentence)
    .filter(([english]) => english.includes('{{'))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([english, said]) => ({
      said,
      regex: new RegExp(
        `^${english
          .split(/\{\{\d\}\}/)
          .map(escaped)
          .join('(.+?)')}$`,
        's',
      ),
    }))
  patterns.set(words, made)
  return made
}

const present = (): Words | undefined =>
  i18next.getResourceBundle(i18next.language, 'translation')?.server

/** What the server said, in the language of the page; its own words where that has none. */
export function sayServer(english: string, code = ''): string {
  const words = present()
  if (!words) return english
  return translated(words, english) ?? words.code[code] ?? english
}

function translated(words: Words, english: string): string | undefined {
  const exact = words.sentence[english]
  if (exact !== undefined) return fill(exact, [])
  for (const { regex, said } of patternsOf(words)) {
    const found = regex.exec(english)
    if (found)
      return fill(
        said,
        found.slice(1).map(value => sayValue(words, value)),
      )
  }
  return undefined
}

const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value)

/** A value may be a word of the server, or a sentence of its own. */
const sayValue = (words: Words, value: string) =>
  words.word[value] ?? (value.includes(' ') ? translated(words, value) : undefined) ?? value

function fill(said: string | Plurals, values: string[]): string {
  const locale = localeOf(i18next.language)
  const form =
    typeof said === 'string'
      ? said
      : (said[new Intl.PluralRules(locale).select(Number(values.find(isNumber)))] ??
        said.other ??
        '')
  return form.replace(/\{\{(\d)\}\}/g, (_, at: string) => {
    const value = values[Number(at) - 1] ?? ''
    return isNumber(value)
      ? new Intl.NumberFormat(locale).format(Number(value))
      : apart(value, locale)
  })
}

/** A refusal in the language of the page. */
export function sayProblem(problem: ProblemBody): ProblemBody {
  if (!present()) return problem
  const errors = problem.errors?.map(error => ({
    ...error,
    message: sayServer(error.message, error.code),
  }))
  // A refused shape names the field by its path, which is English; the form shows it at the field itself.
  const message =
    problem.code === 'invalid' && errors?.[0]
      ? errors[0].message
      : sayServer(problem.message, problem.code)
  return { ...problem, message, ...(errors && { errors }) }
}
