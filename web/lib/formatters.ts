import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { createOnce } from '#contract/lib/create-once.ts'
import { fromMinorUnits, getCurrencyFormat, narrowCurrencySign } from '#contract/lib/money/money.ts'
import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { fromGrams, type WeightUnit } from '#contract/lib/weight.ts'
import { getDateFormat, getNumberFormat } from './intl-format.ts'
import { getLocale, isolateText } from './preference/language.ts'
import { TimeZoneContext } from './time-zone.ts'

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

const isRtl = (locale: string) => getLanguageDirection(locale.slice(0, 2)) === 'rtl'

/** Returns the sign of a currency for number fields. */
export const getCurrencySign = (locale: string, currency: string) => {
  const sign =
    getCurrencyFormat(locale, currency, {
      currencyDisplay: isRtl(locale) ? 'symbol' : 'narrowSymbol',
    })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  return isRtl(locale) ? narrowCurrencySign(sign) : sign
}

const intlWeightUnits = { kg: 'kilogram', g: 'gram', lb: 'pound', oz: 'ounce' } as const

/** Keeps an Arabic amount together and in its order, wherever the currency sign is. */
function isolateMoney(money: string): string {
  const narrowMoney = narrowCurrencySign(money)
  const isArabic = /\p{Script=Arabic}/u.test(money)
  return isArabic
    ? `\u2067${narrowMoney}\u2069`
    : `\u2066${narrowMoney.replace(/[\u200e\u200f]/g, '')}\u2069`
}

function createNumberFormatters(locale: string) {
  const number = (value: Nullable<number>, options?: Intl.NumberFormatOptions) =>
    hasValue(value) ? getNumberFormat(locale, options).format(value) : emptyMark
  function formatCurrency(
    minorUnits: Nullable<number>,
    currency: string,
    options?: Intl.NumberFormatOptions,
  ) {
    if (!hasValue(minorUnits)) return emptyMark
    const format = getCurrencyFormat(locale, currency, options)
    const money = format.format(fromMinorUnits(minorUnits, currency))
    return isRtl(locale) ? isolateMoney(money) : money
  }
  return {
    number,
    /** Formats minor units: 1999 of USD is $19.99. */
    money: (minorUnits: Nullable<number>, currency: string) => formatCurrency(minorUnits, currency),
    /** Formats minor units for axes and tiles: $12.4K. */
    moneyShort: (minorUnits: Nullable<number>, currency: string) =>
      formatCurrency(minorUnits, currency, {
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }),
    numberShort: (value: Nullable<number>) =>
      number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** Formats a fraction: 0.125 is 12.5 %. */
    percent: (fraction: Nullable<number>) =>
      number(fraction, { style: 'percent', maximumFractionDigits: 1 }),
    /** Formats a tax rate: 7.125 is 7.125 %. */
    taxRate: (percentage: Nullable<number>) =>
      number(hasValue(percentage) ? percentage / 100 : percentage, {
        style: 'percent',
        maximumFractionDigits: 3,
      }),
    /** Formats a relative change with its sign: 0.125 is +12.5 %. */
    change: (fraction: Nullable<number>) => {
      // A fixed number of digits aligns columns. Above 100 % tenths do not matter.
      const digits = Math.abs(fraction ?? 0) < 1 ? 1 : 0
      return number(fraction, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'exceptZero',
      })
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
    /** The decimal mark of the locale, for number fields. They also accept a point. */
    decimalMark:
      getNumberFormat(locale)
        .formatToParts(1.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  }
}

const createWeightFormatters = (locale: string) => ({
  /** Formats grams in a unit: 680 in pounds is 1.5 lb. */
  weight: (grams: number, unit: WeightUnit) =>
    getNumberFormat(locale, {
      style: 'unit',
      unit: intlWeightUnits[unit],
      maximumFractionDigits: 3,
    }).format(fromGrams(grams, unit)),
  /** Formats grams in a unit without its name, for number fields. */
  weightNumber: (grams: number, unit: WeightUnit) =>
    getNumberFormat(locale, { maximumFractionDigits: 3 }).format(fromGrams(grams, unit)),
})

function createDateFormatters(locale: string, timeZone: string | undefined) {
  // Arabic dates name the month: with digits only, the day and the year can be confused.
  const dateOptions: Intl.DateTimeFormatOptions = isRtl(locale)
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { dateStyle: 'medium' }
  const timeOptions: Intl.DateTimeFormatOptions = isRtl(locale)
    ? { hour: 'numeric', minute: '2-digit' }
    : { timeStyle: 'short' }
  const formatDateTime = (value: Nullable<string | Date>, options: Intl.DateTimeFormatOptions) =>
    hasValue(value)
      ? getDateFormat(locale, { timeZone, ...options }).format(new Date(value))
      : emptyMark
  const date = (value: Nullable<string | Date>) => formatDateTime(value, dateOptions)
  return {
    date,
    time: (value: string) => formatDateTime(value, timeOptions),
    /** Formats a calendar day such as `2026-03-01`, which has no time zone. */
    day: (value: string, options = dateOptions) =>
      formatDateTime(`${value}T00:00:00Z`, { ...options, timeZone: 'UTC' }),
    fullDateTime: (value: string) =>
      formatDateTime(value, { dateStyle: 'full', timeStyle: 'long' }),
    dateTime: (value: Nullable<string | Date>) =>
      formatDateTime(value, { ...dateOptions, ...timeOptions }),
    /** Formats times less than a day away as "2 hours ago", and other times as a date. */
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
    /** Formats calendar days such as `2026-03-01` and `2026-03-31` as one range. */
    dateRange: (from: string, to: string) =>
      getDateFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC', // calendar days have no time zone
      }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    /** Returns the days of a week in the order of the locale. `index` counts from Monday. */
    weekdays: () => {
      const nameFormat = getDateFormat(locale, { weekday: 'long', timeZone: 'UTC' })
      return Array.from({ length: 7 }, (_, offset) => {
        const index = (getFirstWeekday(locale) + offset) % 7
        return { index, name: nameFormat.format(new Date(Date.UTC(2024, 0, index + 1))) }
      })
    },
  }
}

