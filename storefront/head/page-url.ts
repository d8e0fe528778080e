import type { Language } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'

/** Returns the absolute URL of a page of the store, in the language of the page or another one. */
export const getPageUrl = (
  { store, language, languages }: StorefrontFrame,
  path: string,
  otherLanguage: Language = language,
): string => store.url + addLanguage(path, otherLanguage, languages)
