import { useSyncExternalStore } from 'react'

/** The languages of the back office, each by its own name. A language is one file: `web/locales/<code>.json`. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português' },
  { code: 'es', name: 'Español' },
  { code: 'ar', name: 'العربية' },
] as const
export type Language = (typeof languages)[number]['code']

const storageKey = 'language'
const findLanguage = (tag: string | null): Language | undefined =>
  languages.find(({ code }) => code === tag?.split('-')[0]?.toLowerCase())?.code

/** What the person chose; before that the first of the browser's languages that there is. `public/skin.js` says the same. */
export const preferredLanguage = (): Language =>
  findLanguage(localStorage.getItem(storageKey)) ??
  navigator.languages.map(findLanguage).find(language => language !== undefined) ??
  'en'

export const saveLanguage = (language: Language) => localStorage.setItem(storageKey, language)
export const parseLanguage = (tag: string | null | undefined): Language | undefined =>
  findLanguage(tag ?? null)

/** The way a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** What stands inside a sentence of Arabic keeps its own order: an order's number, a name, an address. */
export const isolateText = (text: string, language: string) =>
  directionOf(language.slice(0, 2)) === 'rtl' && text !== '' ? `\u2068${text}\u2069` : text

/** The same words without the marks around them: for what is kept, not only shown. */
export const stripBidiMarks = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

/**
 * The locale whose numbers and dates go with a language: the browser's own variant of it, if there is one, since people in
 * London and in Boston write the same date differently. In Arabic the digits are Latin everywhere: prices then look like
 * the SKUs, order numbers and fields beside them, which have no others. Days are those of the store's calendar.
 */
export function localeOf(language: string): string {
  const matchingTag = navigator.languages.find(tag => tag.split('-')[0] === language) ?? language
  return new Intl.Locale(matchingTag, { numberingSystem: 'latn', calendar: 'gregory' }).toString()
}

let currentLanguage: Language = 'en'
const listeners = new Set<() => void>()

/** The language whose texts are on the page; it follows the choice as soon as they are loaded. */
export const getCurrentLanguage = () => currentLanguage

export function setCurrentLanguage(language: Language) {
  currentLanguage = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLanguage = () => useSyncExternalStore(onLanguageChange, getCurrentLanguage)
