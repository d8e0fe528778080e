import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { notificationApi } from '#contract/notification.ts'
import { insertRow } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'
import { openTestStream } from './notification-testing.ts'

let t: TestApp
const openStreams: Awaited<ReturnType<typeof openTestStream>>[] = []
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => {
  for (const one of openStreams.splice(0)) one.disconnect()
})

const openStream = async (who: Tester, headers?: Record<string, string>) => {
  const stream = await openTestStream(t, who, headers)
  openStreams.push(stream)
  await vi.waitFor(
    () => expect(stream.events.some(({ event }) => event === 'state')).toBe(true),
    20_000,
  )
  return stream
}
let orderCount = 0
/** An order as any process or job may write one. */
const createOrder = async () => {
  orderCount += 1
  await t.inStore(tx => insertRow(tx, 'order', { number: `#${orderCount}`, currency: 'USD' }))
  return `#${orderCount}`
}
const orderNumbers = (of: {
  events: readonly { event: string; data: { data?: { number?: string } } }[]
}) => of.events.filter(({ event }) => event === 'notice').map(({ data }) => data.data?.number)
const eventually = (assertion: () => void) =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 50 })
let colleagueCount = 0
const createColleague = (abilities: Ability[]) => {
  colleagueCount += 1
  return makePerson(t.app, t.sql, `colleague-${colleagueCount}`, {
    businessId: t.people.owner.businessId,
    abilities,
  })
}
const allAbilities: Ability[] = [{ action: 'manage', subject: 'all' }]

