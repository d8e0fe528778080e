const languages = ['en', 'de', 'fr', 'es', 'pt', 'ar']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes of former countries, such as `DD`, have the names of today's countries and are left out. */
const codes = letters
  .flatMap(first => letters.map(second => first + second))
  .filter(code => new Intl.Locale(`und-${code}`).region === code)

const toKey = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
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
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)
      if (name && !codeByName.has(toKey(name))) codeByName.set(toKey(name), code)
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
