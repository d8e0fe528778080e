import { createOnce } from '#contract/lib/create-once.ts'
import { getDateFormat } from './intl-format.ts'
import { toLocalTime } from './time-zone.ts'

type PartType = 'year' | 'month' | 'day' | 'hour' | 'minute'

const digitOptions: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC', // local times have no time zone
}
const timeOptions: Intl.DateTimeFormatOptions = {
  ...digitOptions,
  hour: '2-digit',
  minute: '2-digit',
}
/**
 * A date with the year first, as in ISO 8601 or Japan. A time in UTC is none of these, because it
 * would be read as a local time.
 */
const yearFirstPattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:$|[T ])(?!.*Z$)/i
const secondsPattern = /(\d:\d{2}):[0-5]\d(?:\.\d+)?/
const exampleTime = Date.UTC(2026, 11, 24, 21, 30)
const exampleMorning = Date.UTC(2026, 11, 24, 9, 30)
const yearFirstOrder: PartType[] = ['year', 'month', 'day', 'hour', 'minute']
/** The names of `Intl` mix forms with and without an article. */
const arabicNames: Record<PartType, string> = {
  year: 'سنة',
  month: 'شهر',
  day: 'يوم',
  hour: 'ساعة',
  minute: 'دقيقة',
}

/**
 * Returns functions that write a day such as `2026-03-01`, or a local time such as
 * `2026-03-01T09:30`, in digits as the locale does, and read it.
 */
export const getDateText = createOnce((locale: string, hasTime = false, defaultTime = '00:00') => {
  const dateFormat = getDateFormat(locale, hasTime ? timeOptions : digitOptions)
  const exampleParts = dateFormat.formatToParts(exampleTime)
  const order = exampleParts.map(({ type }) => type).filter(isPartType)
  const getName = createPartNames(locale)
  const morningName = findDayPeriod(dateFormat.formatToParts(exampleMorning))
  const afternoonName = findDayPeriod(exampleParts)
  return {
    /** The names of the parts in their order, such as `day/month/year`. */
    pattern: removeMarks(
      exampleParts
        .map(({ type, value }) => {
          if (isPartType(type)) return getName(type)
          return type === 'literal' ? value : ''
        })
        .join(''),
    ).trim(),
    format: (value: string) =>
      value === '' ? '' : removeMarks(dateFormat.format(Date.parse(toMoment(value)))),
    /**
     * Returns the day or local time of a text, or undefined if it is none. While the user is
     * `typing`, the year needs four digits and the time must be there.
     */
    parse(text: string, { isTyping = false } = {}): string | undefined {
      const { plainText, parts } = readParts(text, order)
      if (!parts) return undefined
      const year = parts.get('year') ?? ''
      if (isTyping && (year.length !== 4 || (hasTime && !/^\d\d$/.test(parts.get('minute') ?? ''))))
        return undefined
      const day = toDay(year, parts.get('month'), parts.get('day'))
      if (!hasTime || day === undefined) return day
      if (!parts.get('hour')) return `${day}T${defaultTime}`
      const hour = toHour(Number(parts.get('hour')), plainText, { morningName, afternoonName })
      const minute = Number(parts.get('minute') ?? 0)
      return hour < 24 && minute < 60 ? `${day}T${pad(hour)}:${pad(minute)}` : undefined
    },
  }
})

const isPartType = (type: string): type is PartType => yearFirstOrder.some(part => part === type)

function createPartNames(locale: string): (type: PartType) => string {
  if (locale.startsWith('ar')) return type => arabicNames[type]
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' })
  return type => names.of(type) ?? type
}

const findDayPeriod = (parts: readonly Intl.DateTimeFormatPart[]) =>
  parts.find(({ type }) => type === 'dayPeriod')?.value

const pad = (number: number) => String(number).padStart(2, '0')
const toMoment = (value: string) => (value.includes('T') ? `${value}Z` : `${value}T00:00Z`)

/** Direction marks between the parts of an Arabic date would stay in a text that the user edits. */
const removeMarks = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')

const toLatinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) - 0x660))

/**
 * Returns the text with Latin digits and the numbers in it. The numbers are undefined if there are
 * too many.
 */
function readParts(text: string, order: readonly PartType[]) {
  const latinText = toLatinDigits(removeMarks(text)).trim()
  const isYearFirst = yearFirstPattern.test(latinText)
  // The `T` of an ISO time does not mean morning.
  const plainText = latinText.replace(yearFirstPattern, '$1-$2-$3 ').trim()
  const numbers = plainText.replace(secondsPattern, '$1').match(/\d+/g) ?? []
  const partTypes = isYearFirst ? yearFirstOrder : order
  if (numbers.length > partTypes.length) return { plainText }
  return { plainText, parts: new Map(partTypes.map((type, index) => [type, numbers[index]])) }
}

/** Returns a day that exists. Years of two digits are in this century. */
function toDay(year: string, month = '', day = ''): string | undefined {
  if ((year.length !== 2 && year.length !== 4) || !month || !day) return undefined
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = Date.parse(`${text}T00:00Z`)
  return toExistingDay(moment) === text ? text : undefined
}
const toExistingDay = (moment: number) =>
  Number.isNaN(moment) ? undefined : toLocalTime(moment, 'UTC').slice(0, 10)

type DayPeriods = { morningName: string | undefined; afternoonName: string | undefined }

/**
 * Returns the hour of the day. The names are undefined in locales that count 24 hours, where `am`
 * and `pm` after the time count too.
 */
function toHour(hour: number, text: string, { morningName, afternoonName }: DayPeriods): number {
  const isAfternoon = /\d\s*p(?:\.?\s?m\.?)?$/i.test(text) || includesName(text, afternoonName)
  if (isAfternoon) return hour < 12 ? hour + 12 : hour
  const isMorning = /\d\s*a(?:\.?\s?m\.?)?$/i.test(text) || includesName(text, morningName)
  return isMorning && hour === 12 ? 0 : hour
}
const includesName = (text: string, name: string | undefined) =>
  name !== undefined && text.includes(name)
