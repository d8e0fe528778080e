import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CalendarEvent,
  type CalendarItem,
  type CalendarItems,
  calendarApi,
} from '#contract/desk/calendar-event.ts'
import { taskApi } from '#contract/desk/task.ts'
import { roleAbilities } from '#contract/lib/call/permission.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(tx => tx`update store set timezone = 'Europe/Berlin'`)
})
afterAll(() => t.close())
// Private events are visible to their creator only.
beforeEach(() => t.sql`delete from calendar_event`)

const create = async (body: object): Promise<CalendarEvent> => {
  const reply = await t.call('owner', calendarApi.create, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data
}
const list = async (
  query: Record<string, unknown>,
  who: 'owner' | 'stranger' = 'owner',
): Promise<CalendarItems> => (await t.call(who, calendarApi.list, { query })).body.data
const listTimes = async (query: Record<string, unknown>) =>
  (await list({ kinds: 'event', ...query })).items.map(({ title, start }) => `${title} ${start}`)
const update = (id: string, body: object) =>
  t.call('owner', calendarApi.update, { params: { id }, body })
const remove = (id: string, query: Record<string, unknown> = {}) =>
  t.call('owner', calendarApi.delete, { params: { id }, query })
const march = { from: '2026-03-01', to: '2026-03-31', kinds: 'event' }

test('an event has the defaults of the store, and appears in its period only', async () => {
  const event = await create({ title: 'Fair', start: '2026-03-10T09:30', end: '2026-03-10T11:00' })
  expect(event).toMatchObject({
    category: 'business',
    isAllDay: false,
    timeZone: 'Europe/Berlin',
    repeat: null,
    isPrivate: false,
    createdBy: t.people.owner.personId,
  })
  const { items, timeZone, isTruncated } = await list(march)
  expect({ timeZone, isTruncated }).toEqual({ timeZone: 'Europe/Berlin', isTruncated: false })
  expect(items).toMatchObject([
    { kind: 'event', recordId: event._id, start: '2026-03-10T09:30', end: '2026-03-10T11:00' },
  ])
  expect((await list({ ...march, from: '2026-03-11' })).items).toEqual([])
  expect((await list(march, 'stranger')).items).toEqual([])
})

test('whole days have an inclusive end, and long events appear in each period', async () => {
  const event = await create({
    title: 'Holidays',
    category: 'holiday',
    isAllDay: true,
    start: '2026-02-20',
    end: '2026-03-05',
  })
  expect(event).toMatchObject({ start: '2026-02-20', end: '2026-03-05' })
  expect(await listTimes(march)).toEqual(['Holidays 2026-02-20'])
  expect(await listTimes({ from: '2026-03-05', to: '2026-03-05' })).toHaveLength(1)
  expect(await listTimes({ from: '2026-03-06', to: '2026-03-06' })).toEqual([])
})

test('an event of another time zone appears at the time of the store', async () => {
  await create({ title: 'Call', start: '2026-03-10T18:00', timeZone: 'America/New_York' })
  expect(await listTimes(march)).toEqual(['Call 2026-03-10T23:00'])
  // New York has changed its clocks before, Berlin has not.
  await create({ title: 'Late', start: '2026-03-20T20:00', timeZone: 'America/New_York' })
  expect(await listTimes({ from: '2026-03-21', to: '2026-03-21' })).toEqual([
    'Late 2026-03-21T01:00',
  ])
})

test('an event has a time zone by its known name', async () => {
  const start = '2026-03-10T18:00'
  const { _id, timeZone, version } = await create({
    title: 'Call',
    start,
    timeZone: 'EuRoPe/bErLiN',
  })
  expect(timeZone).toBe('Europe/Berlin')
  const reply = await update(_id, { version, timeZone: 'EUROPE/Paris' })
  expect(reply.body.data).toMatchObject({ timeZone: 'Europe/Paris' })
})

test('only its creator sees a private event', async () => {
  const { _id } = await create({ title: 'Doctor', start: '2026-03-10', isPrivate: true })
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: roleAbilities.manager,
  })
  expect(await listTimes(march)).toHaveLength(1)
  expect((await t.call(colleague, calendarApi.list, { query: march })).body.data.items).toEqual([])
  const calls = [
    t.call(colleague, calendarApi.get, { params: { id: _id } }),
    t.call(colleague, calendarApi.update, { params: { id: _id }, body: { title: 'Mine' } }),
    t.call(colleague, calendarApi.delete, { params: { id: _id } }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404])
  await update(_id, { isPrivate: false })
  expect((await t.call(colleague, calendarApi.get, { params: { id: _id } })).status).toBe(200)
})

