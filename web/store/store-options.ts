import { currencies } from '#contract/lib/money/currency-table.ts'
import type { Store } from '#contract/store/store.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ChoiceOption } from '../ui/field/choice-field.tsx'
import type { StatusTone } from '../ui/message/status-badge.tsx'

export const storeStatusTones: Record<Store['status'], StatusTone> = {
  draft: 'neutral',
  live: 'good',
  paused: 'warn',
  closed: 'bad',
}

/** The storefront languages to choose from. The API also accepts any other language code. */
const storefrontLanguages = [
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

const toDisplayNameOptions = (
  codes: readonly string[],
  type: 'currency' | 'language',
  locale: string,
  formatLabel: (code: string, name: string) => string,
): ChoiceOption[] => {
  const names = new Intl.DisplayNames(locale, { type })
  return toOptions(codes, value => formatLabel(value, names.of(value) ?? value))
}

export const listCurrencyOptions = (locale: string) =>
  toDisplayNameOptions(currencies, 'currency', locale, (code, name) => `${code} · ${name}`)
export const listLanguageOptions = (locale: string, currentCode: string) =>
  toDisplayNameOptions(
    storefrontLanguages.includes(currentCode)
      ? storefrontLanguages
      : [...storefrontLanguages, currentCode],
    'language',
    locale,
    (_, name) => name,
  ).toSorted((a, b) => a.label.localeCompare(b.label, locale))

/** Returns all time zones with their current offset from UTC. */
export function listTimezoneOptions(currentZone: string): ChoiceOption[] {
  const timezones = Intl.supportedValuesOf('timeZone')
  return [...new Set(['UTC', currentZone, ...timezones])].map(value => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${formatOffset(value)})`,
  }))
}

const formatOffset = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(part => part.type === 'timeZoneName')?.value ?? timeZone
