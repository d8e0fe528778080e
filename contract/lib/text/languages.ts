/**
 * The languages of the back office and of stores with their own names. Each has a file `<code>.json`
 * in every folder `locales`.
 */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português' },
  { code: 'es', name: 'Español' },
  { code: 'ar', name: 'العربية' },
] as const
export type Language = (typeof languages)[number]['code']
export const languageCodes = languages.map(({ code }) => code)

/** Returns the language of a locale such as `de-AT`, English for languages without texts. */
export const getLocaleLanguage = (locale: string): Language =>
  languages.find(({ code }) => code === locale.split('-')[0])?.code ?? 'en'

export const getLanguageDirection = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'