test('only its creator makes an event private, and not a single one of a shared series', async () => {
  const { _id } = await create({ title: 'Fair', start: '2026-03-02', repeat: 'FREQ=WEEKLY' })
  const own = await update(_id, { scope: 'this', occursOn: '2026-03-09', title: 'Own' })
  const ownId = own.body.data._id
  const colleague = await makePerson(t.app, t.sql, 'member', {
    storeId: t.people.owner.storeId,
    abilities: roleAbilities.manager,
  })
  const before = await t.changes()
  const body = { isPrivate: true }
  const params = { id: _id }
  const replies = await Promise.all([
    t.call(colleague, calendarApi.update, { params, body }),
    update(_id, { ...body, scope: 'this', occursOn: '2026-03-16' }),
    update(ownId, body),
  ])
  expect(replies.map(reply => reply.body.errors?.[0])).toMatchObject([
    { path: 'isPrivate', code: 'private_not_author' },
    { path: 'isPrivate', code: 'private_in_shared_series' },
    { path: 'isPrivate', code: 'private_in_shared_series' },
  ])
  expect(await t.changes()).toEqual(before)
  expect((await update(_id, body)).status).toBe(200)
  expect((await list(march)).items.map(({ isPrivate }) => isPrivate)).toEqual(
    Array.from({ length: 5 }, () => true),
  )
})

const refusals: [string, object, string, string][] = [
  [
    'an end before the start',
    { start: '2026-03-10T10:00', end: '2026-03-10T09:00' },
    'end',
    'event_ends_before_start',
  ],
  [
    'more than 92 days',
    { start: '2026-03-01', end: '2026-08-01', isAllDay: true },
    'end',
    'event_too_long',
  ],
  ['a day that does not exist', { start: '2026-02-30' }, 'start', 'invalid_time'],
  [
    'an unknown time zone',
    { start: '2026-03-10', timeZone: 'Mars/Base' },
    'timeZone',
    'unknown_time_zone',
  ],
  ...['SECONDLY', 'MINUTELY', 'HOURLY'].map((frequency): [string, object, string, string] => [
    frequency,
    { start: '2026-03-10', repeat: `FREQ=${frequency}` },
    'repeat',
    'invalid_repeat',
  ]),
]
test.each(refusals)('refuses %s and writes nothing', async (_, body, path, code) => {
  const before = await t.changes()
  const { status, body: reply } = await t.call('owner', calendarApi.create, {
    body: { title: 'Fair', ...body },
  })
  expect(status).toBe(422)
  expect(reply.errors).toMatchObject([{ path, code }])
  expect(await t.changes()).toEqual(before)
})

test('a period has at most 400 days', async () => {
  const { status } = await t.call('owner', calendarApi.list, {
    query: { from: '2026-01-01', to: '2027-02-05' },
  })
  expect(status).toBe(422)
})

