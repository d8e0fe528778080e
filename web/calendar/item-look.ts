import {
  IconArticle,
  IconCalendarEvent,
  IconChecklist,
  IconFileInvoice,
  IconPalette,
  IconRosetteDiscount,
  IconTruck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarItem, CalendarKind, EventCategory } from '#contract/desk/calendar-event.ts'
import { formatTimeOfDay } from '../desk/due-text.ts'
import { type Formatters, useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { getDayPart } from './calendar-time.ts'

export const kindIcons = {
  event: IconCalendarEvent,
  task: IconChecklist,
  shipBy: IconTruck,
  discount: IconRosetteDiscount,
  invoice: IconFileInvoice,
  theme: IconPalette,
  post: IconArticle,
} satisfies Record<CalendarKind, unknown>

export type ItemFilter = EventCategory | Exclude<CalendarKind, 'event'>

/** Returns what hides an item: the category of an event, or the kind of another record. */
export const getItemFilter = ({ kind, category }: CalendarItem): ItemFilter =>
  kind === 'event' ? (category ?? 'etc') : kind

export const getItemKey = ({ kind, recordId, start, occursOn, detail }: CalendarItem) =>
  [kind, recordId, occursOn ?? start, detail].join(' ')

/** Returns the path of the page that shows an item, or its query in the calendar. */
export function getItemPath(item: CalendarItem, params: URLSearchParams): string {
  const { kind, recordId, start, occursOn } = item
  const id = recordId ?? ''
  switch (kind) {
    case 'event': {
      const next = new URLSearchParams(params)
      next.set('edit', id)
      if (occursOn) next.set('on', occursOn)
      else next.delete('on')
      return `?${next}`
    }
    case 'task':
      return `/apps/todo/open?edit=${id}`
    case 'shipBy':
      return `/apps/order/list?${new URLSearchParams({ shipByFrom: getDayPart(start), shipByTo: getDayPart(start) })}`
    case 'discount':
      return `/apps/discount/list?edit=${id}`
    case 'invoice':
      return getRecordPath('invoice', id)
    case 'theme':
      return '/apps/themes'
    case 'post':
      return getRecordPath('post', id)
  }
}

/** Returns the texts of items: the title, the time, and a label that says all for screen readers. */
export function useItemTexts() {
  const { t } = useTranslation()
  const format = useFormatters()
  const getTitle = (item: CalendarItem): string => {
    const { kind, title, count, detail } = item
    if (kind === 'event' || kind === 'task') return title
    if (kind === 'shipBy') return t('calendar.shipBy', { count })
    if (kind === 'invoice') return t('calendar.invoiceDue', { number: title })
    if (kind === 'theme' || kind === 'post') return t('calendar.themePublished', { title })
    return t(detail === 'ends' ? 'calendar.discountEnds' : 'calendar.discountStarts', { title })
  }
  const getTime = (item: CalendarItem) =>
    item.isAllDay ? '' : formatTimeOfDay(format, item.start.slice(11))
  const getLabel = (item: CalendarItem) =>
    format.parts([
      // As in the calendar, so that people who control it by voice can say what they see.
      `${getTime(item)} ${getTitle(item)}`.trim(),
      formatItemTimes(format, item),
      t(`calendar.filter.${getItemFilter(item)}`),
      item.detail === 'overdue' && t('calendar.overdue'),
    ])
  return { getTitle, getTime, getLabel }
}

/** Returns the day and the time of an item, as ranges if it lasts. */
function formatItemTimes(format: Formatters, { isAllDay, start, end }: CalendarItem): string {
  const days =
    getDayPart(start) === getDayPart(end)
      ? format.day(getDayPart(start), { dateStyle: 'full' })
      : format.dateRange(getDayPart(start), getDayPart(end))
  if (isAllDay) return days
  const times = [start, end].map(time => formatTimeOfDay(format, time.slice(11)))
  return `${days} ${start === end ? times[0] : times.join(' – ')}`
}
