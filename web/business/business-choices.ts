import { type Business, currencies } from '#contract/business.ts'
import type { Option } from '../ui/form/choice-field.tsx'
import type { Tone } from '../ui/page/status-badge.tsx'

export const statusTones: Record<Business['status'], Tone> = {
  draft: 'neutral',
  live: 'good',
  paused: 'warn',
  closed: 'bad',
}

/** Of the languages a storefront may speak, those with the most shoppers; any other code can be set by the API. */
const languages = [
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
]

const named = (
  codes: readonly string[],
  type: 'currency' | 'language',
  locale: string,
  write: (code: string, name: string) => string,
): Option[] => {
  const names = new Intl.DisplayNames(locale, { type })
  return codes.map(value => ({ value, label: write(value, names.of(value) ?? value) }))
}

export const currencyOptions = (locale: string) =>
  named(currencies, 'currency', locale, (code, name) => `${code} · ${name}`)
export const languageOptions = (locale: string, present: string) =>
  named(
    languages.includes(present) ? languages : [...languages, present],
    'language',
    locale,
    (_, name) => name,
  ).toSorted((a, b) => a.label.localeCompare(b.label, locale))

/** Every zone with its distance from UTC at this moment. */
export function zoneOptions(present: string): Option[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return [...new Set(['UTC', present, ...zones])].map(value => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value)})`,
  }))
}

const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(part => part.type === 'timeZoneName')?.value ?? timeZone
