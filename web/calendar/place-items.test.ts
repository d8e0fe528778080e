import { expect, test } from 'vitest'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { getDistance, resizeItem, shiftItem } from './calendar-time.ts'
import { createValues, EventForm, pickChanges, toInput } from './event-form.ts'
import { placeInDay, placeInRow } from './place-items.ts'

const item = (title: string, start: string, end = start): CalendarItem => ({
  kind: 'event',
  recordId: null,
  title,
  isAllDay: start.length === 10,
  start,
  end,
  category: 'business',
  isPrivate: false,
  isRepeated: false,
  occursOn: null,
  version: 1,
  detail: null,
  count: 0,
})

test('items that overlap are in different lines, and free lines are used again', () => {
  const placed = placeInRow(
    [
      item('before', '2026-02-20', '2026-03-03'),
      item('Tuesday', '2026-03-03T10:00', '2026-03-03T11:00'),
      item('Wednesday', '2026-03-04'),
      item('until midnight', '2026-03-07T22:00', '2026-03-08T00:00'),
      item('after', '2026-03-08', '2026-03-20'),
      item('next week', '2026-03-09'),
    ],
    '2026-03-02',
    '2026-03-08',
  )
  expect(
    placed.map(({ item: { title }, column, span, line }) => [title, column, span, line]),
  ).toEqual([
    ['before', 0, 2, 0],
    ['Tuesday', 1, 1, 1],
    ['Wednesday', 2, 1, 0],
    ['until midnight', 5, 1, 0],
    ['after', 6, 1, 0],
  ])
  expect(placed[0]).toMatchObject({ startsBefore: true, endsAfter: false })
  expect(placed[4]).toMatchObject({ startsBefore: false, endsAfter: true })
})

test('items at the same time share the width, others have all of it', () => {
  const placed = placeInDay(
    [
      item('a', '2026-03-03T10:00', '2026-03-03T12:00'),
      item('b', '2026-03-03T11:00', '2026-03-03T11:00'),
      item('c', '2026-03-03T12:00', '2026-03-04T02:00'),
      item('d', '2026-03-02T22:00', '2026-03-03T01:00'),
    ],
    '2026-03-03',
  )
  expect(
    placed.map(({ item: { title }, from, to, column, columns }) => [
      title,
      from,
      to,
      column,
      columns,
    ]),
  ).toEqual([
    ['d', 0, 60, 0, 1],
    ['a', 600, 720, 0, 2],
    ['b', 660, 690, 1, 2],
    ['c', 720, 1440, 0, 1],
  ])
})

test('an item moves across midnight, and does not end before it starts', () => {
  const late = item('late', '2026-03-03T23:00', '2026-03-03T23:30')
  expect(shiftItem(late, 90)).toEqual({ start: '2026-03-04T00:30', end: '2026-03-04T01:00' })
  expect(shiftItem(item('day', '2026-03-03'), 1440)).toMatchObject({ start: '2026-03-04' })
  expect(resizeItem(late, -60)).toEqual({ start: late.start, end: late.start })
})

test('an item of whole days that is dropped into the hours moves by days only', () => {
  const drop = (moved: CalendarItem) =>
    shiftItem(moved, getDistance(moved, '2026-03-04', 18 * 60)).start
  expect(drop(item('whole day', '2026-03-02'))).toBe('2026-03-04')
  expect(drop(item('timed', '2026-03-02T10:00'))).toBe('2026-03-04T18:00')
})

test('a change of one time sends both, and a change of the title sends neither', () => {
  const before = toInput(
    EventForm.parse({ ...createValues('2026-03-02T10:00', null), title: 'Talk' }),
  )
  expect(pickChanges({ ...before, start: '2026-03-02T10:30' }, before)).toEqual({
    start: '2026-03-02T10:30',
    end: '2026-03-02T11:00',
  })
  expect(pickChanges({ ...before, title: 'Fair' }, before)).toEqual({ title: 'Fair' })
})
