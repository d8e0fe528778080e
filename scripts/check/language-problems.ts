import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { allApis } from '../../contract/all.ts'
import { errorTexts } from '../../contract/lib/error/error-catalog.ts'
import type { ErrorTemplate } from '../../contract/lib/error/error-text.ts'
import { importProblemTexts } from '../../contract/lib/error/import-problem-catalog.ts'
import { listSourceFiles } from './list-source-files.ts'

export type Texts = { [key: string]: string | Texts }
type FlatTexts = Map<string, string>

/** The folder of the texts of the back office, the only ones with the messages of the server. */
export const backOfficeTexts = 'web/locales'
/** The folder of the texts that several surfaces display. */
export const sharedTexts = 'contract/locales'

/** Returns the folders with a file of texts for each language. */
export const listTextFolders = (): string[] =>
  listSourceFiles(['contract', 'server', 'storefront', 'web'])
    .filter(path => path.endsWith('/locales/en.json'))
    .map(path => dirname(path))

const readTexts = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'))
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export const loadEnglish = (folder: string): Texts => readTexts(`${folder}/en.json`)

/** Returns the texts of a language, or none if it has no file. */
export const loadTexts = (folder: string, language: string): Texts => {
  try {
    return readTexts(`${folder}/${language}.json`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Returns every text by its path. A path is joined by tabs. */
export const flatten = (texts: Texts, prefix = ''): FlatTexts =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) => {
      const path = prefix ? `${prefix}\t${key}` : key
      return typeof value === 'object' ? [...flatten(value, path)] : [[path, value] as const]
    }),
  )

export const stripPluralSuffix = (path: string) =>
  path.replace(/_(zero|one|two|few|many|other)$/, '')
const getPluralForms = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

/**
 * The sections with the messages of the server by their codes. Their English texts are in the
 * contract.
 */
const messageSections: Record<string, Record<string, ErrorTemplate>> = {
  error: errorTexts,
  importProblem: importProblemTexts,
}

/** The specification gives these texts to the letter. */
const specifiedTexts: readonly string[] = ['shell\tcomingSoon\ttext']

/** Returns the English messages of the server. Of plural forms, it returns the form `other`. */
const listServerTexts = (): [string, string][] => [
  ...Object.entries(messageSections).flatMap(([section, texts]) =>
    Object.entries(texts).map(([code, template]): [string, string] => [
      `${section}\t${code}`,
      typeof template === 'string' ? template : template.other,
    ]),
  ),
  ...allApis
    .flatMap(api => Object.values(api))
    .flatMap(({ feature, name, message }): [string, string][] =>
      message ? [[`success\t${feature}\t${name}`, message]] : [],
    ),
]

/**
 * Returns the English texts that a language translates: plurals in the forms of the language and, in
 * the back office, the server's messages.
 */
export function getRequiredTexts(folder: string, language: string): FlatTexts {
  const englishTexts = flatten(loadEnglish(folder))
  const pluralPaths = new Set(
    [...englishTexts.keys()].filter(path => path.endsWith('_other')).map(stripPluralSuffix),
  )
  return new Map(
    [...englishTexts]
      .flatMap(([path, text]): [string, string][] => {
        if (!pluralPaths.has(stripPluralSuffix(path)) || stripPluralSuffix(path) === path)
          return [[path, text]]
        if (!path.endsWith('_other')) return []
        return getPluralForms(language).map(form => [
          `${stripPluralSuffix(path)}_${form}`,
          englishTexts.get(`${stripPluralSuffix(path)}_${form}`) ?? text,
        ])
      })
      .concat(folder === backOfficeTexts ? listServerTexts() : []),
  )
}

/** Returns the names of the placeholders of a text. A text can use one several times. */
export const listPlaceholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name))].toSorted()
/** The forms `zero`, `one` and `two` may omit the number. All other placeholders are required. */
const hasSamePlaceholders = (path: string, [a, b]: [string, string]) => {
  const isSingularForm = /_(zero|one|two)$|\t(zero|one|two)$/.test(path)
  const [actual, expected] = [a, b].map(text =>
    listPlaceholders(text).filter(name => !isSingularForm || (name !== 'count' && name !== 'n')),
  )
  return String(actual) === String(expected)
}

export type LanguageProblems = {
  missing: FlatTexts
  unusedKeys: string[]
  wrongPlaceholders: string[]
  emptyKeys: string[]
}

/** Returns the missing, unused, invalid and empty texts of a language. */
export function findLanguageProblems(folder: string, language: string): LanguageProblems {
  const actualTexts = flatten(loadTexts(folder, language))
  const requiredTexts = getRequiredTexts(folder, language)
  // A message of the server can have the plural forms of the language.
  const pluralMessagePaths = new Set(
    [...actualTexts.keys()].flatMap(path => {
      const [section = '', code, form] = path.split('\t')
      const isForm = pluralForms.some(pluralForm => pluralForm === form)
      return section in messageSections && isForm ? [`${section}\t${code}`] : []
    }),
  )
  for (const path of pluralMessagePaths) {
    const text = requiredTexts.get(path)
    requiredTexts.delete(path)
    if (text !== undefined)
      for (const form of getPluralForms(language)) requiredTexts.set(`${path}\t${form}`, text)
  }
  return {
    missing: new Map([...requiredTexts].filter(([path]) => !actualTexts.has(path))),
    unusedKeys: [...actualTexts.keys()].filter(path => !requiredTexts.has(path)),
    wrongPlaceholders: [...actualTexts]
      .filter(
        ([path, text]) =>
          requiredTexts.has(path) &&
          !hasSamePlaceholders(path, [text, requiredTexts.get(path) ?? '']),
      )
      .map(([path]) => path),
    emptyKeys: [...actualTexts].filter(([, text]) => text.trim() === '').map(([path]) => path),
  }
}

/** Returns the paths of texts with straight quotation marks or apostrophes outside of HTML tags. */
export function findStraightQuotes(folder: string, language: string): string[] {
  const serverTexts = folder === backOfficeTexts && language === 'en' ? listServerTexts() : []
  return [...flatten(loadTexts(folder, language)), ...serverTexts]
    .filter(
      ([path, text]) => /['"]/.test(text.replace(/<[^>]*>/g, '')) && !specifiedTexts.includes(path),
    )
    .map(([path]) => path)
}

/** Converts the result of `flatten` back to a tree. */
export function toTree(texts: FlatTexts): Texts {
  const tree: Texts = {}
  for (const [path, text] of texts) {
    const keys = path.split('\t')
    const last = keys.pop() ?? ''
    let node = tree
    for (const key of keys) {
      const existing = node[key]
      const child = typeof existing === 'object' ? existing : {}
      node[key] = child
      node = child
    }
    node[last] = text
  }
  return tree
}
