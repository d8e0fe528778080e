import { describe, expect, test } from 'vitest'
import { getWeekday, shiftDay, weekdayCodes } from './calendar-day.ts'
import { findNextTask, parseRepeat } from './repeat.ts'

/** Returns the days of a series, each completed on its day. */
function listDays(repeat: string, day: string, limit = 5): string[] {
  const days: string[] = []
  let task: { day: string; repeat: string } | undefined = { day, repeat }
  while (task && days.length < limit) {
    days.push(task.day)
    task = findNextTask(task.repeat, task.day, task.day)
  }
  return days
}

test.each([
  ['FREQ=DAILY', '2026-12-30', ['2026-12-30', '2026-12-31', '2027-01-01']],
  ['FREQ=DAILY;INTERVAL=3', '2026-02-26', ['2026-02-26', '2026-03-01', '2026-03-04']],
  ['FREQ=WEEKLY;BYDAY=MO,TH', '2026-11-26', ['2026-11-26', '2026-11-30', '2026-12-03']],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-11-25', ['2026-11-25', '2026-12-09', '2026-12-23']],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-12-31', ['2027-12-31', '2028-01-31', '2028-02-29']],
  [
    'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31',
    '2026-06-01',
    ['2026-06-01', '2028-07-31', '2028-12-31'],
  ],
  ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-10', ['2026-11-10', '2026-12-08', '2027-01-12']],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', '2026-11-27', ['2026-11-27', '2027-02-26', '2027-05-28']],
  ['FREQ=YEARLY', '2028-02-29', ['2028-02-29', '2032-02-29', '2036-02-29']],
])('%s from %s', (repeat, day, expected) => {
  expect(listDays(repeat, day, 3)).toEqual(expected)
})

test('ends after its last day or its number of tasks', () => {
  expect(listDays('FREQ=DAILY;UNTIL=20261128', '2026-11-26', 9)).toHaveLength(3)
  expect(listDays('FREQ=WEEKLY;COUNT=4', '2026-11-26', 9)).toHaveLength(4)
})

test('a late task continues after the day on which it is completed', () => {
  expect(findNextTask('FREQ=WEEKLY', '2026-11-02', '2026-11-25')?.day).toBe('2026-11-30')
  expect(findNextTask('FREQ=MONTHLY;BYMONTHDAY=1', '2016-01-01', '2026-11-25')?.day).toBe(
    '2026-12-01',
  )
})

test.each([
  '',
  'FREQ=HOURLY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=100',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=5TU',
  'FREQ=MONTHLY;BYDAY=2TU,3TU',
  'FREQ=MONTHLY;BYDAY=2TU;BYMONTHDAY=1',
  'FREQ=WEEKLY;BYDAY=2TU',
  'FREQ=DAILY;UNTIL=20260230',
  'FREQ=DAILY;UNTIL=20261231;COUNT=2',
  'FREQ=DAILY;FREQ=DAILY',
  'FREQ=DAILY;BYSECOND=1',
])('rejects "%s"', text => {
  expect(parseRepeat(text)).toBeUndefined()
})

describe('over ten years', () => {
  const start = '2026-11-25'
  const rules = [1, 2, 3, 7, 99].flatMap(interval => [
    `FREQ=DAILY;INTERVAL=${interval}`,
    `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=TU,WE,SU`,
    `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=30`,
    `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=-1`,
    `FREQ=YEARLY;INTERVAL=${interval}`,
  ])
  test.each(rules)('%s finds exactly the days that match', rule => {
    const end = shiftDay(start, 3653)
    const found = listDays(rule, start, 4000).filter(day => day <= end)
    const parsed = parseRepeat(rule)
    if (!parsed) throw new Error(rule)
    const { frequency, interval, weekdays, monthDay } = parsed
    const monday = shiftDay(start, -getWeekday(start))
    const matches = (day: string) => {
      const days = (Date.parse(day) - Date.parse(start)) / 86_400_000
      const months = (Number(day.slice(0, 4)) - 2026) * 12 + Number(day.slice(5, 7)) - 11
      const weeks = Math.floor((Date.parse(day) - Date.parse(monday)) / (7 * 86_400_000))
      if (frequency === 'DAILY') return days % interval === 0
      if (frequency === 'WEEKLY')
        return weeks % interval === 0 && weekdays.includes(getWeekday(day))
      if (frequency === 'YEARLY') return day.slice(5) === '11-25' && months % (12 * interval) === 0
      const isLast = shiftDay(day, 1).endsWith('-01')
      return months % interval === 0 && (monthDay === -1 ? isLast : day.endsWith('-30'))
    }
    const expected = Array.from({ length: 3654 }, (_, index) => shiftDay(start, index)).filter(
      day => day === start || matches(day),
    )
    expect(found).toEqual(expected)
  })
})

test('the days of a week have a code', () => {
  expect(weekdayCodes[getWeekday('2026-11-25')]).toBe('WE')
})
