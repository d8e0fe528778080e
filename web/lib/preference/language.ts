import { useSyncExternalStore } from 'react'
import { createOnce } from '#contract/lib/create-once.ts'
import { getLanguageDirection, type Language, languages } from '#contract/lib/text/languages.ts'
import { createListeners } from '../listeners.ts'

const storageKey = 'language'
const findLanguage = (tag: string | null): Language | undefined =>
  languages.find(({ code }) => code === tag?.split('-')[0]?.toLowerCase())?.code

/**
 * Returns the language that the user chose, or the first available language of the browser.
 * `web/public/skin.js` does the same.
 */
export const getPreferredLanguage = (): Language =>
  findLanguage(localStorage.getItem(storageKey)) ??
  navigator.languages.map(findLanguage).find(language => language !== undefined) ??
  'en'

export const saveLanguage = (language: Language) => localStorage.setItem(storageKey, language)
export const parseLanguage = (tag: string | null | undefined): Language | undefined =>
  findLanguage(tag ?? null)

/**
 * Returns a text with marks that keep its own direction inside a sentence. An order number, a name
 * or an address needs them in an Arabic sentence.
 */
export const isolateText = (text: string, language: string) =>
  getLanguageDirection(language.slice(0, 2)) === 'rtl' && text !== '' ? `\u2068${text}\u2069` : text

/** Returns a text without direction marks, so that it can be stored. */
export const stripBidiMarks = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

/**
 * Returns the locale for numbers and dates of a language. It is the browser's variant of the
 * language if there is one, because London and Boston write the same date differently. Digits are
 * Latin in Arabic too, as in SKUs, order numbers and fields. The calendar is always Gregorian.
 */
export function getLocale(language: string): string {
  return toLatinLocale(navigator.languages.find(tag => tag.split('-')[0] === language) ?? language)
}
const toLatinLocale = createOnce((tag: string) =>
  new Intl.Locale(tag, { numberingSystem: 'latn', calendar: 'gregory' }).toString(),
)

let currentLanguage: Language = 'en'
const listeners = createListeners()

/** Returns the displayed language. It changes as soon as the texts of the chosen language load. */
export const getCurrentLanguage = () => currentLanguage

export function setCurrentLanguage(language: Language) {
  currentLanguage = language
  document.documentElement.lang = language
  listeners.notify()
}

export const onLanguageChange = listeners.add

export const useLanguage = () => useSyncExternalStore(onLanguageChange, getCurrentLanguage)
