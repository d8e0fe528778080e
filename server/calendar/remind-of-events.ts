import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { getDay } from './rule/event-times.ts'
import { findReminder, type RemindedEvent } from './rule/find-reminder.ts'
import { toClockTime } from './rule/time-zone.ts'

type DueEvent = RemindedEvent & {
  id: string
  title: string
  isPrivate: boolean
  remindAt: string
  createdBy: string | null
}

const minuteMs = 60_000
/** A server that was down longer than that sends no reminder of an event that is over. */
const latestMs = 60 * minuteMs

/** Notifies of the due events once, and sets their next reminders in the same transaction. */
async function sendReminders(tx: Tx, personId: string | null): Promise<void> {
  const events = await tx<DueEvent[]>`
    select id, title, is_all_day, is_private, time_zone, repeat, reminder_minutes, remind_at, created_by,
      to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
      to_char(ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends_at, excluded_on::text[] as excluded_on
    from calendar_event
    where remind_at <= now() and is_private = ${personId !== null}
    order by id for update`
  const now = new Date()
  for (const event of events) {
    // The clock of the database can be ahead.
    const after = new Date(Math.max(now.getTime(), Date.parse(event.remindAt)))
    await tx`
      update calendar_event set remind_at = ${findReminder(event, after)}, updated_at = now()
      where id = ${event.id}`
    const startsAt = new Date(Date.parse(event.remindAt) + (event.reminderMinutes ?? 0) * minuteMs)
    const duration = Date.parse(`${event.endsAt}Z`) - Date.parse(`${event.startsAt}Z`)
    if (startsAt.getTime() + duration + latestMs < now.getTime()) continue
    const data = {
      title: event.title,
      startsAt: startsAt.toISOString(),
      isAllDay: event.isAllDay,
      ...(event.repeat !== null && { occursOn: getDay(toClockTime(startsAt, event.timeZone)) }),
    }
    await tx`
      select add_notification('event_soon', 'calendar', ${event.id}, ${tx.json(data)},
        ${event.isPrivate ? event.createdBy : null})`
  }
}

/** Returns the job that reminds of events. */
export const reminderJobs = (app: App): JobHandlers => ({
  'calendar.remind': async (_payload, { abortSignal }) => {
    const due = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string; personId: string | null }[]>`
        select store_id, person_id from list_due_reminders()`,
    )
    for (const { storeId, personId } of due) {
      if (abortSignal?.aborted) return
      await withStoreTransaction(app.db, storeId, tx => sendReminders(tx, personId), {
        personId: personId ?? undefined,
      })
    }
  },
})
