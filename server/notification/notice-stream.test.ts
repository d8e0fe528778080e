import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { noticeApi } from '#contract/notification.ts'
import { insert } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'
import { listen } from './notice-testing.ts'

let t: TestApp
const open: Awaited<ReturnType<typeof listen>>[] = []
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => {
  for (const one of open.splice(0)) one.leave()
})

const hear = async (who: Tester, headers?: Record<string, string>) => {
  const one = await listen(t, who, headers)
  open.push(one)
  await vi.waitFor(() => expect(one.told.some(({ event }) => event === 'state')).toBe(true), 20_000)
  return one
}
let orders = 0
/** An order as any process or job may write one. */
const order = async () => {
  orders += 1
  await t.inStore(tx => insert(tx, 'order', { number: `#${orders}`, currency: 'USD' }))
  return `#${orders}`
}
const numbers = (of: {
  told: readonly { event: string; data: { data?: { number?: string } } }[]
}) => of.told.filter(({ event }) => event === 'notice').map(({ data }) => data.data?.number)
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
let people = 0
const colleague = (abilities: Ability[]) => {
  people += 1
  return makePerson(t.app, t.sql, `colleague-${people}`, {
    businessId: t.people.owner.businessId,
    abilities,
  })
}
const everything: Ability[] = [{ action: 'manage', subject: 'all' }]

