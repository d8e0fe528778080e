import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { apart, directionOf, localeOf } from './preference/language.ts'

const nothing = '–'
type Maybe<T> = T | null | undefined
const known = <T>(value: Maybe<T>): value is T =>
  value !== null && value !== undefined && value !== ''

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]
const day = 86_400_000

/** Money in a line of Arabic stays together and in its order, whichever way its sign is written. */
function together(money: string): string {
  const isArabic = /\p{Script=Arabic}/u.test(money)
  return isArabic
    ? `\u2067${money.replace(/[A-Z]+\p{Sc}/u, '\u2066$&\u2069')}\u2069`
    : `\u2066${money.replace(/[\u200e\u200f]/g, '')}\u2069`
}

/** How values are written in one language. What is not there is an en dash. */
export function formatsOf(locale: string) {
  const isRtl = directionOf(locale.slice(0, 2)) === 'rtl'
  const asMoney = isRtl ? together : (text: string) => text
  // In figures alone, a day in Arabic cannot be told from one that begins with the year.
  const dayOptions: Intl.DateTimeFormatOptions = isRtl
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { dateStyle: 'medium' }
  const number = (value: Maybe<number>, options?: Intl.NumberFormatOptions) =>
    known(value) ? new Intl.NumberFormat(locale, options).format(value) : nothing
  const moment = (value: Maybe<string | Date>, options: Intl.DateTimeFormatOptions) =>
    known(value) ? new Intl.DateTimeFormat(locale, options).format(new Date(value)) : nothing
  const inCurrency = (minor: Maybe<number>, currency: string, options: Intl.NumberFormatOptions) =>
    known(minor)
      ? asMoney(
          number(minor / 10 ** getMinorUnitDigits(currency), {
            style: 'currency',
            currency,
            ...options,
          }),
        )
      : nothing
  const dateTime = (value: Maybe<string | Date>) =>
    moment(value, {
      ...dayOptions,
      ...(isRtl ? { hour: 'numeric', minute: '2-digit' } : { timeStyle: 'short' }),
    })
  const date = (value: Maybe<string | Date>) => moment(value, dayOptions)
  // Days of a calendar have no zone: read and written as UTC they stay the day they are.
  const calendar = (options: Intl.DateTimeFormatOptions = {}) =>
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
    money: (minor: Maybe<number>, currency: string) => inCurrency(minor, currency, {}),
    /** For axes and tiles: $12.4K. */
    moneyShort: (minor: Maybe<number>, currency: string) =>
      inCurrency(minor, currency, {
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),
    numberShort: (value: Maybe<number>) =>
      number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** From a fraction: 0.125 is 12.5 %. */
    percent: (fraction: Maybe<number>) =>
      number(fraction, { style: 'percent', maximumFractionDigits: 1 }),
    /** A change against before, with its sign. */
    change: (fraction: Maybe<number>) => {
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
    ago: (value: Maybe<string | Date>, now = Date.now()) => {
      if (!known(value)) return nothing
      const ms = new Date(value).getTime() - now
      if (Math.abs(ms) >= day) return date(value)
      const [unit, size] =
        steps.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const)
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(
        Math.trunc(ms / size),
        unit,
      )
    },
    bytes: (value: Maybe<number>) => {
      if (!known(value)) return nothing
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
    days: (from: string, to: string) =>
      calendar().formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    /** The days of a week from the first that this language's calendars show; `index` counts from Monday. */
    weekdays: () =>
      Array.from({ length: 7 }, (_, at) => (firstWeekday(locale) + at) % 7).map(index => ({
        index,
        name: calendar({
          weekday: 'long',
          day: undefined,
          month: undefined,
          year: undefined,
        }).format(new Date(Date.UTC(2024, 0, index + 1))),
      })),
    /** Names beside each other, without the "and" of a sentence; those that are not there are left out. */
    list: (names: readonly Maybe<string>[]) => {
      const all = names.filter(known)
      return isRtl && all.length > 0
        ? `\u200f${all.map(name => apart(name, locale)).join('، ')}`
        : all.join(', ')
    },
    /** A label in the middle of a sentence: German nouns keep their capital. */
    within: (label: string) => (locale.startsWith('de') ? label : label.toLocaleLowerCase(locale)),
    /** For fields that take a number: its decimal mark. A point is understood as well. */
    decimalMark:
      new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
        ?.value ?? '.',
    /** A name or a dash. */
    text: (value: Maybe<string>) => (known(value) ? value : nothing),
  }
}

/** From Monday; where the browser does not know, the week begins on it. */
const firstWeekday = (locale: string) => {
  const { getWeekInfo }: { getWeekInfo?: () => { firstDay: number } } = Intl.Locale.prototype
  return getWeekInfo ? getWeekInfo.call(new Intl.Locale(locale)).firstDay - 1 : 0
}

export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => formatsOf(localeOf(i18n.language)), [i18n.language])
}
