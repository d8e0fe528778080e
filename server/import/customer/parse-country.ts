import { languages } from '#contract/lib/languages.ts'
import { normalizeText } from '#contract/lib/normalize-text.ts'
import { listRegionCodes } from '#contract/lib/region-codes.ts'

const toKey = (name: string) =>
  normalizeText(name)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** Returns the code of each country by its name in the languages of the back office. */
function indexCountryNames(): ReadonlyMap<string, string> {
  const codeByName = new Map([
    ['usa', 'US'],
    ['united states of america', 'US'],
    ['uk', 'GB'],
    ['great britain', 'GB'],
    ['großbritannien', 'GB'],
    ['grande bretagne', 'GB'],
    ['gran bretana', 'GB'],
    ['holland', 'NL'],
    ['turkey', 'TR'],
    ['السعودية', 'SA'],
  ])
  const regionCodes = listRegionCodes()
  for (const { code: language } of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of regionCodes) {
      const key = toKey(names.of(code) ?? '')
      if (key && !codeByName.has(key)) codeByName.set(key, code)
    }
  }
  return codeByName
}

let codeByName: ReadonlyMap<string, string> | undefined

/** Returns the two-letter code of a country by its code or name; undefined for other texts. */
export function parseCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (code === '') return code
  if (/^[A-Z]{2}$/.test(code)) return new Intl.Locale(`und-${code}`).region
  codeByName ??= indexCountryNames()
  return codeByName.get(toKey(text))
}
