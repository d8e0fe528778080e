import { shiftDay } from '#contract/desk/calendar-day.ts'
import { type CalendarItem, calendarLimits } from '#contract/desk/calendar-event.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import { joinRecord, selectRecordName } from '../../desk/rule/desk-record.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type ServerTranslate, serverTexts } from '../../locales/texts.ts'
import { getMembership } from '../../staff/rule/staff-change.ts'
import { listCalendar } from '../list-calendar.ts'
import { getDay } from '../rule/event-times.ts'
import { toMoment } from '../rule/time-zone.ts'
import type { OpenFeed } from './calendar-feed-store.ts'
import { describeEvent, type FeedEvent } from './describe-event.ts'
import { describeTimeZone } from './describe-time-zone.ts'
import { escapeIcalText, formatIcal, type IcalLine, toIcalDay, toIcalMoment } from './ical-text.ts'

/** Days around today. Calendar apps delete events that are no longer in the feed. */
const pastDays = 92
const nextDays = 300
const maxEvents = 5000

/**
 * Returns what the person of a feed sees in the calendar, in iCalendar. It depends on the rows only, so
 * that an unchanged feed has the same text.
 * @throws Problem 404 not_found for a person who has no access to the calendar
 */
export async function renderFeed(tx: Tx, feed: OpenFeed, publicUrl: string): Promise<string> {
  const { abilities } = await getMembership(tx, feed.personId)
  assertFound(hasPermission(abilities, 'calendar:read') || undefined)
  const [store] = await tx<{ name: string; today: string }[]>`
    select name, (now() at time zone timezone)::date::text as today
    from store where id = current_store()`
  const { name, today } = assertFound(store)
  const period = { from: shiftDay(today, -pastDays), to: shiftDay(today, nextDays) }
  const t = serverTexts[feed.language]
  const { storeId, createdAt: stamp } = feed
  const target = { host: new URL(publicUrl).hostname, url: publicUrl, storeId, stamp, t }
  const events = feed.kinds.includes('event')
    ? await listFeedEvents(tx, feed, { ...period, today, abilities, t })
    : []
  const kinds = feed.kinds.filter(kind => kind !== 'event')
  const { items, timeZone } = await listCalendar(tx, { ...period, kinds }, { abilities })
  const dates = kinds.length > 0 ? items : []
  return formatIcal([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Storewright//Calendar//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['X-WR-CALNAME', escapeIcalText(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['X-PUBLISHED-TTL', 'PT1H'],
    ...describeTimeZones(events),
    ...events.flatMap(event => describeEvent(event, target)),
    ...dates.flatMap(item => describeDate(item, timeZone, target)),
    ['END', 'VCALENDAR'],
  ])
}

/** Returns the events of a period, and the series that are not over. */
type FeedRow = FeedEvent & { recordName: string; customerId: string | null }

async function listFeedEvents(
  tx: Tx,
  { hasCustomerNames }: OpenFeed,
  {
    from,
    to,
    today,
    abilities,
    t,
  }: {
    from: string
    to: string
    today: string
    abilities: Ability[]
    t: ServerTranslate
  },
): Promise<FeedEvent[]> {
  const isPast = tx`(t.repeat is null and t.ends_at < ${today}::date)`
  // Events that are not over come first, because apps delete events beyond the limit.
  const rows = await tx<FeedRow[]>`
    select t.id, t.title, t.description, t.location, t.is_all_day, t.time_zone, t.repeat,
      to_char(t.starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
      to_char(t.ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends_at,
      t.excluded_on::text[] as excluded_on, t.updated_at, t.customer_id,
      ${selectRecordName(tx, { abilities })}
    from calendar_event t ${joinRecord(tx)}
    where t.starts_at < ${to}::date + 1 and (
      t.repeat is null and t.starts_at >= ${from}::date - ${calendarLimits.days}::integer
        and t.ends_at >= ${from}::date
      or t.repeat is not null and t.repeats_until >= ${from}::date)
    order by ${isPast}, case when ${isPast} then t.starts_at end desc, t.starts_at, t.id
    limit ${maxEvents}`
  const byStart = rows.sort(
    (a, b) => Number(a.startsAt > b.startsAt) - Number(a.startsAt < b.startsAt),
  )
  return byStart.map(({ recordName, customerId, description, ...event }) => {
    const isNamed = recordName !== '' && (customerId === null || hasCustomerNames)
    const about = isNamed ? t('calendarFeed.about', { name: recordName }) : ''
    return { ...event, description: [description, about].filter(Boolean).join('\n\n') }
  })
}

/** Returns the time zones of series with times. Other events are in UTC. */
function describeTimeZones(events: readonly FeedEvent[]): IcalLine[] {
  const firstDays = new Map<string, string>()
  for (const { repeat, isAllDay, timeZone, startsAt } of events) {
    if (repeat === null || isAllDay) continue
    // Events are by start.
    if (!firstDays.has(timeZone)) firstDays.set(timeZone, getDay(startsAt))
  }
  return [...firstDays].flatMap(([timeZone, day]) => describeTimeZone(timeZone, shiftDay(day, -1)))
}

type FeedTarget = { host: string; url: string; storeId: string; stamp: string; t: ServerTranslate }

/** Returns the component of a date of another record. */
function describeDate(
  item: CalendarItem,
  timeZone: string,
  { host, url, storeId, stamp, t }: FeedTarget,
): IcalLine[] {
  const { kind, recordId, start, isAllDay, detail } = item
  const day = getDay(start)
  const time: IcalLine = isAllDay
    ? ['DTSTART;VALUE=DATE', toIcalDay(day)]
    : ['DTSTART', toIcalMoment(toMoment(start, timeZone))]
  return [
    ['BEGIN', 'VEVENT'],
    [
      'UID',
      `${kind}-${recordId ?? `${storeId}-${day}`}-${detail === 'overdue' ? 'due' : detail}@${host}`,
    ],
    ['DTSTAMP', toIcalMoment(new Date(stamp))],
    time,
    ['SUMMARY', escapeIcalText(getDateTitle(item, t))],
    ['URL', `${url}/apps/calendar?view=agenda&day=${day}`],
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT'],
  ]
}

function getDateTitle({ kind, title, detail, count }: CalendarItem, t: ServerTranslate): string {
  if (kind === 'shipBy') return t('calendarFeed.shipBy', { count })
  if (kind === 'invoice') return t('calendarFeed.invoiceDue', { number: title })
  if (kind === 'theme' || kind === 'post') return t('calendarFeed.published', { title })
  if (kind === 'discount')
    return t(`calendarFeed.${detail === 'ends' ? 'discountEnds' : 'discountStarts'}`, { title })
  return title
}
