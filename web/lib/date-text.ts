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
const isoPattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2}))?$/
const exampleTime = Date.UTC(2026, 11, 24, 21, 30)

/**
 * Returns functions that write a day such as `2026-03-01`, or a local time such as
 * `2026-03-01T09:30`, in digits as the locale does, and read it.
 */
export const getDateText = createOnce((locale: string, hasTime = false) => {
  const dateFormat = getDateFormat(locale, hasTime ? timeOptions : digitOptions)
  const exampleParts = dateFormat.formatToParts(exampleTime)
  const order = exampleParts.map(({ type }) => type).filter(isPartType)
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' })
  const afternoonName = exampleParts.find(({ type }) => type === 'dayPeriod')?.value
  return {
    /** The names of the parts in their order, such as `day/month/year`. */
    pattern: removeMarks(
      exampleParts
        .map(({ type, value }) => {
          if (isPartType(type)) return names.of(type) ?? type
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
      const latinText = toLatinDigits(removeMarks(text)).trim()
      const isoNumbers = isoPattern.exec(latinText)?.slice(1)
      const numbers = isoNumbers ?? latinText.match(/\d+/g) ?? []
      const partTypes: PartType[] = isoNumbers ? ['year', 'month', 'day', 'hour', 'minute'] : order
      const parts = new Map(partTypes.map((type, index) => [type, numbers[index]]))
      if (numbers.length > partTypes.length) return undefined
      const year = parts.get('year') ?? ''
      if (isTyping && (year.length !== 4 || (hasTime && !/^\d\d$/.test(parts.get('minute') ?? ''))))
        return undefined
      const day = toDay(year, parts.get('month'), parts.get('day'))
      if (!hasTime || day === undefined) return day
      const hour = toHour(Number(parts.get('hour') ?? 0), latinText, afternoonName)
      const minute = Number(parts.get('minute') ?? 0)
      return hour < 24 && minute < 60 ? `${day}T${pad(hour)}:${pad(minute)}` : undefined
    },
  }
})

const isPartType = (type: string): type is PartType =>
  ['year', 'month', 'day', 'hour', 'minute'].includes(type)

const pad = (number: number) => String(number).padStart(2, '0')
const toMoment = (value: string) => (value.includes('T') ? `${value}Z` : `${value}T00:00Z`)

/** Direction marks between the parts of an Arabic date would stay in a text that the user edits. */
const removeMarks = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')

const toLatinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) - 0x660))

/** Returns a day that exists. Years of two digits are in this century. */
function toDay(year: string, month = '', day = ''): string | undefined {
  if ((year.length !== 2 && year.length !== 4) || !month || !day) return undefined
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = Date.parse(`${text}T00:00Z`)
  return toExistingDay(moment) === text ? text : undefined
}
const toExistingDay = (moment: number) =>
  Number.isNaN(moment) ? undefined : toLocalTime(moment, 'UTC').slice(0, 10)

/** Returns the hour of the day. `afternoonName` is undefined in locales that count 24 hours. */
function toHour(hour: number, text: string, afternoonName: string | undefined): number {
  const isAfternoon =
    /p\.?\s?m/i.test(text) || (afternoonName !== undefined && text.includes(afternoonName))
  const isMorning = afternoonName !== undefined && !isAfternoon && /\p{L}/u.test(text)
  if (isAfternoon) return hour < 12 ? hour + 12 : hour
  return isMorning && hour === 12 ? 0 : hour
}