const createTextFormatters = (locale: string) => ({
  /** Joins names with commas, without an "and", and skips empty names. */
  list: (names: readonly Nullable<string>[]) => {
    const nonEmptyNames = names.filter(hasValue)
    return isRtl(locale) && nonEmptyNames.length > 0
      ? `\u200f${nonEmptyNames.map(name => isolateText(name, locale)).join('، ')}`
      : nonEmptyNames.join(', ')
  },
  /** Joins parts of a line, and skips empty ones. Each keeps its own direction, such as "45 × 45 cm". */
  parts: (parts: readonly (Nullable<string> | false)[], separator = ' · ') =>
    parts
      .filter((part): part is string => typeof part === 'string' && part !== '')
      .map(part => isolateText(part, locale))
      .join(separator),
  /** Formats a label inside a sentence. German nouns keep their capital. */
  lowercaseLabel: (label: string) =>
    locale.startsWith('de') ? label : label.toLocaleLowerCase(locale),
  /** Returns the text, or a dash if it is empty. */
  text: (value: Nullable<string>) => (hasValue(value) ? value : emptyMark),
})

/**
 * Returns the formatters of a locale and a time zone, by default that of the browser. An empty value
 * becomes an en dash.
 */
export const createFormatters = (locale: string, timeZone?: string) => ({
  locale,
  timeZone,
  ...createNumberFormatters(locale),
  ...createWeightFormatters(locale),
  ...createDateFormatters(locale, timeZone),
  ...createTextFormatters(locale),
})

/**
 * Returns the first day of the week, counted from Monday. Monday if the browser does not know it.
 */
const getFirstWeekday = (locale: string) => {
  const { getWeekInfo }: { getWeekInfo?: () => { firstDay: number } } = Intl.Locale.prototype
  return getWeekInfo ? getWeekInfo.call(new Intl.Locale(locale)).firstDay - 1 : 0
}

export type Formatters = ReturnType<typeof createFormatters>
const getFormatters = createOnce(createFormatters)

/** Returns the formatters of the language and the store. All components share them. */
export function useFormatters(): Formatters {
  const { i18n } = useTranslation()
  const timeZone = use(TimeZoneContext)
  return getFormatters(getLocale(i18n.language), timeZone)
}
