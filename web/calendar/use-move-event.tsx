import { useState } from 'react'
import { type CalendarItem, calendarApi, type SeriesScope } from '#contract/desk/calendar-event.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { ScopeDialog } from './scope-dialog.tsx'

type Times = { start: string; end: string }

/** Saves an event that was dragged. For one of a series, it asks which events to change. */
export function useMoveEvent() {
  const { timeZone } = useFormatters()
  const update = useRouteMutation(calendarApi.update)
  const [asked, setAsked] = useState<{ item: CalendarItem; times: Times }>()
  function save(item: CalendarItem, times: Times, scope?: SeriesScope) {
    const { recordId, occursOn, version, isRepeated } = item
    if (recordId === null || version === null) return
    update.mutate({
      params: { id: recordId },
      body: {
        ...times,
        ...(timeZone && !item.isAllDay && { timeZone }),
        version,
        ...(isRepeated && scope && { scope, occursOn: occursOn ?? undefined }),
      },
    })
  }
  return {
    change: (item: CalendarItem, times: Times) =>
      item.isRepeated ? setAsked({ item, times }) : save(item, times),
    dialog: asked && (
      <ScopeDialog
        title={asked.item.title}
        onChoose={scope => {
          save(asked.item, asked.times, scope)
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
