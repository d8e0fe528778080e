import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { directionOf, isolateText, localeOf } from './preference/language.ts'

const emptyMark = '–'
type Nullable<T> = T | null | undefined
const hasValue = <T>(value: Nullable<T>): value is T =>
  value !== null && value !== undefined && value !== ''

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]
const dayMs = 86_400_000

/** Money in a line of Arabic stays together and in its order, whichever way its sign is written. */
function isolateMoney(money: string): string {
  const isArabic = /\p{Script=Arabic}/u.test(money)
  return isArabic
    ? `\u2067${money.replace(/[A-Z]+\p{Sc}/u, '\u2066$&\u2069')}\u2069`
    : `\u2066${money.replace(/[\u200e\u200f]/g, '')}\u2069`
}

/** How values are written in one language. What is not there is an en dash. */
export function createFormatters(locale: string) {
  const isRtl = directionOf(locale.slice(0, 2)) === 'rtl'
  const isolateAmount = isRtl ? isolateMoney : (text: string) => text
  // In figures alone, a day in Arabic cannot be told from one that begins with the year.
  const dayOptions: Intl.DateTimeFormatOptions = isRtl
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { dateStyle: 'medium' }
  const number = (value: Nullable<number>, options?: Intl.NumberFormatOptions) =>
    hasValue(value) ? new Intl.NumberFormat(locale, options).format(value) : emptyMark
  const formatDateTime = (value: Nullable<string | Date>, options: Intl.DateTimeFormatOptions) =>
    hasValue(value) ? new Intl.DateTimeFormat(locale, options).format(new Date(value)) : emptyMark
  const formatCurrency = (
    minorUnits: Nullable<number>,
    currency: string,
    options: Intl.NumberFormatOptions,
  ) =>
    hasValue(minorUnits)
      ? isolateAmount(
          number(minorUnits / 10 ** getMinorUnitDigits(currency), {
            style: 'currency',
            currency,
            ...options,
          }),
        )
      : emptyMark
  const dateTime = (value: Nullable<string | Date>) =>
    formatDateTime(value, {
      ...dayOptions,
      ...(isRtl ? { hour: 'numeric', minute: '2-digit' } : { timeStyle: 'short' }),
    })
  const date = (value: Nullable<string | Date>) => formatDateTime(value, dayOptions)
  // Days of a calendar have no zone: read and written as UTC they stay the day they are.
  const calendarFormat = (options: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
      ...options,
    })
  return {
    locale,
    number,
    /** From minor units: 1999 of USD is $19.99. */
    money: (minorUnits: Nullable<number>, currency: string) =>
      formatCurrency(minorUnits, currency, {}),
    /** For axes and tiles: $12.4K. */
    moneyShort: (minorUnits: Nullable<number>, currency: string) =>
      formatCurrency(minorUnits, currency, {
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),
    numberShort: (value: Nullable<number>) =>
      number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** From a fraction: 0.125 is 12.5 %. */
    percent: (fraction: Nullable<number>) =>
      number(fraction, { style: 'percent', maximumFractionDigits: 1 }),
    /** A change against before, with its sign. */
    change: (fraction: Nullable<number>) => {
      // Under each other they have as many digits; past double the tenths say nothing.
      const digits = Math.abs(fraction ?? 0) < 1 ? 1 : 0
      return number(fraction, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'exceptZero',
      })
    },
    date,
    dateTime,
    /** "2 hours ago" up to a day, the date after it. */
    relativeTime: (value: Nullable<string | Date>, now = Date.now()) => {
      if (!hasValue(value)) return emptyMark
      const ms = new Date(value).getTime() - now
      if (Math.abs(ms) >= dayMs) return date(value)
      const [unit, unitMs] =
        relativeUnits.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const)
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(
        Math.trunc(ms / unitMs),
        unit,
      )
    },
    bytes: (value: Nullable<number>) => {
      if (!hasValue(value)) return emptyMark
      const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
      const power = Math.min(Math.floor(Math.log(Math.max(value, 1)) / Math.log(1000)), 3)
      return number(value / 1000 ** power, {
        style: 'unit',
        unit: units[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      })
    },
    /** From `2026-03-01` to `2026-03-31`, as one stretch. */
    dateRange: (from: string, to: string) =>
      calendarFormat().formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    /** The days of a week from the first that this language's calendars show; `index` counts from Monday. */
    weekdays: () =>
      Array.from({ length: 7 }, (_, offset) => (firstWeekday(locale) + offset) % 7).map(index => ({
        index,
        name: calendarFormat({
          weekday: 'long',
          day: undefined,
          month: undefined,
          year: undefined,
        }).format(new Date(Date.UTC(2024, 0, index + 1))),
      })),
    /** Names beside each other, without the "and" of a sentence; those that are not there are left out. */
    list: (names: readonly Nullable<string>[]) => {
      const present = names.filter(hasValue)
      return isRtl && present.length > 0
        ? `\u200f${present.map(name => isolateText(name, locale)).join('، ')}`
        : present.join(', ')
    },
    /** A label in the middle of a sentence: German nouns keep their capital. */
    lowercaseLabel: (label: string) =>
      locale.startsWith('de') ? label : label.toLocaleLowerCase(locale),
    /** For fields that take a number: its decimal mark. A point is understood as well. */
    decimalMark:
      new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
        ?.value ?? '.',
    /** A name or a dash. */
    text: (value: Nullable<string>) => (hasValue(value) ? value : emptyMark),
  }
}

/** From Monday; where the browser does not know, the week begins on it. */
const firstWeekday = (locale: string) => {
  const { getWeekInfo }: { getWeekInfo?: () => { firstDay: number } } = Intl.Locale.prototype
  return getWeekInfo ? getWeekInfo.call(new Intl.Locale(locale)).firstDay - 1 : 0
}

export function useFormatters() {
  const { i18n } = useTranslation()
  return useMemo(() => createFormatters(localeOf(i18n.language)), [i18n.language])
}