test('begins with the state, is never kept or gathered, and tells of an order within a moment', async () => {
  const page = await openStream(t.people.owner)
  expect(page.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(page.events).toMatchObject([{ event: 'state', data: { unread: 0, work: [] } }])
  const number = await createOrder()
  await eventually(() =>
    expect(page.events.slice(1)).toMatchObject([
      { event: 'notice', data: { kind: 'order_created', isRead: false, data: { number } } },
      { event: 'state', data: { unread: 1 } },
    ]),
  )
  expect(page.events[1]?.id).toBe(page.events[1]?.data._id)
})

test('reading here is heard there, and work is followed from its start to its end', async () => {
  const [here, there] = await Promise.all([openStream(t.people.owner), openStream(t.people.owner)])
  await createOrder()
  await eventually(() => expect(there.events.slice(1).at(-1)?.event).toBe('state'))
  await t.call('owner', notificationApi.read, {
    body: { upTo: there.events.findLast(({ event }) => event === 'notice')?.data._id },
  })
  await eventually(() =>
    expect([here, there].map(page => page.events.at(-1)?.data.unread)).toEqual([0, 0]),
  )
  const id = await t.inStore(tx =>
    insertRow(tx, 'import', { kind: 'products', fileName: 'a.csv', fileKey: 'k', bytes: 1 }),
  )
  await eventually(() =>
    expect(here.events.at(-1)?.data.work).toMatchObject([
      { _id: id, fileName: 'a.csv', status: 'planning', progress: 0 },
    ]),
  )
  await t.inStore(tx => tx`update import set progress = 0.5 where id = ${id}`)
  await eventually(() => expect(here.events.at(-1)?.data.work[0].progress).toBe(0.5))
  await t.inStore(tx => tx`update import set status = 'failed' where id = ${id}`)
  await eventually(() => expect(here.events.at(-1)?.data).toEqual({ unread: 1, work: [] }))
})

test('nobody hears of another store, nor of what they may not read', async () => {
  const limited = await createColleague([{ action: 'read', subject: 'product' }])
  const [stranger, nobody, some, owner] = await Promise.all([
    openStream(t.people.stranger),
    openStream(t.people.nobody),
    openStream(limited),
    openStream(t.people.owner),
  ])
  const number = await createOrder()
  await eventually(() => expect(orderNumbers(owner)).toEqual([number]))
  await new Promise(resolve => setTimeout(resolve, 300))
  for (const page of [stranger, nobody, some])
    expect(page.events.map(({ event }) => event)).toEqual(['state'])
  const intruder = await openTestStream(t, {
    ...t.people.stranger,
    businessId: t.people.owner.businessId,
  })
  expect(intruder.status).toBe(404)
})

test('what happened while a page was away is told when it is back, and only then', async () => {
  const first = await openStream(t.people.owner)
  first.disconnect()
  const missed = [await createOrder(), await createOrder()]
  const back = await openStream(t.people.owner, { 'last-event-id': first.events.at(-1)?.id ?? '' })
  expect(orderNumbers(back).slice(-2)).toEqual(missed)
  expect(back.events.at(-1)?.event).toBe('state')
  expect(orderNumbers(await openStream(t.people.owner))).toEqual([])
  for (const odd of ['', 'x', '\u00ff', '99999999-0000-4000-8000-000000000000'])
    expect(orderNumbers(await openStream(t.people.owner, { 'last-event-id': odd }))).toEqual([])
})

test('what is written first and committed last is not passed over', async () => {
  const late = '#late'
  let commit = () => {}
  const isWritten = Promise.withResolvers<void>()
  const slow = t.inStore(async tx => {
    await insertRow(tx, 'order', { number: late, currency: 'USD' })
    isWritten.resolve()
    await new Promise<void>(resolve => {
      commit = resolve
    })
  })
  await isWritten.promise
  const page = await openStream(t.people.owner)
  page.disconnect()
  commit()
  await slow
  expect(
    orderNumbers(
      await openStream(t.people.owner, { 'last-event-id': page.events.at(-1)?.id ?? '' }),
    ),
  ).toContain(late)
})

test('ends within a moment of logging out, and for that session alone', async () => {
  const [leaver, stayer] = await Promise.all([
    createColleague(allAbilities),
    createColleague(allAbilities),
  ])
  const [leaving, staying] = await Promise.all([openStream(leaver), openStream(stayer)])
  await t.call(leaver, accountApi.logout)
  await vi.waitFor(() => expect(leaving.hasEnded).toBe(true), 20_000)
  const number = await createOrder()
  await eventually(() => expect(orderNumbers(staying)).toContain(number))
  expect(orderNumbers(leaving)).toEqual([])
})

test('says so and ends when the rights change, within a second', async () => {
  const [changed, removed, touched, inRole] = await Promise.all([
    createColleague(allAbilities),
    createColleague(allAbilities),
    createColleague(allAbilities),
    createColleague([]),
  ])
  await t.inStore(
    tx =>
      tx`update membership set abilities = null, role = 'support' where person_id = ${inRole.personId}`,
  )
  const pages = await Promise.all([
    openStream(changed),
    openStream(removed),
    openStream(touched),
    openStream(inRole),
  ])
  const startedAt = Date.now()
  await t.inStore(
    tx => tx`update membership set created_at = now() where person_id = ${touched.personId}`,
  )
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${changed.personId}`,
  )
  await t.inStore(tx => tx`delete from membership where person_id = ${removed.personId}`)
  await t.inStore(tx =>
    insertRow(tx, 'role', { role: 'support', name: 'Support', ability: tx.json([]) }),
  )
  await eventually(() =>
    expect(pages.map(page => page.hasEnded)).toEqual([true, true, false, true]),
  )
  expect(Date.now() - startedAt).toBeLessThan(1000)
  expect(pages.map(page => page.events.at(-1)?.event)).toEqual([
    'rights',
    'rights',
    'state',
    'rights',
  ])
})

test('a listening connection that is cut comes back, and what happened meanwhile is told', async () => {
  const person = await createColleague(allAbilities)
  const [page, changed] = await Promise.all([openStream(t.people.owner), openStream(person)])
  const killed = await t.inStore(
    tx =>
      tx<
        { pid: number }[]
      >`select pid from pg_stat_activity where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(killed).toHaveLength(1)
  await t.inStore(tx => tx`select pg_terminate_backend(${killed[0]?.pid ?? 0})`)
  const missed = await createOrder()
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${person.personId}`,
  )
  await eventually(() => expect(orderNumbers(page)).toContain(missed))
  // Long before the next beat, which would see it too.
  await vi.waitFor(() => expect(changed.events.at(-1)?.event).toBe('rights'), {
    timeout: 10_000,
    interval: 50,
  })
  const next = await createOrder()
  await eventually(() => expect(orderNumbers(page)).toContain(next))
  expect(new Set(orderNumbers(page)).size).toBe(orderNumbers(page).length)
  expect(page.hasEnded).toBe(false)
})

test('one person may have ten; the eleventh is asked to come back', async () => {
  const greedy = await createColleague(allAbilities)
  const ten = await Promise.all(Array.from({ length: 10 }, () => openStream(greedy)))
  const more = await openTestStream(t, greedy)
  expect([more.status, more.headers['retry-after']]).toEqual([503, '30'])
  ten[0]?.disconnect()
  await vi.waitFor(async () => {
    const again = await openTestStream(t, greedy)
    openStreams.push(again)
    expect(again.status).toBe(200)
  }, 5000)
})

test('a thousand orders at once are a few events, not a thousand reads', async () => {
  const page = await openStream(t.people.owner)
  await t.inStore(
    tx =>
      tx`insert into "order" (number, currency) select 'M' || n, 'USD' from generate_series(1, 1000) n`,
  )
  await eventually(() => expect(page.events.at(-1)?.data.unread).toBe(100))
  expect(page.events.length).toBeLessThanOrEqual(150)
})

test('all are ended at once when the process stops, and none is opened any more', async () => {
  const ownApp = await startTestApp()
  const page = await openTestStream(ownApp, ownApp.people.owner)
  const startedAt = performance.now()
  ownApp.app.streams.end()
  await vi.waitFor(() => expect(page.hasEnded).toBe(true), 20_000)
  expect((await openTestStream(ownApp, ownApp.people.owner)).status).toBe(503)
  await ownApp.close()
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('does not go on for somebody who was removed just before it began', async () => {
  const newColleague = await createColleague(allAbilities)
  await t.call(newColleague, notificationApi.list)
  await t.inStore(tx => tx`delete from membership where person_id = ${newColleague.personId}`)
  const page = await openTestStream(t, newColleague)
  openStreams.push(page)
  // Long before the next beat, which would find it as well.
  await vi.waitFor(() => expect(page.hasEnded).toBe(true), 10_000)
})

test('behind a pooler of transactions it looks by itself, for news, for rights and for the end of a session', async () => {
  const ownApp = await startTestApp({ DATABASE_PREPARE: 'false' })
  const page = await openTestStream(ownApp, ownApp.people.owner)
  await ownApp.inStore(tx => insertRow(tx, 'order', { number: '#P', currency: 'USD' }))
  await eventually(() => expect(orderNumbers(page)).toEqual(['#P']))
  const [leaver, changed] = await Promise.all(
    ['leaver', 'changed'].map(name =>
      makePerson(ownApp.app, ownApp.sql, name, {
        businessId: ownApp.people.owner.businessId,
        abilities: allAbilities,
      }),
    ),
  )
  if (!leaver || !changed) throw new Error('nobody was made')
  const pages = await Promise.all([openTestStream(ownApp, leaver), openTestStream(ownApp, changed)])
  await eventually(() => expect(pages.map(({ events }) => events.length)).toEqual([1, 1]))
  const startedAt = Date.now()
  await ownApp.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${changed.personId}`,
  )
  await ownApp.inStore(
    tx => tx`update session set ended_at = now() where person_id = ${leaver.personId}`,
  )
  await eventually(() => expect(pages.map(({ hasEnded: isOver }) => isOver)).toEqual([true, true]))
  expect(Date.now() - startedAt, 'long before the next beat').toBeLessThan(10_000)
  expect(page.hasEnded).toBe(false)
  const listenerConnections = await ownApp.inStore(
    tx =>
      tx`select 1 from pg_stat_activity where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(listenerConnections).toHaveLength(0)
  await ownApp.close()
})
