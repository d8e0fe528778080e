import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { getDayPart, getLastDay, getMinutes, listDays } from './calendar-time.ts'

/** An item in a row of days: its first column, its number of columns and its line, from 0. */
export type PlacedItem = {
  item: CalendarItem
  column: number
  span: number
  line: number
  startsBefore: boolean
  endsAfter: boolean
}

/** Returns the index of the first free line, and marks it as used until a column. */
function takeLine(ends: number[], column: number, span: number): number {
  const free = ends.findIndex(end => end <= column)
  const line = free === -1 ? ends.length : free
  ends[line] = column + span
  return line
}

/** Places items in a row of days, longer ones above. Items that overlap get different lines. */
export function placeInRow(items: readonly CalendarItem[], from: string, to: string): PlacedItem[] {
  const days = listDays(from, to)
  const ends: number[] = []
  return items
    .filter(item => getDayPart(item.start) <= to && getLastDay(item) >= from)
    .map(item => {
      const first = getDayPart(item.start)
      const last = getLastDay(item)
      const column = Math.max(0, days.indexOf(first))
      const endColumn = last > to ? days.length - 1 : days.indexOf(last)
      return {
        item,
        column,
        span: endColumn - column + 1,
        startsBefore: first < from,
        endsAfter: last > to,
      }
    })
    .sort((a, b) => a.column - b.column || b.span - a.span)
    .map(placed => ({ ...placed, line: takeLine(ends, placed.column, placed.span) }))
}

/** An item in a day: minutes since midnight, and its part of the width among items at the same time. */
export type PlacedTime = {
  item: CalendarItem
  from: number
  to: number
  column: number
  columns: number
}

const dayMinutes = 1440
const shortestMinutes = 30

/** Places the items of a day with a time. Those at the same time are beside each other. */
export function placeInDay(items: readonly CalendarItem[], day: string): PlacedTime[] {
  const times = items
    .filter(item => getDayPart(item.start) <= day && getLastDay(item) >= day)
    .map(item => {
      const from = getDayPart(item.start) < day ? 0 : getMinutes(item.start)
      const end = getDayPart(item.end) > day ? dayMinutes : getMinutes(item.end)
      const to = Math.min(dayMinutes, Math.max(end, from + shortestMinutes))
      return { item, from: Math.min(from, dayMinutes - shortestMinutes), to }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  return groupOverlaps(times).flatMap(group => {
    const ends: number[] = []
    const placed = group.map(time => ({
      ...time,
      column: takeLine(ends, time.from, time.to - time.from),
    }))
    return placed.map(time => ({ ...time, columns: ends.length }))
  })
}

/** Returns groups of times in order, so that times of different groups do not overlap. */
function groupOverlaps<T extends { from: number; to: number }>(times: readonly T[]): T[][] {
  const groups: T[][] = []
  let end = -1
  for (const time of times) {
    if (time.from >= end) groups.push([])
    groups.at(-1)?.push(time)
    end = Math.max(end, time.to)
  }
  return groups
}
