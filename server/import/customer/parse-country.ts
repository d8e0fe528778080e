import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import ar from 'i18n-iso-countries/langs/ar.json' with { type: 'json' }
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import { listRegionCodes } from '#contract/lib/country/region-codes.ts'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { normalizeText } from '#contract/lib/text/normalize-text.ts'
import { otherCountryNames, smallWords, statePattern } from './country-names.ts'

/** The names of ISO 3166 in the languages of the back office. */
const isoNames: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  en.countries,
  de.countries,
  fr.countries,
  es.countries,
  pt.countries,
  ar.countries,
]

/** Returns the words of a name without accents and small words. The letters of `U.S.A.` are one. */
function listWords(name: string): string[] {
  const words = normalizeText(name)
    .replaceAll('ß', 'ss')
    .replace(/\bst\b/g, 'saint')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  return words.every(word => word.length === 1)
    ? [words.join('')]
    : words.filter(word => !smallWords.has(word))
}

/** "Korea, Republic of" and "Republic of Korea" have the same words. */
const toKey = (words: readonly string[]) => words.toSorted().join(' ')

/** Returns the code of each country by the words of its names. The first of equal names counts. */
function indexCountryNames(): ReadonlyMap<string, string> {
  const codeByKey = new Map<string, string>()
  const add = (name: string | undefined, code: string) => {
    const key = toKey(listWords(name ?? ''))
    if (key && !codeByKey.has(key)) codeByKey.set(key, code)
  }
  for (const [code, names] of Object.entries(otherCountryNames))
    for (const name of names.split(',')) add(name, code)
  const regionCodes = listRegionCodes()
  for (const language of languageCodes) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of regionCodes) add(names.of(code), code)
  }
  for (const code of regionCodes) add(findOwnName(code), code)
  for (const names of isoNames)
    for (const [code, name] of Object.entries(names))
      for (const each of [name].flat()) add(each, code)
  return codeByKey
}

/** Returns the name of a country in its own language. */
function findOwnName(code: string): string | undefined {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  if (!language || language === 'und') return undefined
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
}

const codeByIsoCode = new Map(
  codes.flatMap(([code = '', alpha3 = '', number = '']) => [
    [alpha3, code] as const,
    [number, code] as const,
  ]),
)

let codeByKey: ReadonlyMap<string, string> | undefined

function findByName(name: string): string | undefined {
  codeByKey ??= indexCountryNames()
  const words = listWords(name)
  return (
    codeByKey.get(toKey(words)) ??
    codeByKey.get(toKey(words.filter(word => !statePattern.test(word))))
  )
}

/** Returns the two-letter code of a country by its code or name; undefined for other texts. */
export function parseCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (code === '') return code
  if (/^[A-Z]{2}$/.test(code)) return new Intl.Locale(`und-${code}`).region
  const [, inBrackets = ''] = /\(([^)]*)\)/.exec(text) ?? []
  return (
    codeByIsoCode.get(code) ??
    findByName(text) ??
    findByName(text.replace(/\([^)]*\)/g, ' ')) ??
    (inBrackets ? parseCountry(inBrackets) : undefined)
  )
}
