import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { calendarApi } from '#contract/desk/calendar-event.ts'
import { notificationApi, type StoreNotification } from '#contract/staff/notification.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'
import { findReminder } from './rule/find-reminder.ts'

let t: TestApp
let colleague: Tester
beforeAll(async () => {
  t = await startTestApp()
  colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'calendar' }],
  })
})
afterAll(() => t.close())
beforeEach(() =>
  // Private events are visible to their creator only.
  t.sql.begin(async tx => {
    await tx`delete from calendar_event`
    await tx`delete from notification`
  }),
)

const list = async (as: 'owner' | Tester): Promise<StoreNotification[]> =>
  (await t.call(as, notificationApi.list)).body.data
/** Returns the time of the clock in UTC in some minutes. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)
const create = (body: object) =>
  t.call('owner', calendarApi.create, {
    body: { title: 'Call', timeZone: 'UTC', reminderMinutes: 30, ...body },
  })
const makeDue = () =>
  t.sql`update calendar_event set remind_at = date_trunc('minute', now()) where remind_at is not null`

test('everyone with the calendar is reminded of an event once', async () => {
  await create({ title: 'Later', start: inMinutes(120) })
  await t.runJob('calendar.remind')
  expect(await list('owner')).toEqual([])
  await makeDue()
  await t.runJob('calendar.remind')
  await t.runJob('calendar.remind')
  for (const person of ['owner', colleague] as const)
    expect(await list(person)).toMatchObject([
      { kind: 'event_soon', subject: 'calendar', data: { title: 'Later', isAllDay: false } },
    ])
})

test('only its creator is reminded of a private event', async () => {
  await create({ title: 'Doctor', start: inMinutes(120), isPrivate: true })
  await makeDue()
  await t.runJob('calendar.remind')
  expect(await list('owner')).toMatchObject([{ data: { title: 'Doctor' } }])
  expect(await list(colleague)).toEqual([])
})

test('a series reminds again, and an event that is long over does not', async () => {
  const start = `${inMinutes(-3 * 1440).slice(0, 10)}T00:00`
  await create({ title: 'Daily', start, repeat: 'FREQ=DAILY', reminderMinutes: 0 })
  await create({ title: 'Old', start: inMinutes(-600) })
  await t.sql`update calendar_event set remind_at = now() - interval '10 hours' where title = 'Old'`
  await makeDueSeries()
  await t.runJob('calendar.remind')
  expect((await list('owner')).map(({ data }) => data)).toMatchObject([
    { title: 'Daily', occursOn: new Date().toISOString().slice(0, 10) },
  ])
  const rows = await t.sql<{ title: string; isNext: boolean }[]>`
    select title, coalesce(remind_at > now(), false) as "isNext" 
    from calendar_event where title in ('Daily', 'Old') order by title`
  expect(rows.map(row => ({ ...row }))).toEqual([
    { title: 'Daily', isNext: true },
    { title: 'Old', isNext: false },
  ])
})
const makeDueSeries = () => t.sql`update calendar_event set remind_at = now() where title = 'Daily'`

test('a reminder is sent once if the clock of the server is behind', async () => {
  await create({ title: 'Now', start: inMinutes(0), reminderMinutes: 0 })
  await t.sql`update calendar_event set remind_at = starts_at at time zone 'UTC'`
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 180_000 })
  await t.runJob('calendar.remind')
  vi.useRealTimers()
  await t.runJob('calendar.remind')
  expect(await list('owner')).toHaveLength(1)
})

test('a reminder follows the clock of its time zone, and leaves out excluded days', () => {
  const event = {
    isAllDay: false,
    startsAt: '2026-03-27T10:00',
    endsAt: '2026-03-27T11:00',
    timeZone: 'Europe/Berlin',
    repeat: 'FREQ=DAILY',
    excludedOn: ['2026-03-28'],
    reminderMinutes: 60,
  }
  const find = (after: string) => findReminder(event, new Date(after))?.toISOString()
  expect(find('2026-03-27T00:00:00Z')).toBe('2026-03-27T08:00:00.000Z')
  expect(find('2026-03-27T08:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(findReminder({ ...event, repeat: null }, new Date('2026-03-28T00:00:00Z'))).toBeNull()
  expect(
    findReminder(
      { ...event, isAllDay: true, reminderMinutes: 1440 },
      new Date('2026-03-01'),
    )?.toISOString(),
  ).toBe('2026-03-26T08:00:00.000Z')
})
