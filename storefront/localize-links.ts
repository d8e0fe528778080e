import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'

/** A link or form of the store's own host. A link with `hrefLang` leads to a page in another language. */
const pagePathPattern =
  /(<(?:a|form)\b(?![^>]*\shrefLang=)[^>]*?\s(?:href|action)=")(\/(?!\/)[^"]*)/g
/** Files have no language. */
const filePathPattern = /^\/(media|assets)\//

/**
 * Makes all links of a page lead to pages in its language. This includes the links in texts of the
 * seller, so it changes the HTML.
 */
export const localizeLinks = (html: string, { language, languages }: StorefrontFrame): string =>
  language === languages[0]
    ? html
    : html.replaceAll(pagePathPattern, (match, tag: string, path: string) =>
        filePathPattern.test(path) ? match : tag + addLanguage(path, language, languages),
      )