test('begins with the state, is never kept or gathered, and tells of an order within a moment', async () => {
  const page = await hear(t.people.owner)
  expect(page.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(page.told).toMatchObject([{ event: 'state', data: { unread: 0, work: [] } }])
  const number = await order()
  await soon(() =>
    expect(page.told.slice(1)).toMatchObject([
      { event: 'notice', data: { kind: 'order_created', isRead: false, data: { number } } },
      { event: 'state', data: { unread: 1 } },
    ]),
  )
  expect(page.told[1]?.id).toBe(page.told[1]?.data._id)
})

test('reading here is heard there, and work is followed from its start to its end', async () => {
  const [here, there] = await Promise.all([hear(t.people.owner), hear(t.people.owner)])
  await order()
  await soon(() => expect(there.told.slice(1).at(-1)?.event).toBe('state'))
  await t.call('owner', noticeApi.read, {
    body: { upTo: there.told.findLast(({ event }) => event === 'notice')?.data._id },
  })
  await soon(() => expect([here, there].map(page => page.told.at(-1)?.data.unread)).toEqual([0, 0]))
  const id = await t.inStore(tx =>
    insert(tx, 'import', { kind: 'products', fileName: 'a.csv', fileKey: 'k', bytes: 1 }),
  )
  await soon(() =>
    expect(here.told.at(-1)?.data.work).toMatchObject([
      { _id: id, fileName: 'a.csv', status: 'planning', progress: 0 },
    ]),
  )
  await t.inStore(tx => tx`update import set progress = 0.5 where id = ${id}`)
  await soon(() => expect(here.told.at(-1)?.data.work[0].progress).toBe(0.5))
  await t.inStore(tx => tx`update import set status = 'failed' where id = ${id}`)
  await soon(() => expect(here.told.at(-1)?.data).toEqual({ unread: 1, work: [] }))
})

test('nobody hears of another store, nor of what they may not read', async () => {
  const limited = await colleague([{ action: 'read', subject: 'product' }])
  const [stranger, nobody, some, owner] = await Promise.all([
    hear(t.people.stranger),
    hear(t.people.nobody),
    hear(limited),
    hear(t.people.owner),
  ])
  const number = await order()
  await soon(() => expect(numbers(owner)).toEqual([number]))
  await new Promise(resolve => setTimeout(resolve, 300))
  for (const page of [stranger, nobody, some])
    expect(page.told.map(({ event }) => event)).toEqual(['state'])
  const intruder = await listen(t, { ...t.people.stranger, businessId: t.people.owner.businessId })
  expect(intruder.status).toBe(404)
})

test('what happened while a page was away is told when it is back, and only then', async () => {
  const first = await hear(t.people.owner)
  first.leave()
  const missed = [await order(), await order()]
  const back = await hear(t.people.owner, { 'last-event-id': first.told.at(-1)?.id ?? '' })
  expect(numbers(back).slice(-2)).toEqual(missed)
  expect(back.told.at(-1)?.event).toBe('state')
  expect(numbers(await hear(t.people.owner))).toEqual([])
  for (const odd of ['', 'x', '\u00ff', '99999999-0000-4000-8000-000000000000'])
    expect(numbers(await hear(t.people.owner, { 'last-event-id': odd }))).toEqual([])
})

test('what is written first and committed last is not passed over', async () => {
  const late = '#late'
  let commit = () => {}
  const isWritten = Promise.withResolvers<void>()
  const slow = t.inStore(async tx => {
    await insert(tx, 'order', { number: late, currency: 'USD' })
    isWritten.resolve()
    await new Promise<void>(resolve => {
      commit = resolve
    })
  })
  await isWritten.promise
  const page = await hear(t.people.owner)
  page.leave()
  commit()
  await slow
  expect(
    numbers(await hear(t.people.owner, { 'last-event-id': page.told.at(-1)?.id ?? '' })),
  ).toContain(late)
})

test('ends within a moment of logging out, and for that session alone', async () => {
  const [leaver, stayer] = await Promise.all([colleague(everything), colleague(everything)])
  const [leaving, staying] = await Promise.all([hear(leaver), hear(stayer)])
  await t.call(leaver, accountApi.logout)
  await vi.waitFor(() => expect(leaving.isOver).toBe(true), 20_000)
  const number = await order()
  await soon(() => expect(numbers(staying)).toContain(number))
  expect(numbers(leaving)).toEqual([])
})

test('says so and ends when the rights change, within a second', async () => {
  const [changed, removed, touched, inRole] = await Promise.all([
    colleague(everything),
    colleague(everything),
    colleague(everything),
    colleague([]),
  ])
  await t.inStore(
    tx =>
      tx`update membership set abilities = null, role = 'support' where person_id = ${inRole.personId}`,
  )
  const pages = await Promise.all([hear(changed), hear(removed), hear(touched), hear(inRole)])
  const began = Date.now()
  await t.inStore(
    tx => tx`update membership set created_at = now() where person_id = ${touched.personId}`,
  )
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${changed.personId}`,
  )
  await t.inStore(tx => tx`delete from membership where person_id = ${removed.personId}`)
  await t.inStore(tx =>
    insert(tx, 'role', { role: 'support', name: 'Support', ability: tx.json([]) }),
  )
  await soon(() => expect(pages.map(page => page.isOver)).toEqual([true, true, false, true]))
  expect(Date.now() - began).toBeLessThan(1000)
  expect(pages.map(page => page.told.at(-1)?.event)).toEqual([
    'rights',
    'rights',
    'state',
    'rights',
  ])
})

test('a listening connection that is cut comes back, and what happened meanwhile is told', async () => {
  const person = await colleague(everything)
  const [page, changed] = await Promise.all([hear(t.people.owner), hear(person)])
  const killed = await t.inStore(
    tx =>
      tx<
        { pid: number }[]
      >`select pid from pg_stat_activity where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(killed).toHaveLength(1)
  await t.inStore(tx => tx`select pg_terminate_backend(${killed[0]?.pid ?? 0})`)
  const missed = await order()
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${person.personId}`,
  )
  await soon(() => expect(numbers(page)).toContain(missed))
  // Long before the next beat, which would see it too.
  await vi.waitFor(() => expect(changed.told.at(-1)?.event).toBe('rights'), {
    timeout: 10_000,
    interval: 50,
  })
  const next = await order()
  await soon(() => expect(numbers(page)).toContain(next))
  expect(new Set(numbers(page)).size).toBe(numbers(page).length)
  expect(page.isOver).toBe(false)
})

test('one person may have ten; the eleventh is asked to come back', async () => {
  const greedy = await colleague(everything)
  const ten = await Promise.all(Array.from({ length: 10 }, () => hear(greedy)))
  const more = await listen(t, greedy)
  expect([more.status, more.headers['retry-after']]).toEqual([503, '30'])
  ten[0]?.leave()
  await vi.waitFor(async () => {
    const again = await listen(t, greedy)
    open.push(again)
    expect(again.status).toBe(200)
  }, 5000)
})

test('a thousand orders at once are a few events, not a thousand reads', async () => {
  const page = await hear(t.people.owner)
  await t.inStore(
    tx =>
      tx`insert into "order" (number, currency) select 'M' || n, 'USD' from generate_series(1, 1000) n`,
  )
  await soon(() => expect(page.told.at(-1)?.data.unread).toBe(100))
  expect(page.told.length).toBeLessThanOrEqual(150)
})

test('all are ended at once when the process stops, and none is opened any more', async () => {
  const own = await startTestApp()
  const page = await listen(own, own.people.owner)
  const began = performance.now()
  own.app.streams.end()
  await vi.waitFor(() => expect(page.isOver).toBe(true), 20_000)
  expect((await listen(own, own.people.owner)).status).toBe(503)
  await own.close()
  expect(performance.now() - began).toBeLessThan(5000)
})

test('does not go on for somebody who was removed just before it began', async () => {
  const late = await colleague(everything)
  await t.call(late, noticeApi.list)
  await t.inStore(tx => tx`delete from membership where person_id = ${late.personId}`)
  const page = await listen(t, late)
  open.push(page)
  // Long before the next beat, which would find it as well.
  await vi.waitFor(() => expect(page.isOver).toBe(true), 10_000)
})

test('behind a pooler of transactions it looks by itself, for news, for rights and for the end of a session', async () => {
  const own = await startTestApp({ DATABASE_PREPARE: 'false' })
  const page = await listen(own, own.people.owner)
  await own.inStore(tx => insert(tx, 'order', { number: '#P', currency: 'USD' }))
  await soon(() => expect(numbers(page)).toEqual(['#P']))
  const [leaver, changed] = await Promise.all(
    ['leaver', 'changed'].map(name =>
      makePerson(own.app, own.sql, name, {
        businessId: own.people.owner.businessId,
        abilities: everything,
      }),
    ),
  )
  if (!leaver || !changed) throw new Error('nobody was made')
  const pages = await Promise.all([listen(own, leaver), listen(own, changed)])
  await soon(() => expect(pages.map(({ told }) => told.length)).toEqual([1, 1]))
  const began = Date.now()
  await own.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${changed.personId}`,
  )
  await own.inStore(
    tx => tx`update session set ended_at = now() where person_id = ${leaver.personId}`,
  )
  await soon(() => expect(pages.map(({ isOver }) => isOver)).toEqual([true, true]))
  expect(Date.now() - began, 'long before the next beat').toBeLessThan(10_000)
  expect(page.isOver).toBe(false)
  const ears = await own.inStore(
    tx =>
      tx`select 1 from pg_stat_activity where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(ears).toHaveLength(0)
  await own.close()
})
