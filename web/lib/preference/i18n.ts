import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type texts from '../../locales/en.json'
import {
  getCurrentLanguage,
  isolateText,
  type Language,
  localeOf,
  parseLanguage,
  preferredLanguage,
  saveLanguage,
  setCurrentLanguage,
} from './language.ts'

declare module 'i18next' {
  // A key that English does not have is a type error.
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof texts }
  }
}

type TextLoader = () => Promise<object>
/** `first`: the login page and errors. `late`: pages outside the daily work. `rest`: everything else. */
const textParts = ['first', 'rest', 'late'] as const
type TextPart = (typeof textParts)[number]
type TextLoaders = Record<TextPart, TextLoader>

// One file per language. The build splits it in three parts (scripts/split-texts-plugin.ts), because the login page needs a tenth
// of the texts. A test keeps every language complete; English is loaded as a fallback only if a text is missing.
const loginTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?first',
  import: 'default',
})
const commonTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?rest',
  import: 'default',
})
const lazyTexts = import.meta.glob<object>('../../locales/??.json', {
  query: '?late',
  import: 'default',
})
function textLoadersFor(language: Language): TextLoaders {
  const path = `../../locales/${language}.json`
  const [first, rest, late] = [loginTexts[path], commonTexts[path], lazyTexts[path]]
  if (!first || !rest || !late) throw new Error(`There are no texts for the language ${language}`)
  return { first, rest, late }
}

const loadedParts = new Set<TextLoader>()
/** How far the page has gone beyond the login form; a language chosen from then on is loaded as far. */
const requestedParts = new Set<TextPart>(['first'])

async function loadPart(language: Language, loadPartTexts: TextLoader) {
  if (loadedParts.has(loadPartTexts)) return
  const texts = await loadPartTexts()
  loadedParts.add(loadPartTexts)
  i18next.addResourceBundle(language, 'translation', texts)
}

async function loadTexts(language: Language) {
  const loaders = textLoadersFor(language)
  await Promise.all([...requestedParts].map(kind => loadPart(language, loaders[kind])))
}

/** Only what the login page says, for who has still to log in; `startTexts` brings the rest. */
export async function initLoginTexts() {
  await initI18n()
  await applyLanguage(preferredLanguage())
}

export async function initTexts(language: Language = preferredLanguage()) {
  requestedParts.add('rest')
  await initI18n()
  await applyLanguage(language)
}

/** What pages outside the daily work say; such a page waits for it as for its code. */
export async function loadLazyTexts() {
  requestedParts.add('late')
  await loadTexts(pendingLanguage ?? preferredLanguage())
}

async function initI18n() {
  if (i18next.isInitialized) return
  window.addEventListener(
    'storage',
    ({ key }) => void (key === 'language' && applyLanguage(preferredLanguage())),
  )
  await i18next
    .use(initReactI18next)
    .use({
      type: 'formatter',
      init: () => {},
      add: () => {},
      addCached: () => {},
      // A number in a sentence is written as the numbers around it are.
      format: (value: unknown, _format: string | undefined, language: string | undefined) =>
        typeof value === 'number'
          ? new Intl.NumberFormat(localeOf(language ?? 'en')).format(value)
          : typeof value === 'string'
            ? isolateText(value, language ?? 'en')
            : value,
    })
    .init({
      lng: 'en',
      fallbackLng: 'en',
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
      react: { bindI18nStore: 'added' },
      saveMissing: true,
      // Nothing is saved: what is put in while a page draws itself would have the others drawn anew in the middle of it.
      missingKeyHandler: () =>
        void Promise.all(textParts.map(part => loadPart('en', textLoadersFor('en')[part]))),
    })
}

/** The language that is shown or on its way to be. */
let pendingLanguage: Language | undefined

async function applyLanguage(language: Language) {
  pendingLanguage = language
  await loadTexts(language)
  await i18next.changeLanguage(language)
  setCurrentLanguage(language)
}

/** Changes the language of the page without a reload, and for the next visit. */
export async function changeLanguage(language: Language) {
  await applyLanguage(language)
  saveLanguage(language)
}

/** Takes over a language by its tag, as a list of them gives it or another device; what is none changes nothing. */
export async function applyLanguageTag(tag: string | undefined) {
  const language = parseLanguage(tag)
  if (language && language !== getCurrentLanguage()) await changeLanguage(language)
}

/** Returns the text of a key that is put together at run time, or undefined where the language files have none. */
export function findText(key: string): string | undefined {
  if (!i18next.exists(key)) return undefined
  const text: unknown = i18next.t(key as never) // no type knows such a key; `exists` does
  return typeof text === 'string' ? text : undefined
}

export { i18next }
