import { createContext, useContext } from 'react'
import { createOnce } from '#contract/lib/create-once.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { StorefrontTranslate } from '../../locales/texts.ts'
import { texts } from '../../locales/texts.ts'

const FrameContext = createContext<StorefrontFrame | undefined>(undefined)
export const FrameProvider = FrameContext.Provider

export function useFrame(): StorefrontFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('A part of a page needs the frame.')
  return frame
}

const PathContext = createContext('/')
export const PathProvider = PathContext.Provider

/** Returns the path of the page without its language. */
export const usePagePath = () => useContext(PathContext)

const LanguageContext = createContext<Language>('en')
/** The language of a page without a frame. */
export const LanguageProvider = LanguageContext.Provider

/** Returns the texts in the language of the page. */
export function useTexts(): StorefrontTranslate {
  const language = useContext(LanguageContext)
  return texts[useContext(FrameContext)?.language ?? language]
}

/**
 * Returns the attributes of a text of the seller. It is in the store's own language, whatever the
 * language of the page.
 */
export function useContentLanguage(): { lang?: Language } {
  const { language, languages } = useFrame()
  const [lang] = languages
  return lang === undefined || lang === language ? {} : { lang }
}

/** Returns a function that formats an amount in minor units. */
export function useMoney(): (amount: number) => string {
  const { store } = useFrame()
  return getMoneyFormat(store.locale, store.currency)
}

/** Returns a function that formats ISO dates as a span of days, in the language of the page. */
export function useDays(): (from: string, to: string) => string {
  const { language, store } = useFrame()
  const locale = getLocaleLanguage(store.locale) === language ? store.locale : language
  const format = getDayFormat(locale)
  // The first file of a typeface has no thin space, for which browsers would load the second one.
  return (from, to) => format.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ')
}

/**
 * Returns a function that formats the date of a time, in the language of the page and by default in the
 * time zone of the store.
 */
export function useDate(timeZone?: string): (time: string) => string {
  const { language, store } = useFrame()
  const locale = getLocaleLanguage(store.locale) === language ? store.locale : language
  const format = getDateFormat(locale, timeZone ?? store.timezone)
  return time => format.format(new Date(time))
}

/** Returns a function that formats a date with its time and time zone. */
export function useDateTime(timeZone: string): (time: string) => string {
  const format = getDateTimeFormat(useFrame().store.locale, timeZone)
  return time => format.format(new Date(time))
}

/** Returns a function that formats a time of the day such as 14:00, with the store's time zone. */
export function useTimeOfDay(): (time: string) => string {
  const { language, store } = useFrame()
  const locale = getLocaleLanguage(store.locale) === language ? store.locale : language
  const zone = getZoneFormat(locale, store.timezone)
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  return time => `${getTimeFormat(locale).format(new Date(`1970-01-01T${time}Z`))} ${zone ?? ''}`
}

/** Returns whether the theme shows the wish list and its hearts. */
export const useHasWishList = (): boolean => useFrame().theme.settings['showWishList'] !== false

/** Returns a function that formats a number. */
export function useNumber(): (value: number) => string {
  const format = getNumberFormat(useFrame().store.locale)
  return value => format.format(value)
}

/** Returns a function that formats a fraction as whole percent: -0.25 is -25%. */
export function usePercent(): (fraction: number) => string {
  const format = getPercentFormat(useFrame().store.locale)
  return fraction => format.format(fraction)
}

const getNumberFormat = createOnce(
  (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
)
const getPercentFormat = createOnce(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
)
const getDayFormat = createOnce(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }),
)
const getTimeFormat = createOnce(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }),
)
const getZoneFormat = createOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }),
)
const getDateFormat = createOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
)
const getDateTimeFormat = createOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
)
const getMoneyFormat = createOnce(createMoneyFormat)
