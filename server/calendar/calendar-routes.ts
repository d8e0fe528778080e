import { calendarApi } from '#contract/desk/calendar-event.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { createEvent, deleteEvent, getEvent, updateEvent } from './calendar-event-store.ts'
import { listCalendar } from './list-calendar.ts'
import { reminderJobs } from './remind-of-events.ts'

export function calendarRoutes(app: App) {
  serve(app, calendarApi.list, ({ tx, query, principal }) => listCalendar(tx, query, principal))
  serve(app, calendarApi.get, ({ tx, params, principal }) => getEvent(tx, params.id, principal))
  serve(
    app,
    calendarApi.create,
    ({ tx, body, principal }) => createEvent(tx, body, principal),
    ({ tx, principal }, id) => getEvent(tx, id, principal),
  )
  serve(app, calendarApi.update, ({ tx, params, body, principal }) =>
    updateEvent(tx, params.id, body, principal),
  )
  serve(app, calendarApi.delete, ({ tx, params, query, principal }) =>
    deleteEvent(tx, params.id, query, principal),
  )
  Object.assign(app.jobs, reminderJobs(app))
}
