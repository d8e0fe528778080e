import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from '../../locales/en.ts'
import {
  apart,
  asLanguage,
  chosenLanguage,
  keepLanguage,
  type Language,
  localeOf,
  showLanguage,
  shownLanguage,
} from './language.ts'

declare module 'i18next' {
  // A key that English does not have is a type error.
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

type Load = () => Promise<object>
/** `first`: what the login page says and how refusals are put; `late`: pages outside the daily work; `rest`: everything else. */
const kinds = ['first', 'rest', 'late'] as const
type Kind = (typeof kinds)[number]
type Parts = Record<Kind, Load>

// One language is one file, and only the chosen one is loaded: a test holds every language complete, so that English, the
// fallback, is fetched only if a text should be missing after all. The build cuts each file in three (scripts/texts-plugin.ts),
// since somebody who comes to log in needs a tenth of it.
const firsts = import.meta.glob<object>('../locales/??.json', {
  query: '?first',
  import: 'default',
})
const rests = import.meta.glob<object>('../locales/??.json', { query: '?rest', import: 'default' })
const lates = import.meta.glob<object>('../locales/??.json', { query: '?late', import: 'default' })
const english: Parts = {
  first: async () => (await import('../../locales/en-login.ts')).texts,
  rest: async () => (await import('../../locales/en-work.ts')).texts,
  late: async () => (await import('../../locales/en-late.ts')).texts,
}
function partsOf(language: Language): Parts {
  const path = `../locales/${language}.json`
  const [first, rest, late] = [firsts[path], rests[path], lates[path]]
  return first && rest && late ? { first, rest, late } : english
}

const loaded = new Set<Load>()
/** How far the page has gone beyond the login form; a language chosen from then on is loaded as far. */
const wanted = new Set<Kind>(['first'])

async function take(language: Language, part: Load) {
  if (loaded.has(part)) return
  const texts = await part()
  loaded.add(part)
  i18next.addResourceBundle(language, 'translation', texts)
}

async function load(language: Language) {
  const parts = partsOf(language)
  await Promise.all([...wanted].map(kind => take(language, parts[kind])))
}

/** Only what the login page says, for who has still to log in; `startTexts` brings the rest. */
export async function startLoginTexts() {
  await start()
  await show(chosenLanguage())
}

export async function startTexts(language: Language = chosenLanguage()) {
  wanted.add('rest')
  await start()
  await show(language)
}

/** What pages outside the daily work say; such a page waits for it as for its code. */
export async function lateTexts() {
  wanted.add('late')
  await load(coming ?? chosenLanguage())
}

async function start() {
  if (i18next.isInitialized) return
  window.addEventListener(
    'storage',
    ({ key }) => void (key === 'language' && show(chosenLanguage())),
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
            ? apart(value, language ?? 'en')
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
      missingKeyHandler: () => void Promise.all(kinds.map(kind => take('en', english[kind]))),
    })
}

/** The language that is shown or on its way to be. */
let coming: Language | undefined

async function show(language: Language) {
  coming = language
  await load(language)
  await i18next.changeLanguage(language)
  showLanguage(language)
}

/** Changes the language of the page without a reload, and for the next visit. */
export async function changeLanguage(language: Language) {
  await show(language)
  keepLanguage(language)
}

/** Takes over a language by its tag, as a list of them gives it or another device; what is none changes nothing. */
export async function followLanguage(tag: string | undefined) {
  const language = asLanguage(tag)
  if (language && language !== shownLanguage()) await changeLanguage(language)
}

export { i18next }
