import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { calendarApi } from '#contract/desk/calendar-event.ts'
import { calendarFeedApi } from '#contract/desk/calendar-feed.ts'
import { taskApi } from '#contract/desk/task.ts'
import { roleAbilities } from '#contract/lib/call/permission.ts'
import { insertRow } from '../../lib/db/db.ts'
import { createApiKeyTester } from '../../testing/subject/api-key-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'
import { toMoment } from '../rule/time-zone.ts'

let t: TestApp
let colleague: Awaited<ReturnType<typeof makePerson>>
beforeAll(async () => {
  t = await startTestApp()
  colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: roleAbilities.manager,
  })
  await t.inStore(tx => tx`update store set timezone = 'Europe/Berlin'`)
})
afterAll(() => t.close())
beforeEach(() => t.sql`delete from calendar_event`)

const input = { kinds: ['event', 'task'], hasCustomerNames: false, language: 'en' }
const subscribe = async (body: object = input, who: 'owner' | typeof colleague = 'owner') => {
  const reply = await t.call(who, calendarFeedApi.createFeed, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data.token
}
const read = (token: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/calendar/feed/${token}.ics`, headers, remoteAddress: '203.0.113.9' })
const readEvents = async (token: string) => {
  const reply = await read(token)
  expect(reply.statusCode).toBe(200)
  for (const line of reply.body.split('\r\n'))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const component = new ICAL.Component(ICAL.parse(reply.body))
  for (const zone of component.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  return component.getAllSubcomponents('vevent').map(event => new ICAL.Event(event))
}
const createEvent = async (body: object) => {
  const reply = await t.call('owner', calendarApi.create, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data
}
const shiftToday = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a feed has the events and the chosen dates of its person', async () => {
  const day = shiftToday(3)
  await createEvent({
    title: 'Fair; hall 2, “Süd”',
    description: 'First line\nSecond line, which is long enough to be folded: äöü äöü äöü äöü äöü',
    start: `${day}T09:30`,
    end: `${day}T11:00`,
  })
  await createEvent({ title: 'Holidays', start: day, end: shiftToday(5) })
  await t.call('owner', taskApi.create, { body: { title: 'Call the printer', dueDate: day } })
  const events = await readEvents(await subscribe())
  expect(events.map(event => event.summary).sort()).toEqual([
    'Call the printer',
    'Fair; hall 2, “Süd”',
    'Holidays',
  ])
  const fair = events.find(event => event.summary?.startsWith('Fair'))
  expect(fair?.startDate.toJSDate()).toEqual(toMoment(`${day}T09:30`, 'Europe/Berlin'))
  expect(fair?.endDate.toJSDate()).toEqual(toMoment(`${day}T11:00`, 'Europe/Berlin'))
  expect(fair?.description).toContain('First line\nSecond line, which')
  const holidays = events.find(event => event.summary === 'Holidays')
  expect(holidays?.startDate.toString()).toBe(day)
  // The end of whole days is exclusive.
  expect(holidays?.endDate.toString()).toBe(shiftToday(6))
  const onlyTasks = await readEvents(await subscribe({ ...input, kinds: ['task'] }))
  expect(onlyTasks.map(event => event.summary)).toEqual(['Call the printer'])
})

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
  'a series in %s keeps its time when the clocks change',
  async timeZone => {
    const series = await createEvent({
      title: 'Meeting',
      start: '2025-01-06T08:30',
      end: '2025-01-06T09:30',
      timeZone,
      repeat: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20280601',
    })
    const deleted = await t.call('owner', calendarApi.delete, {
      params: { id: series._id },
      query: { scope: 'this', occursOn: '2026-04-06' },
    })
    expect(deleted.status).toBe(200)
    const [event] = await readEvents(await subscribe())
    const iterator = event?.iterator()
    const moments: string[] = []
    for (let next = iterator?.next(); next; next = iterator?.next())
      moments.push(next.toJSDate().toISOString())
    const days: string[] = []
    for (let ms = Date.UTC(2025, 0, 6); ms <= Date.UTC(2028, 5, 1); ms += 86_400_000)
      if ([1, 4].includes(new Date(ms).getUTCDay()))
        days.push(new Date(ms).toISOString().slice(0, 10))
    const expected = days
      .filter(day => day !== '2026-04-06')
      .map(day => toMoment(`${day}T08:30`, timeZone).toISOString())
    expect(moments).toEqual(expected)
  },
)

test('a first day that the rule leaves out is an event of its own', async () => {
  await createEvent({
    title: 'Course',
    start: '2026-12-01T10:00',
    repeat: 'FREQ=WEEKLY;BYDAY=FR;COUNT=3',
  })
  const events = await readEvents(await subscribe({ ...input, kinds: ['event'] }))
  const starts = events.flatMap(event => {
    const iterator = event.iterator()
    const days: string[] = []
    for (let next = iterator.next(); next; next = iterator.next())
      days.push(next.toString().slice(0, 10))
    return days
  })
  expect(starts).toEqual(['2026-12-01', '2026-12-04', '2026-12-11'])
  expect(new Set(events.map(event => event.uid)).size).toBe(2)
})

test('names of customers are in the feed only if the person chose it', async () => {
  const customerId = await t.inStore(tx =>
    insertRow(tx, 'customer', { name: 'Anna Fjord', email: 'anna@fjord.example' }),
  )
  await createEvent({ title: 'Visit', start: shiftToday(1), customerId })
  expect((await read(await subscribe())).body).not.toContain('Fjord')
  const token = await subscribe({ ...input, hasCustomerNames: true })
  expect((await read(token)).body).toContain('About: Anna Fjord')
  const reply = await t.call('owner', calendarFeedApi.updateFeed, { body: input })
  expect(reply.body.data).toMatchObject(input)
  expect((await read(token)).body).not.toContain('Fjord')
})

test('private events are in the feed of their creator only', async () => {
  await createEvent({ title: 'Dentist', start: shiftToday(1), isPrivate: true })
  expect((await read(await subscribe())).body).toContain('Dentist')
  expect((await read(await subscribe(input, colleague))).body).not.toContain('Dentist')
})

test('an unchanged feed returns 304, and a changed one its text', async () => {
  const token = await subscribe()
  const { headers } = await read(token)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  const etag = String(headers['etag'])
  const unchanged = await read(token, { 'if-none-match': etag })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  await createEvent({ title: 'Fair', start: shiftToday(1) })
  expect((await read(token, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a token ends with a new one, with its deletion, and is not stored', async () => {
  const first = await subscribe()
  const second = await subscribe()
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  const rows = await t.sql`select row_to_json(f)::text as row from calendar_feed f`
  expect(JSON.stringify(rows)).not.toContain(second)
  expect((await t.call('owner', calendarFeedApi.getFeed, {})).body.data).not.toHaveProperty('token')
  await t.call('owner', calendarFeedApi.deleteFeed, {})
  expect((await read(second)).statusCode).toBe(404)
  expect((await t.call('owner', calendarFeedApi.getFeed, {})).body.data).toBeNull()
  expect((await t.call('owner', calendarFeedApi.updateFeed, { body: input })).status).toBe(404)
  for (const wrong of ['x', 'A'.repeat(43), `${second}.ics`])
    expect((await read(wrong)).statusCode).toBe(404)
})

test('a feed ends when its person is inactive, or leaves the store', async () => {
  const leaver = await makePerson(t.app, t.sql, 'leaver', {
    storeId: t.people.owner.storeId,
    abilities: roleAbilities.manager,
  })
  const token = await subscribe(input, leaver)
  const { personId } = leaver
  const setStatus = (status: string) =>
    t.inStore(tx => tx`update membership set status = ${status} where person_id = ${personId}`)
  await setStatus('inactive')
  expect((await read(token)).statusCode).toBe(404)
  await setStatus('active')
  expect((await read(token)).statusCode).toBe(200)
  await t.inStore(
    tx => tx`update membership set abilities = '[]'::jsonb where person_id = ${personId}`,
  )
  expect((await read(token)).statusCode).toBe(404)
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(roleAbilities.manager)} where person_id = ${personId}`,
  )
  expect((await read(token)).statusCode).toBe(200)
  await t.sql`update person set disabled_at = now() where id = ${personId}`
  expect((await read(token)).statusCode).toBe(404)
  await t.inStore(tx => tx`delete from membership where person_id = ${personId}`)
  expect(await t.sql`select 1 from calendar_feed where person_id = ${personId}`).toHaveLength(0)
})

test('an API key creates no feed, which would have all permissions of its creator', async () => {
  await t.sql`delete from calendar_feed`
  const { createKey, callWithKey } = createApiKeyTester(t)
  const { key } = await createKey({ ability: [{ action: 'read', subject: 'calendar' }] })
  const reply = await callWithKey(key, calendarFeedApi.createFeed, { body: input })
  expect(reply.status).toBe(403)
  expect(await t.sql`select 1 from calendar_feed`).toHaveLength(0)
})

test('guessed addresses are limited by network', async () => {
  const limited = await startTestApp({ LIMIT_FACTOR: '1', LIMIT_LOOKUP: '5/10m' })
  onTestFinished(() => limited.close())
  const statuses: number[] = []
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await limited.app.inject(`/api/calendar/feed/${'A'.repeat(43)}.ics`)).statusCode)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
})