describe('a series', () => {
  const weekly = { title: 'Stocktake', start: '2026-03-02T10:00', end: '2026-03-02T11:00' }
  const series = (more: object = {}) => create({ ...weekly, repeat: 'FREQ=WEEKLY', ...more })
  const may = { from: '2026-03-01', to: '2026-05-01' }

  test('keeps its time when the clocks change', async () => {
    await series()
    const { items } = await list(march)
    expect(items.map(({ start }) => start)).toEqual(
      ['02', '09', '16', '23', '30'].map(day => `2026-03-${day}T10:00`),
    )
    expect(items[1]).toMatchObject({ isRepeated: true, occursOn: '2026-03-09' })
  })

  test('changes one event, which later changes of all keep', async () => {
    const { _id } = await series()
    const { body } = await update(_id, {
      scope: 'this',
      occursOn: '2026-03-09',
      start: '2026-03-10T15:00',
      title: 'Late stocktake',
    })
    expect(body.data).toMatchObject({
      seriesId: _id,
      originalDate: '2026-03-09',
      start: '2026-03-10T15:00',
      end: '2026-03-10T16:00',
      repeat: null,
    })
    await update(_id, { scope: 'all', title: 'Count' })
    expect(await listTimes({ from: '2026-03-01', to: '2026-03-20' })).toEqual([
      'Count 2026-03-02T10:00',
      'Late stocktake 2026-03-10T15:00',
      'Count 2026-03-16T10:00',
    ])
    expect((await update(_id, { scope: 'this', occursOn: '2026-03-09' })).status).toBe(422)
  })

  test('splits where the following events change', async () => {
    const { _id } = await series({ repeat: 'FREQ=WEEKLY;COUNT=6' })
    await update(_id, { scope: 'this', occursOn: '2026-03-23', title: 'Own' })
    const { body } = await update(_id, {
      scope: 'following',
      occursOn: '2026-03-16',
      start: '2026-03-17T08:00',
      end: '2026-03-17T08:30',
    })
    expect(body.data.repeat).toBe('FREQ=WEEKLY;COUNT=4')
    expect(await listTimes(may)).toEqual([
      'Stocktake 2026-03-02T10:00',
      'Stocktake 2026-03-09T10:00',
      'Stocktake 2026-03-17T08:00',
      'Own 2026-03-23T10:00',
      'Stocktake 2026-03-31T08:00',
      'Stocktake 2026-04-07T08:00',
    ])
  })

  test('moves all events by the distance of one', async () => {
    const { _id } = await series({ repeat: 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4' })
    await update(_id, { scope: 'all', occursOn: '2026-03-05', start: '2026-03-06T12:00' })
    expect(await listTimes(march)).toEqual(
      ['03', '06', '10', '13'].map(day => `Stocktake 2026-03-${day}T12:00`),
    )
  })

  test('moves all events with those that have changed', async () => {
    const { _id } = await series({ repeat: 'FREQ=DAILY;COUNT=3' })
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04'])
      await update(_id, { scope: 'this', occursOn: day, title: `Own ${day}` })
    for (const start of ['2026-03-03T10:00', '2026-03-02T10:00'])
      expect((await update(_id, { scope: 'all', start })).status).toBe(200)
    const rows = await t.inStore(
      tx => tx<{ day: string }[]>`
        select original_on::text as day from calendar_event where series_id = ${_id} order by title`,
    )
    expect(rows.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
  })

  test('a change of all from a moved event is measured from its day, and changes it too', async () => {
    const { _id } = await series({ repeat: 'FREQ=WEEKLY;COUNT=3' })
    const { body } = await update(_id, {
      scope: 'this',
      occursOn: '2026-03-09',
      start: '2026-03-11T15:00',
    })
    const changed = await update(body.data._id, {
      scope: 'all',
      title: 'Count',
      start: '2026-03-12T16:00',
      end: '2026-03-12T17:00',
    })
    expect(changed.status).toBe(200)
    expect(await listTimes(march)).toEqual([
      'Count 2026-03-03T16:00',
      'Count 2026-03-12T16:00',
      'Count 2026-03-17T16:00',
    ])
  })

  const monthly: [string, object, string, string, string[]][] = [
    [
      'to the next month',
      { start: '2026-01-15', repeat: 'FREQ=MONTHLY;UNTIL=20260420' },
      '2026-02-15',
      '2026-03-01',
      ['02-01', '03-01', '04-01', '05-01'],
    ],
    [
      'from the last day of the month',
      { start: '2026-01-31', repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4' },
      '2026-02-28',
      '2026-02-27',
      ['01-27', '02-27', '03-27', '04-27'],
    ],
    [
      'to a day that the first month does not have',
      { start: '2026-02-10', repeat: 'FREQ=MONTHLY;COUNT=3' },
      '2026-03-10',
      '2026-03-31',
      ['02-28', '03-31', '05-31'],
    ],
    [
      'before an end in the middle of the month',
      { start: '2026-01-15', repeat: 'FREQ=MONTHLY;UNTIL=20260410' },
      '2026-01-15',
      '2026-01-05',
      ['01-05', '02-05', '03-05'],
    ],
    [
      'to another weekday of the month',
      { start: '2026-01-13', repeat: 'FREQ=MONTHLY;BYDAY=2TU;UNTIL=20260410' },
      '2026-02-10',
      '2026-02-18',
      ['01-21', '02-18', '03-18'],
    ],
    [
      'from the last weekday of the month',
      { start: '2026-01-30', repeat: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3' },
      '2026-02-27',
      '2026-02-26',
      ['01-29', '02-26', '03-26'],
    ],
  ]
  test.each(monthly)('of months moves %s', async (_, body, occursOn, start, days) => {
    const { _id } = await create({ title: 'Rent', ...body })
    const own = await update(_id, { scope: 'this', occursOn, title: 'Own' })
    await update(_id, { scope: 'all', occursOn, start })
    expect(
      (await list({ from: '2026-01-01', to: '2026-06-30', kinds: 'event' })).items
        .filter(({ title }) => title === 'Rent')
        .map(item => item.start.slice(5)),
    ).toEqual(days.filter(day => day !== start.slice(5)))
    const { body: moved } = await t.call('owner', calendarApi.get, {
      params: { id: own.body.data._id },
    })
    expect(moved.data.originalDate).toBe(start)
  })

  test('deletes one, the following and all events', async () => {
    const { _id } = await series()
    await remove(_id, { scope: 'this', occursOn: '2026-03-09' })
    expect(await listTimes(march)).toHaveLength(4)
    await remove(_id, { scope: 'following', occursOn: '2026-03-23' })
    expect(await listTimes(may)).toEqual([
      'Stocktake 2026-03-02T10:00',
      'Stocktake 2026-03-16T10:00',
    ])
    await update(_id, { scope: 'this', occursOn: '2026-03-16', title: 'Own' })
    await remove(_id)
    expect(await listTimes(may)).toEqual([])
    expect(await t.inStore(tx => tx`select from calendar_event`)).toHaveLength(0)
  })
})

test('the reply says that series are missing', async () => {
  const insert = (count: number) =>
    t.inStore(
      tx => tx`
        insert into calendar_event (title, starts_at, ends_at, time_zone, repeat, repeats_until)
        select 'Daily', '2026-03-01T10:00', '2026-03-01T11:00', 'UTC', 'FREQ=DAILY', '9999-12-31'
        from generate_series(1, ${count}::integer)`,
    )
  const day = { from: '2026-03-10', to: '2026-03-10', kinds: 'event' }
  await insert(2000)
  expect(await list(day)).toMatchObject({ isTruncated: false, items: { length: 2000 } })
  await insert(1)
  expect(await list(day)).toMatchObject({ isTruncated: true, items: { length: 2000 } })
  const { items, isTruncated } = await list(march)
  expect([items.length, isTruncated]).toEqual([20_000, true])
})

test('shows what is due, and only to those who can read it', async () => {
  await t.call('owner', taskApi.create, { body: { title: 'Call Anna', dueDate: '2026-03-04' } })
  await t.call('owner', taskApi.create, {
    body: { title: 'Pack', dueDate: '2026-03-31', dueTime: '17:00' },
  })
  await t.inStore(
    tx => tx`
      insert into discount (name, code, created_at, starts_at, ends_at)
      values ('Spring', 'SPRING', '2026-01-01', '2026-03-20T23:30Z', '2026-04-02T00:00Z')`,
  )
  await t.inStore(
    tx => tx`
      insert into post (title, slug, status, publish_at)
      values ('New glazes', 'new-glazes', 'published', '2026-03-25T08:00Z'),
        ('Draft', 'draft', 'draft', '2026-03-26T08:00Z'),
        ('April', 'april', 'published', '2026-03-31T22:00Z')`,
  )
  const shown = ({ kind, title, start, detail }: CalendarItem) => [kind, title, start, detail]
  const { items } = await list({ ...march, kinds: 'task,discount,post' })
  expect(items.map(shown)).toEqual([
    ['task', 'Call Anna', '2026-03-04', 'overdue'],
    ['discount', 'Spring', '2026-03-21T00:30', 'starts'],
    ['post', 'New glazes', '2026-03-25T09:00', 'published'],
    ['task', 'Pack', '2026-03-31T17:00', 'overdue'],
  ])
})

test('shows the days to ship by, due invoices and publications of themes', async () => {
  const due = ['2026-03-15', '2026-03-31', '2026-04-01']
  const placed = ['2026-03-02T23:30Z', '2026-03-03T12:00Z', '2026-03-06T09:00Z']
  await t.inStore(async tx => {
    await tx`update store set shipping_settings = ${tx.json({ handlingDays: 2 })}`
    const orders = await tx<{ id: string }[]>`
      insert into "order" (number, currency, subtotal, total, status, created_at)
      select 'S' || n, 'USD', 1000, 1000, 'confirmed', placed::timestamptz
      from unnest(${placed}::text[]) with ordinality as placement (placed, n) returning id`
    await tx`
      insert into invoice (order_id, total, number, document, issued_on, due_on, checksum, series, series_number)
      select id::uuid, 1000, 'INV-' || n, '{}', '2026-02-01', due::date, '', 'INV-', n
      from unnest(${orders.map(({ id }) => id)}::text[], ${due}::text[]) with ordinality as issued (id, due, n)`
    await tx`
      with added as (
        insert into theme (id, code, name) values (new_id(), 'linen', null), (new_id(), 'linen', 'Sale')
        returning id, name
      )
      insert into theme_publication (id, publish_at, settings)
      select id, case when name is null then timestamptz '2026-03-29T07:00Z' else '2026-03-30T07:00Z' end, '{}'
      from added`
  })
  const shown = ({ kind, title, start, detail, count }: CalendarItem) => [
    kind,
    title,
    start,
    detail,
    count,
  ]
  const { items } = await list({ ...march, kinds: 'shipBy,invoice,theme' })
  expect(items.map(shown)).toEqual([
    ['shipBy', '', '2026-03-05', 'overdue', 2],
    ['shipBy', '', '2026-03-10', 'overdue', 1],
    ['invoice', 'INV-1', '2026-03-15', 'overdue', 0],
    ['theme', 'Linen', '2026-03-29T09:00', 'published', 0],
    ['theme', 'Sale', '2026-03-30T09:00', 'published', 0],
    ['invoice', 'INV-2', '2026-03-31', 'overdue', 0],
  ])
})
