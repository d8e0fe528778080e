import { useMediaQuery } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { isDay } from '#contract/desk/calendar-day.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toLocalDay } from '../lib/time-zone.ts'
import { type CalendarView, calendarViews, getShownDays, stepDay } from './calendar-time.ts'

export const phoneQuery = '(max-width: 48em)'

/** Keeps the view, the day and the hidden kinds of the calendar in the URL. Phones start with the agenda. */
export function useCalendarState() {
  const [params, setParams] = useSearchParams()
  const format = useFormatters()
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false })
  const view =
    calendarViews.find(name => name === params.get('view')) ?? (isPhone ? 'agenda' : 'month')
  const today = toLocalDay(Date.now(), format.timeZone)
  const wantedDay = params.get('day') ?? ''
  const day = isDay(wantedDay) ? wantedDay : today
  const hidden = params.get('hide')?.split(',').filter(Boolean) ?? []
  const setParam = (changes: Record<string, string | null>) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        for (const [name, value] of Object.entries(changes))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  return {
    view,
    day,
    today,
    hidden,
    period: getShownDays(format, view, day),
    show: (next: CalendarView, nextDay = day) => setParam({ view: next, day: nextDay }),
    step: (direction: 1 | -1) => setParam({ day: stepDay(view, day, direction) }),
    showToday: () => setParam({ day: null }),
    toggle: (name: string) => {
      const names = hidden.includes(name)
        ? hidden.filter(other => other !== name)
        : [...hidden, name]
      setParam({ hide: names.length > 0 ? names.join(',') : null })
    },
  }
}
export type CalendarState = ReturnType<typeof useCalendarState>
