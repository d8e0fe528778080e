import { createOnce } from '../create-once.ts'
import { type Language, languageCodes } from './languages.ts'

/** The texts of one language and surface, as its file in a folder `locales` contains them. */
export type Messages = { readonly [key: string]: string | Messages }

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPluralForm<K extends string> = K extends `${infer Key}_${PluralForm}` ? Key : K
/**
 * The key of a text: `cart.full` is the text `full` of the section `cart`. A text with plural forms
 * has one key without the form.
 */
export type MessageKey<M> = {
  [K in keyof M & string]: M[K] extends string ? WithoutPluralForm<K> : `${K}.${MessageKey<M[K]>}`
}[keyof M & string]

type Values = { readonly [name: string]: string | number } & { readonly count?: number }
/**
 * Returns a text. `values` replace its placeholders `{{name}}`, and `count` also chooses the plural
 * form. Numbers get the decimal mark of the language. A caller formats amounts of money and dates.
 * @throws Error if a placeholder has no value. In production, the text is returned without it.
 */
export type Translate<M> = (key: MessageKey<M>, values?: Values) => string

/** A text, or its parts if it has placeholders: every second part is the name of one. */
type ParsedText = string | string[]
type ParsedMessage = { text: ParsedText } | { forms: Map<string, ParsedText> }

/**
 * Returns the function for each language that reads the texts of a surface. English defines the
 * keys. The files are parsed once, here.
 */
export const createTranslators = <M extends Messages>(
  files: { en: M } & Record<Language, Messages>,
): Record<Language, Translate<M>> =>
  Object.fromEntries(
    languageCodes.map(language => [language, createTranslate<M>(language, files[language])]),
  ) as Record<Language, Translate<M>> // `fromEntries` forgets the keys

function createTranslate<M extends Messages>(language: Language, messages: Messages): Translate<M> {
  const parsedMessages = new Map<string, ParsedMessage>()
  addMessages(parsedMessages, messages, '')
  const pluralRules = new Intl.PluralRules(language)
  return (key, values) => {
    const message = parsedMessages.get(key)
    if (!message) throw new Error(`There is no text ${key} in ${language}.`)
    const text =
      'text' in message
        ? message.text
        : message.forms.get(pluralRules.select(values?.count ?? Number.NaN))
    if (text === undefined) throw new Error(`The text ${key} lacks a plural form in ${language}.`)
    return typeof text === 'string' ? text : fillPlaceholders(text, values, language)
  }
}

const pluralKeyPattern = /^(.+)_(zero|one|two|few|many|other)$/

function addMessages(parsedMessages: Map<string, ParsedMessage>, messages: Messages, path: string) {
  for (const [name, value] of Object.entries(messages)) {
    if (typeof value !== 'string') {
      addMessages(parsedMessages, value, `${path}${name}.`)
      continue
    }
    const [, key, form] = pluralKeyPattern.exec(name) ?? []
    if (!key || !form) {
      parsedMessages.set(path + name, { text: parseText(value) })
      continue
    }
    const message = parsedMessages.get(path + key)
    const forms = message && 'forms' in message ? message.forms : new Map<string, ParsedText>()
    forms.set(form, parseText(value))
    parsedMessages.set(path + key, { forms })
  }
}

function parseText(text: string): ParsedText {
  const parts = text.split(/\{\{(\w+)\}\}/)
  return parts.length === 1 ? text : parts
}

function fillPlaceholders(parts: string[], values: Values = {}, language: Language): string {
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] ?? ''
    const value = values[name] ?? reportMissingValue(name, parts)
    const written = typeof value === 'string' ? value : formatNumber(value, language)
    text += written + (parts[index + 1] ?? '')
  }
  return text
}

/** A page with an incomplete text is better than none. Tests and development find the mistake. */
function reportMissingValue(name: string, parts: readonly string[]): string {
  const message = `A text has no value for {{${name}}}: ${parts.join(' ')}`
  if (process.env.NODE_ENV !== 'production') throw new Error(message)
  // biome-ignore lint/suspicious/noConsole: texts are also read where there is no log of a request
  console.error(message)
  return ''
}

/** Whole numbers have the same form in every language, and `Intl` takes much longer. */
const formatNumber = (value: number, language: Language) =>
  Number.isSafeInteger(value) && value >= 0
    ? String(value)
    : getNumberFormat(language).format(value)

/** Digits are Latin in Arabic too, as in SKUs, order numbers and prices. */
const getNumberFormat = createOnce(
  (language: string) => new Intl.NumberFormat(`${language}-u-nu-latn`, { useGrouping: false }),
)
