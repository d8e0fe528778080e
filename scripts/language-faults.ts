import { readdirSync, readFileSync } from 'node:fs'
import type { ServerWords } from './server-sentences.ts'

export type Texts = { [key: string]: string | Texts }
type Flat = Map<string, string>

const folder = 'web/locales'
const read = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'))
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** English, by section as `web/locales/en.ts` gathers it. */
export const english = (): Texts =>
  Object.fromEntries(
    readdirSync(`${folder}/en`)
      .toSorted()
      .map(name => [sectionOf(name), read(`${folder}/en/${name}`)]),
  )
const sectionOf = (name: string) =>
  name.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A language's file; none is the same as an empty one. */
export const textsOf = (language: string): Texts => {
  try {
    return read(`${folder}/${language}.json`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Every text with its path. The path is joined by tabs: sentences of the server are keys too, and have points in them. */
export const flat = (texts: Texts, at = ''): Flat =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) => {
      const path = at ? `${at}\t${key}` : key
      return typeof value === 'object' ? [...flat(value, path)] : [[path, value] as const]
    }),
  )

const stem = (path: string) => path.replace(/_(zero|one|two|few|many|other)$/, '')
const categoriesOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** English, with what the server says, as somebody who writes this language has to say it: each count in the language's own forms. */
export function wanted(language: string, words: ServerWords): Flat {
  const own = flat(english())
  const said = flat({ server: words })
  const plural = new Set([...own.keys()].filter(path => path.endsWith('_other')).map(stem))
  return new Map(
    [...own]
      .flatMap(([path, text]): [string, string][] => {
        if (!plural.has(stem(path)) || stem(path) === path) return [[path, text]]
        if (!path.endsWith('_other')) return []
        return categoriesOf(language).map(form => [
          `${stem(path)}_${form}`,
          own.get(`${stem(path)}_${form}`) ?? text,
        ])
      })
      .concat([...said]),
  )
}

const placesIn = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).toSorted()
/** A form for one thing may say "one" instead of the number; every other place must be there. */
const isSame = (path: string, [a, b]: [string, string]) => {
  const isForOne = /_(zero|one|two)$|\t(zero|one|two)$/.test(path)
  const [given, needed] = [a, b].map(text =>
    placesIn(text).filter(name => !isForOne || (name !== 'count' && name !== 'n' && name !== '1')),
  )
  return String(given) === String(needed)
}

export type Faults = { missing: Flat; extra: string[]; places: string[]; empty: string[] }

/** What keeps a language from being complete. */
export function faultsOf(language: string, words: ServerWords): Faults {
  const [have, need] = [flat(textsOf(language)), wanted(language, words)]
  // A sentence of the server may have a form for each count, where the language wants one.
  const split = new Map(
    [...have.keys()].flatMap(path => {
      const form = forms.find(
        one => path.startsWith('server\tsentence\t') && path.endsWith(`\t${one}`),
      )
      return form ? [[path, path.slice(0, -form.length - 1)] as const] : []
    }),
  )
  const whole = new Set([...split.values()])
  for (const path of whole) {
    const text = need.get(path)
    need.delete(path)
    if (text !== undefined)
      for (const form of categoriesOf(language)) need.set(`${path}\t${form}`, text)
  }
  return {
    missing: new Map([...need].filter(([path]) => !have.has(path))),
    extra: [...have.keys()].filter(path => !need.has(path)),
    places: [...have]
      .filter(
        ([path, text]) =>
          need.has(path) &&
          !path.startsWith('server\tcode') &&
          !isSame(path, [text, need.get(path) ?? '']),
      )
      .map(([path]) => path),
    empty: [...have].filter(([, text]) => text.trim() === '').map(([path]) => path),
  }
}

/** Flat texts as a tree again. */
export function treeOf(texts: Flat): Texts {
  const tree: Texts = {}
  for (const [path, text] of texts) {
    const keys = path.split('\t')
    const last = keys.pop() ?? ''
    let at = tree
    for (const key of keys) {
      const next = at[key]
      const below = typeof next === 'object' ? next : {}
      at[key] = below
      at = below
    }
    at[last] = text
  }
  return tree
}
