import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { isInputFocused, normalizeKey } from '../lib/navigation/shortcut.ts'
import { getLayout } from '../lib/preference/layout.ts'
import css from './calendar.module.css'
import { calendarViews } from './calendar-time.ts'
import type { CalendarState } from './use-calendar-state.ts'

/** The period, the buttons that change it, and the views. */
export function CalendarToolbar({
  state,
  isDialogOpen,
}: {
  state: CalendarState
  isDialogOpen: boolean
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { view, day, period } = state
  useCalendarKeys(state, isDialogOpen)
  const label =
    view === 'month'
      ? format.day(day, { month: 'long', year: 'numeric' })
      : format.dateRange(period.from, period.to)
  return (
    <div className={css.toolbar}>
      <Button variant="default" onClick={state.showToday}>
        {t('calendar.today')}
      </Button>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('calendar.previous')}
          onClick={() => state.step(-1)}
        >
          <IconChevronLeft size={16} stroke={1.75} className="sw-flip" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('calendar.next')}
          onClick={() => state.step(1)}
        >
          <IconChevronRight size={16} stroke={1.75} className="sw-flip" />
        </ActionIcon>
      </ActionIcon.Group>
      <h2 className={css.period} aria-live="polite">
        {label}
      </h2>
      <SegmentedControl
        className={css.views}
        aria-label={t('calendar.views')}
        value={view}
        data={calendarViews.map(value => ({ value, label: t(`calendar.view.${value}`) }))}
        onChange={value => {
          const next = calendarViews.find(name => name === value)
          if (next) state.show(next)
        }}
      />
    </div>
  )
}

/** T shows today, M, W and A the views, J and K the next and the previous period. Arrows move between days. */
function useCalendarKeys(state: CalendarState, isDialogOpen: boolean) {
  useEffect(
    function listenForCalendarKeys() {
      const actions: Record<string, (() => void) | undefined> = {
        t: state.showToday,
        m: () => state.show('month'),
        w: () => state.show('week'),
        a: () => state.show('agenda'),
        j: () => state.step(1),
        k: () => state.step(-1),
      }
      const handleKey = (event: KeyboardEvent) => {
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey
        if (isDialogOpen || event.defaultPrevented || hasModifier) return
        if (isInputFocused(event.target)) return
        if (moveBetweenDays(event)) return event.preventDefault()
        const action = getLayout().shortcuts ? actions[normalizeKey(event)] : undefined
        action?.()
        if (action) event.preventDefault()
      }
      window.addEventListener('keydown', handleKey)
      return () => window.removeEventListener('keydown', handleKey)
    },
    [state, isDialogOpen],
  )
}

const dayDistances: Record<string, number | undefined> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** Returns whether an arrow has moved the focus from one day of the month to another. */
function moveBetweenDays({ key, target }: KeyboardEvent): boolean {
  const distance = dayDistances[key]
  if (distance === undefined || !(target instanceof HTMLElement)) return false
  const days = [...document.querySelectorAll<HTMLElement>('[data-calendar-day]')]
  const index = days.indexOf(target)
  if (index === -1) return false
  const isMirrored = getComputedStyle(target).direction === 'rtl' && Math.abs(distance) === 1
  days[index + (isMirrored ? -distance : distance)]?.focus()
  return true
}
