import { type Language, languages } from '../lib/text/languages.ts'
import { encodePath } from '../lib/text/url-path.ts'

const languagePattern = new RegExp(`^/(${languages.map(({ code }) => code).join('|')})(?=[/?]|$)`)

/** Splits `/de/products?page=2` into its language and `/products?page=2`. */
export function splitLanguage(url: string): { language: Language | undefined; url: string } {
  const [prefix = '', code] = languagePattern.exec(url) ?? []
  const rest = url.slice(prefix.length)
  return {
    language: languages.find(language => language.code === code)?.code,
    url: rest.startsWith('/') ? rest : `/${rest}`,
  }
}

/**
 * Returns the path of a page in one of the store's languages, percent-encoded. Pages in the first one
 * have no prefix.
 */
export function addLanguage(
  path: string,
  language: Language,
  [firstLanguage]: readonly Language[],
): string {
  const encodedPath = encodePath(path)
  if (language === firstLanguage) return encodedPath
  return `/${language}${encodedPath.replace(/^\/(?=\?|$)/, '')}`
}
