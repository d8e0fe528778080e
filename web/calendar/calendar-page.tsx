import { Button } from '@mantine/core'
import { IconRss } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type CalendarItem, calendarApi } from '#contract/desk/calendar-event.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { AgendaView } from './agenda-view.tsx'
import css from './calendar.module.css'
import { CalendarFilters } from './calendar-filters.tsx'
import { resizeItem, shiftItem } from './calendar-time.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { getItemFilter } from './item-look.ts'
import { MonthView } from './month-view.tsx'
import { OpenEvent } from './open-event.tsx'
import { phoneQuery, useCalendarState } from './use-calendar-state.ts'
import { useMoveEvent } from './use-move-event.tsx'
import { WeekView } from './week-view.tsx'

/** The events of the store, and the dates of its orders, tasks, invoices and discounts. */
export function CalendarPage() {
  const { t } = useTranslation()
  const state = useCalendarState()
  const { view, day, today, period, hidden } = state
  const canEdit = useHasPermission()('calendar:write')
  const calendar = useQuery({
    ...queryOptionsFor(calendarApi.list, { query: period }),
    placeholderData: previous => previous,
  })
  const { openNew, ...dialog } = useEventDialog()
  const move = useMoveEvent()
  const filterKey = hidden.join()
  const items = useMemo(
    () => filterItems(calendar.data?.items ?? [], filterKey),
    [calendar.data, filterKey],
  )
  const openDay = (shownDay: string) => state.show('agenda', shownDay)
  const grid = {
    ...period,
    items,
    today,
    canEdit,
    onOpenDay: openDay,
    onAdd: (time: string) => {
      const showsDay = !canEdit || (view === 'month' && matchMedia(phoneQuery).matches)
      return showsDay ? openDay(time.slice(0, 10)) : openNew(time)
    },
    onMove: (item: CalendarItem, minutes: number) =>
      minutes !== 0 && move.change(item, shiftItem(item, minutes)),
    onResize: (item: CalendarItem, minutes: number) => move.change(item, resizeItem(item, minutes)),
  }
  return (
    <>
      <PageHeader title={t('calendar.title')}>
        <SubscribeButton />
        <AddButton can="calendar:write" label={t('calendar.add')} onClick={() => openNew(day)} />
      </PageHeader>
      <CalendarToolbar state={state} isDialogOpen={dialog.value !== null} />
      <CalendarFilters hidden={hidden} onToggle={state.toggle} />
      <QueryBoundary query={calendar} skeleton={<div className={css.skeleton} />}>
        {({ isTruncated }) => (
          <>
            {isTruncated && <p className={css.note}>{t('calendar.truncated')}</p>}
            {view === 'month' && <MonthView {...grid} month={day.slice(0, 7)} />}
            {view === 'week' && <WeekView {...grid} />}
            {view === 'agenda' && <AgendaView {...grid} />}
          </>
        )}
      </QueryBoundary>
      <OpenEvent {...dialog} today={today} />
      {move.dialog}
    </>
  )
}

const filterItems = (items: readonly CalendarItem[], filterKey: string) => {
  const hidden = new Set(filterKey.split(','))
  return items.filter(item => !hidden.has(getItemFilter(item)))
}

const SubscribeDialog = lazy(() =>
  import('./subscribe-dialog.tsx').then(module => ({ default: module.SubscribeDialog })),
)

function SubscribeButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRss size={16} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('calendar.feed.subscribe')}
      </Button>
      {isOpen && (
        <Suspense>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Keeps the open event in the URL: its id, and its day or the time of a new event. */
function useEventDialog() {
  const [params, setParams] = useSearchParams()
  const show = (id: string | null, on: string | null) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        for (const [name, value] of Object.entries({ edit: id, on, about: null }))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { preventScrollReset: true },
    )
  return {
    value: params.get('edit'),
    on: params.get('on'),
    about: params.get('about'),
    openNew: (time: string) => show('new', time),
    onClose: () => show(null, null),
  }
}
