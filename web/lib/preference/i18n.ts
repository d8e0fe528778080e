import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/lib/text/languages.ts'
import type sharedTexts from '#contract/locales/en.json'
import type texts from '../../locales/en.json'
import { getNumberFormat } from '../intl-format.ts'
import {
  getCurrentLanguage,
  getLocale,
  getPreferredLanguage,
  isolateText,
  parseLanguage,
  saveLanguage,
  setCurrentLanguage,
} from './language.ts'

declare module 'i18next' {
  // A key that English does not have is a type error.
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof texts & Pick<typeof sharedTexts, 'productField'> }
  }
}

type TextLoader = () => Promise<object>
/**
 * `login`: the login page and errors. `packing`: the page of packers. `lazy`: pages that are opened
 * rarely. `common`: all others.
 */
const textParts = ['login', 'common', 'lazy', 'packing'] as const
type TextPart = (typeof textParts)[number]
type TextLoaders = Record<TextPart, TextLoader>

// One file per language. The build adds the labels of product fields from `contract/locales` and splits
// the file into four parts (scripts/build/split-texts-plugin.ts), because the login page needs a tenth of the
// texts. A test checks that every language is complete.
// English is loaded as a fallback only if a text is missing.
const loginTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?login',
  import: 'default',
})
const commonTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?common',
  import: 'default',
})
const lazyTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?lazy',
  import: 'default',
})
const packingTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?packing',
  import: 'default',
})
function getTextLoaders(language: Language): TextLoaders {
  const path = `../../locales/${language}.json`
  const [login, common, lazy] = [loginTexts[path], commonTexts[path], lazyTexts[path]]
  const packing = packingTexts[path]
  if (!login || !common || !lazy || !packing)
    throw new Error(`The text file ${path} does not exist`)
  return { login, common, lazy, packing }
}

const loadedParts = new Set<TextLoader>()
/** The parts that the open pages use. A newly chosen language loads the same parts. */
const requestedParts = new Set<TextPart>(['login'])

async function loadPart(language: Language, loadPartTexts: TextLoader) {
  if (loadedParts.has(loadPartTexts)) return
  const texts = await loadPartTexts()
  loadedParts.add(loadPartTexts)
  i18next.addResourceBundle(language, 'translation', texts, true)
}

async function loadTexts(language: Language) {
  const loaders = getTextLoaders(language)
  await Promise.all([...requestedParts].map(part => loadPart(language, loaders[part])))
}

/** Loads the texts of the login page only. `initTexts` loads the texts of the other pages. */
export async function initLoginTexts() {
  await initI18n()
  await applyLanguage(getPreferredLanguage())
}

/** Loads the texts of the page of packers only. */
export async function initPackingTexts() {
  requestedParts.add('packing')
  await initLoginTexts()
}

export async function initTexts(language: Language = getPreferredLanguage()) {
  requestedParts.add('common')
  await initI18n()
  await applyLanguage(language)
}

/** Loads the texts of pages that are opened rarely. Such a page waits for them as for its code. */
export async function loadLazyTexts() {
  requestedParts.add('lazy')
  await loadTexts(pendingLanguage ?? getPreferredLanguage())
}

/** Loads the page of packers together with its texts, if another page was open before. */
export async function withPackingTexts<T>(module: Promise<T>): Promise<T> {
  requestedParts.add('packing')
  const language = pendingLanguage ?? getPreferredLanguage()
  return (await Promise.all([module, loadTexts(language)]))[0]
}

/** Returns the translations of another language, such as that of a store. */
export async function loadTranslations(language: Language, part: TextPart = 'lazy') {
  await loadPart(language, getTextLoaders(language)[part])
  return i18next.getFixedT(language)
}

/** Loads a page or dialog together with the texts of rarely opened pages. */
export const withLazyTexts = async <T>(module: Promise<T>): Promise<T> =>
  (await Promise.all([module, loadLazyTexts()]))[0]

async function initI18n() {
  if (i18next.isInitialized) return
  window.addEventListener(
    'storage',
    ({ key }) => void (key === 'language' && applyLanguage(getPreferredLanguage())),
  )
  await i18next
    .use(initReactI18next)
    .use({
      type: 'formatter',
      init: () => {},
      add: () => {},
      addCached: () => {},
      format: formatValue,
    })
    .init({
      lng: 'en',
      fallbackLng: 'en',
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
      react: { bindI18nStore: 'added' },
      saveMissing: true,
      // Loads English instead of adding a text: adding one during a render would render other
      // pages.
      missingKeyHandler: () =>
        void Promise.all(textParts.map(part => loadPart('en', getTextLoaders('en')[part]))),
    })
}

/** Formats a value of a text: numbers in the locale of the page, texts with their own direction. */
function formatValue(value: unknown, _format: string | undefined, language = 'en'): unknown {
  if (typeof value === 'number') return getNumberFormat(getLocale(language)).format(value)
  return typeof value === 'string' ? isolateText(value, language) : value
}

/** The displayed language, or the one that loads to replace it. */
let pendingLanguage: Language | undefined

async function applyLanguage(language: Language) {
  pendingLanguage = language
  await loadTexts(language)
  await i18next.changeLanguage(language)
  setCurrentLanguage(language)
}

/** Changes the language of the page without a reload, and stores it for the next visit. */
export async function changeLanguage(language: Language) {
  await applyLanguage(language)
  saveLanguage(language)
}

/** Changes to the language of a tag such as `de` or `de-CH`. Ignores unknown tags. */
export async function applyLanguageTag(tag: string | undefined) {
  const language = parseLanguage(tag)
  if (language && language !== getCurrentLanguage()) await changeLanguage(language)
}

/**
 * Returns the text of a key that is composed at run time, or undefined if there is no such text.
 */
export function findText(key: string): string | undefined {
  if (!i18next.exists(key)) return undefined
  const text: unknown = i18next.t(key as never) // the type lists no composed keys; `exists` checked it
  return typeof text === 'string' ? text : undefined
}

export { i18next }
