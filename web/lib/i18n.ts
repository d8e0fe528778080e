import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from '../locales/en.ts'

declare module 'i18next' {
  // A key that English does not have is a type error.
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

// One language is one chunk: `locales/<language>.ts` gathers that language's file of every feature, and is loaded only
// when the language is chosen. English is the fallback and so always there.
const load: Record<string, () => Promise<{ texts: Texts }>> = {
  en: () => import('../locales/en.ts'),
}

/** Only what the login page says, for who has still to log in; `startTexts` brings the rest. */
export async function startLoginTexts() {
  const { texts } = await import('../locales/en-login.ts')
  await start(texts)
}

export async function startTexts(language = 'en') {
  const { texts } = await import('../locales/en.ts')
  if (i18next.isInitialized) i18next.addResourceBundle('en', 'translation', texts)
  else await start(texts)
  if (language !== 'en') await changeLanguage(language)
}

async function start(texts: object) {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: texts } },
    interpolation: { escapeValue: false }, // React escapes
  })
}

/** Changes the language of the page without a reload. */
export async function changeLanguage(language: string) {
  const texts = await load[language]?.()
  if (texts) i18next.addResourceBundle(language, 'translation', texts.texts)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export { i18next }
