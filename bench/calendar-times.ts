import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import { type CalendarItem, CalendarKind } from '../contract/desk/calendar-event.ts'
import { listCalendar } from '../server/calendar/list-calendar.ts'
import { openBenchStore, startMeasuring } from './bench-store.ts'
import { measureMs } from './measure/measure.ts'

/**
 * Measures the calendar of a month with many events, series and tasks. The floor is one read of the same
 * number of rows by the driver.
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '5000' },
    orders: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '50' },
  },
})
const items = Number(values.items)
const period = { from: '2027-03-01', to: '2027-04-06' }
const daysOfPeriod = 37

const { sql, storeId, personId, close } = await openBenchStore({
  products: 1000,
  orders: Number(values.orders),
})
try {
  await insertItems(sql)
  await startMeasuring(sql)
  await sql`select set_config('app.person_id', ${personId}, false)`
  const principal = { abilities: [{ action: 'manage' as const, subject: 'all' as const }] }
  const list = (kinds?: CalendarItem['kind'][]) =>
    listCalendar(sql, { ...period, kinds }, principal)
  const found = (await list()).items
  const floor = await measure(
    () => sql`
      select id, title, category, is_all_day, starts_at::text, ends_at::text, version
      from calendar_event limit ${found.length}`,
  )
  const formatMs = (ms: number) => `${ms.toFixed(1)} | ${(ms / floor).toFixed(1)}`
  console.log(
    `\n${found.length} items in ${daysOfPeriod} days; fastest ms, and the ratio to one read in ${floor.toFixed(1)}\n`,
  )
  console.log('| kind | items | ms | ratio |\n| --- | --- | --- | --- |')
  for (const kind of CalendarKind.options) {
    const count = found.filter(item => item.kind === kind).length
    console.log(`| ${kind} | ${count} | ${formatMs(await measure(() => list([kind])))} |`)
  }
  console.log(`| all | ${found.length} | ${formatMs(await measure(() => list()))} |`)
  const withJson = await measure(async () => JSON.stringify(await list()))
  console.log(`| all, as JSON | ${found.length} | ${formatMs(withJson)} |`)
} finally {
  await close()
}

/** Six tenths are single events, two tenths series of five days a week, and two tenths tasks. */
async function insertItems(superuser: Sql) {
  await superuser.begin(async tx => {
    await tx`set local session_replication_role = replica`
    const single = Math.round(items * 0.6)
    await tx`
      insert into calendar_event (store_id, title, starts_at, ends_at, time_zone, created_by)
      select ${storeId}, 'Event ' || n, day, day + interval '1 hour',
        case n % 4 when 0 then 'America/New_York' else 'Europe/Berlin' end, ${personId}
      from generate_series(1, ${single}) n,
        lateral (select ${period.from}::timestamp + n % ${daysOfPeriod} * interval '1 day'
          + n % 20 * interval '30 minutes' as day)`
    // Events of earlier years, which the query leaves out.
    await tx`
      insert into calendar_event (store_id, title, starts_at, ends_at, time_zone, created_by)
      select ${storeId}, 'Past ' || n, day, day + interval '1 hour', 'Europe/Berlin', ${personId}
      from generate_series(1, ${items * 10}) n,
        lateral (select '2025-01-01'::timestamp + n * interval '15 minutes' as day)`
    const daysOfSeries = 26
    await tx`
      insert into calendar_event (
        store_id, title, starts_at, ends_at, time_zone, repeat, repeats_until, created_by)
      select ${storeId}, 'Series ' || n, day, day + interval '1 hour',
        case n % 4 when 0 then 'America/New_York' else 'Europe/Berlin' end,
        'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '9999-12-31', ${personId}
      from generate_series(1, ${Math.round((items * 0.2) / daysOfSeries)}) n,
        lateral (select '2024-01-01'::timestamp + n % 24 * interval '1 hour' as day)`
    await tx`
      insert into task (store_id, title, due_on)
      select ${storeId}, 'Task ' || n, ${period.from}::date + n % ${daysOfPeriod}
      from generate_series(1, ${Math.round(items * 0.2)}) n`
  })
  await superuser`vacuum analyze calendar_event`
  await superuser`vacuum analyze task`
}

/** Returns the time of the fastest round, which other work on the machine disturbs least. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < Number(values.rounds); round++)
    fastest = Math.min(fastest, await measureMs(work))
  return fastest
}
