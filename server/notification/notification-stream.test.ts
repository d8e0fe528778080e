import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { type Ability, subjects } from '#contract/lib/call/permission.ts'
import { orderApi } from '#contract/order/order.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { insertRow } from '../lib/db/db.ts'
import { eventually } from '../testing/eventually.ts'
import {
  openTestStream,
  type ReceivedStreamEvent,
} from '../testing/subject/notification-testing.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
const openStreams: Awaited<ReturnType<typeof openTestStream>>[] = []
beforeAll(async () => {
  const database = await createTestDatabase({ hasCanaryStore: true, usesPooler: false })
  t = await startTestApp({}, { database })
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.disconnect()
})

const openStream = async (
  tester: Tester,
  headers?: Record<string, string>,
  query?: { age: string },
) => {
  const stream = await openTestStream(t, tester, headers, query)
  openStreams.push(stream)
  await eventually(() => expect(stream.events.some(({ event }) => event === 'state')).toBe(true))
  return stream
}
let orderCount = 0
/** Inserts an order without the API, as a job or another process does, and returns its number. */
const createOrder = async () => {
  orderCount += 1
  await t.inStore(tx => insertRow(tx, 'order', { number: `#${orderCount}`, currency: 'USD' }))
  return `#${orderCount}`
}
/** Returns the events other than the announcements of changed records. */
const withoutChanges = ({ events }: { events: readonly ReceivedStreamEvent[] }) =>
  events.filter(({ event }) => event !== 'changed')
/** A page that reconnects names the last event with an id. */
const getLastEventId = ({ events }: { events: readonly ReceivedStreamEvent[] }) =>
  events.findLast(({ id }) => id)?.id ?? ''
const listChanges = ({ events }: { events: readonly ReceivedStreamEvent[] }) =>
  events.filter(({ event }) => event === 'changed').map(({ data }) => data)
const listOrderNumbers = ({
  events,
}: {
  events: readonly { event: string; data: { data?: { number?: string } } }[]
}) => events.filter(({ event }) => event === 'notification').map(({ data }) => data.data?.number)
/**
 * Returns the number of heartbeats of each page. A page with only the first heartbeat was not
 * updated by the check that every later heartbeat makes.
 */
const countHeartbeats = (...pages: { heartbeatCount: number }[]) =>
  pages.map(({ heartbeatCount }) => heartbeatCount)
let staffMemberCount = 0
const createStaffMember = (abilities: Ability[]) => {
  staffMemberCount += 1
  return makePerson(t.app, t.sql, `staff-member-${staffMemberCount}`, {
    storeId: t.people.owner.storeId,
    abilities,
  })
}
const allAbilities: Ability[] = [{ action: 'manage', subject: 'all' }]

test('the stream starts with the state, is neither cached nor buffered, and sends new orders', async () => {
  const page = await openStream(t.people.owner)
  expect(page.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(withoutChanges(page)).toMatchObject([
    { event: 'state', data: { unread: 0, runningImports: [] } },
  ])
  const number = await createOrder()
  await eventually(() =>
    expect(withoutChanges(page).slice(1)).toMatchObject([
      { event: 'notification', data: { kind: 'order_created', isRead: false, data: { number } } },
      { event: 'state', data: { unread: 1 } },
    ]),
  )
  const [, notification] = withoutChanges(page)
  expect(notification?.id).toBe(notification?.data._id)
})

test('every page of a person receives the unread count and the progress of imports', async () => {
  const [firstPage, secondPage] = await Promise.all([
    openStream(t.people.owner),
    openStream(t.people.owner),
  ])
  await createOrder()
  await eventually(() => expect(withoutChanges(secondPage).slice(1).at(-1)?.event).toBe('state'))
  await t.call('owner', notificationApi.read, {
    body: { upTo: secondPage.events.findLast(({ event }) => event === 'notification')?.data._id },
  })
  await eventually(() =>
    expect([firstPage, secondPage].map(page => withoutChanges(page).at(-1)?.data.unread)).toEqual([
      0, 0,
    ]),
  )
  const id = await t.inStore(tx =>
    insertRow(tx, 'import', { kind: 'products', fileName: 'a.csv', fileKey: 'k', bytes: 1 }),
  )
  await eventually(() =>
    expect(withoutChanges(firstPage).at(-1)?.data.runningImports).toMatchObject([
      { _id: id, fileName: 'a.csv', status: 'planning', progress: 0 },
    ]),
  )
  await t.inStore(tx => tx`update import set progress = 0.5 where id = ${id}`)
  await eventually(() =>
    expect(withoutChanges(firstPage).at(-1)?.data.runningImports[0].progress).toBe(0.5),
  )
  await t.inStore(tx => tx`update import set status = 'failed' where id = ${id}`)
  await eventually(() =>
    expect(withoutChanges(firstPage).at(-1)?.data).toEqual({ unread: 1, runningImports: [] }),
  )
})

test('a page receives no notifications of other stores or without the permission to read them', async () => {
  const limited = await createStaffMember([{ action: 'read', subject: 'product' }])
  const [strangerPage, nobodyPage, limitedPage, ownerPage] = await Promise.all([
    openStream(t.people.stranger),
    openStream(t.people.nobody),
    openStream(limited),
    openStream(t.people.owner),
  ])
  const number = await createOrder()
  await eventually(() => expect(listOrderNumbers(ownerPage)).toEqual([number]))
  // No event says that a page receives nothing. A leak would arrive before the next order.
  const nextNumber = await createOrder()
  await eventually(() => expect(listOrderNumbers(ownerPage)).toEqual([number, nextNumber]))
  for (const page of [strangerPage, nobodyPage, limitedPage]) {
    expect(withoutChanges(page).map(({ event }) => event)).toEqual(['state'])
    expect(listChanges(page)).not.toContainEqual({ subject: 'order' })
  }
  const intruder = await openTestStream(t, {
    ...t.people.stranger,
    storeId: t.people.owner.storeId,
  })
  expect(intruder.status).toBe(404)
})

test('a page that reconnects receives the notifications that it missed', async () => {
  const [first, connectedPage] = await Promise.all([
    openStream(t.people.owner),
    openStream(t.people.owner),
  ])
  const lastEventId = getLastEventId(first)
  first.disconnect()
  const missedNumbers = [await createOrder(), await createOrder()]
  // Later pages would receive a notification that is sent after they connect.
  await eventually(() => expect(listOrderNumbers(connectedPage).slice(-2)).toEqual(missedNumbers))
  connectedPage.disconnect()
  const reconnectedPage = await openStream(t.people.owner, { 'last-event-id': lastEventId })
  expect(listOrderNumbers(reconnectedPage).slice(-2)).toEqual(missedNumbers)
  expect(withoutChanges(reconnectedPage).at(-1)?.event).toBe('state')
  expect(listOrderNumbers(await openStream(t.people.owner))).toEqual([])
  for (const invalidId of ['', 'x', '\u00ff', '99999999-0000-4000-8000-000000000000'])
    expect(
      listOrderNumbers(await openStream(t.people.owner, { 'last-event-id': invalidId })),
    ).toEqual([])
})

test('a page receives the notifications since it began to load', async () => {
  const connectedPage = await openStream(t.people.owner)
  const number = await createOrder()
  await eventually(() => expect(listOrderNumbers(connectedPage)).toEqual([number]))
  await t.inStore(
    tx => tx`update notification set id = overlay(id::text placing '00000000-0000' from 1)::uuid`,
  )
  const missedNumber = await createOrder()
  await eventually(() => expect(listOrderNumbers(connectedPage)).toContain(missedNumber))
  const page = await openStream(t.people.owner, {}, { age: '1000' })
  expect(listOrderNumbers(page)).toEqual([missedNumber])
  const olderPage = await openStream(t.people.owner, {}, { age: String(Number.MAX_SAFE_INTEGER) })
  expect(listOrderNumbers(olderPage)).toEqual([number, missedNumber])
  const refused = await openTestStream(t, t.people.owner, {}, { age: '-1' })
  expect(refused.status).toBe(422)
})

test('a page that reconnects receives a notification that was inserted before and committed later', async () => {
  const lateNumber = '#late'
  let commit = () => {}
  const insertDone = Promise.withResolvers<void>()
  const slowTransaction = t.inStore(async tx => {
    await insertRow(tx, 'order', { number: lateNumber, currency: 'USD' })
    insertDone.resolve()
    await new Promise<void>(resolve => {
      commit = resolve
    })
  })
  await insertDone.promise
  const page = await openStream(t.people.owner)
  page.disconnect()
  commit()
  await slowTransaction
  expect(
    listOrderNumbers(await openStream(t.people.owner, { 'last-event-id': getLastEventId(page) })),
  ).toContain(lateNumber)
})

test('a logout ends the streams of its session only', async () => {
  const [leaver, stayer] = await Promise.all([
    createStaffMember(allAbilities),
    createStaffMember(allAbilities),
  ])
  const [leaving, staying] = await Promise.all([openStream(leaver), openStream(stayer)])
  await t.call(leaver, accountApi.logout)
  await eventually(() => expect(leaving.hasEnded).toBe(true))
  const number = await createOrder()
  await eventually(() => expect(listOrderNumbers(staying)).toContain(number))
  expect(listOrderNumbers(leaving)).toEqual([])
})

test('a change of permissions ends the stream without waiting for a heartbeat', async () => {
  const [demotedPerson, removedPerson, unaffectedPerson, personWithRole] = await Promise.all([
    createStaffMember(allAbilities),
    createStaffMember(allAbilities),
    createStaffMember(allAbilities),
    createStaffMember([]),
  ])
  await t.inStore(
    tx =>
      tx`update membership set abilities = null, role = 'support' where person_id = ${personWithRole.personId}`,
  )
  const pages = await Promise.all([
    openStream(demotedPerson),
    openStream(removedPerson),
    openStream(unaffectedPerson),
    openStream(personWithRole),
  ])
  await t.inStore(
    tx =>
      tx`update membership set created_at = now() where person_id = ${unaffectedPerson.personId}`,
  )
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${demotedPerson.personId}`,
  )
  await t.inStore(tx => tx`delete from membership where person_id = ${removedPerson.personId}`)
  await t.inStore(tx =>
    insertRow(tx, 'role', { role: 'support', name: 'Support', ability: tx.json([]) }),
  )
  await eventually(() =>
    expect(pages.map(page => page.hasEnded)).toEqual([true, true, false, true]),
  )
  expect(countHeartbeats(...pages)).toEqual([1, 1, 1, 1])
  expect(pages.map(page => withoutChanges(page).at(-1)?.event)).toEqual([
    'permissions',
    'permissions',
    'state',
    'permissions',
  ])
})

test('the listener reconnects, and pages receive the missed events', async () => {
  const person = await createStaffMember(allAbilities)
  const [page, changed] = await Promise.all([openStream(t.people.owner), openStream(person)])
  const connections = await t.inStore(
    tx => tx<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(connections).toHaveLength(1)
  await t.inStore(tx => tx`select pg_terminate_backend(${connections[0]?.pid ?? 0})`)
  const missedNumber = await createOrder()
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${person.personId}`,
  )
  await eventually(() => expect(listOrderNumbers(page)).toContain(missedNumber))
  await eventually(() => expect(withoutChanges(changed).at(-1)?.event).toBe('permissions'))
  expect(countHeartbeats(changed)).toEqual([1])
  const next = await createOrder()
  await eventually(() => expect(listOrderNumbers(page)).toContain(next))
  expect(new Set(listOrderNumbers(page)).size).toBe(listOrderNumbers(page).length)
  expect(page.hasEnded).toBe(false)
})

test('a person can have ten streams, the eleventh gets 503 with Retry-After', async () => {
  const staffMember = await createStaffMember(allAbilities)
  const pages = await Promise.all(Array.from({ length: 10 }, () => openStream(staffMember)))
  const rejectedPage = await openTestStream(t, staffMember)
  expect([rejectedPage.status, rejectedPage.headers['retry-after']]).toEqual([503, '30'])
  pages[0]?.disconnect()
  await eventually(async () => {
    const newPage = await openTestStream(t, staffMember)
    openStreams.push(newPage)
    expect(newPage.status).toBe(200)
  })
})

test('a thousand orders in one transaction cause at most 150 events', async () => {
  const page = await openStream(t.people.owner)
  await t.inStore(
    tx =>
      tx`insert into "order" (number, currency)
        select 'M' || n, 'USD' from generate_series(1, 1000) n`,
  )
  await eventually(() => expect(withoutChanges(page).at(-1)?.data.unread).toBe(100))
  expect(page.events.length).toBeLessThanOrEqual(150)
})

test('a stopping process ends all streams and opens no new ones', async () => {
  const ownApp = await startTestApp()
  const page = await openTestStream(ownApp, ownApp.people.owner)
  ownApp.app.streams.end()
  await eventually(() => expect(page.hasEnded).toBe(true))
  expect((await openTestStream(ownApp, ownApp.people.owner)).status).toBe(503)
  await ownApp.close()
  expect(countHeartbeats(page)).toEqual([1])
})

test('the stream of a person ends if the membership was removed just before it opened', async () => {
  const newStaffMember = await createStaffMember(allAbilities)
  await t.call(newStaffMember, notificationApi.list)
  await t.inStore(tx => tx`delete from membership where person_id = ${newStaffMember.personId}`)
  const page = await openTestStream(t, newStaffMember)
  openStreams.push(page)
  await eventually(() => expect(page.hasEnded).toBe(true))
  expect(countHeartbeats(page)).toEqual([1])
})

test('behind a transaction pooler, polling finds notifications, changes, permissions and ended sessions', async () => {
  const ownApp = await startTestApp({ DATABASE_PREPARE: 'false' })
  onTestFinished(() => ownApp.close())
  const page = await openTestStream(ownApp, ownApp.people.owner)
  await ownApp.inStore(tx => insertRow(tx, 'order', { number: '#P', currency: 'USD' }))
  await eventually(() => expect(listOrderNumbers(page)).toEqual(['#P']))
  await eventually(() => expect(listChanges(page)).toContainEqual({ subject: 'order' }))
  const [leaver, changed] = await Promise.all(
    ['leaver', 'changed'].map(name =>
      makePerson(ownApp.app, ownApp.sql, name, {
        storeId: ownApp.people.owner.storeId,
        abilities: allAbilities,
      }),
    ),
  )
  if (!leaver || !changed) throw new Error('The staff members were not created.')
  const pages = await Promise.all([openTestStream(ownApp, leaver), openTestStream(ownApp, changed)])
  await eventually(() => expect(pages.map(page => withoutChanges(page).length)).toEqual([1, 1]))
  await ownApp.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${changed.personId}`,
  )
  await ownApp.inStore(
    tx => tx`update session set ended_at = now() where person_id = ${leaver.personId}`,
  )
  await eventually(() => expect(pages.map(({ hasEnded }) => hasEnded)).toEqual([true, true]))
  expect(countHeartbeats(...pages)).toEqual([1, 1])
  expect(page.hasEnded).toBe(false)
  const listenerConnections = await ownApp.inStore(
    tx => tx`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'storewright-listen'`,
  )
  expect(listenerConnections).toHaveLength(0)
})

test('announces a changed record to the staff who can view it, with the tab that changed it', async () => {
  const clerk = await makePerson(t.app, t.sql, 'clerk', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'order' }],
  })
  const { _id } = (await t.call('owner', customerApi.create, { body: { name: 'Ada' } })).body.data
  const [owner, other] = [await openStream(t.people.owner), await openStream(clerk)]
  const tab = '0191e0a0-0000-7000-8000-000000000001'
  await t.call('owner', customerApi.update, {
    params: { id: _id },
    body: { name: 'Ada Byron' },
    headers: { 'x-tab-id': tab },
  })
  await eventually(() => expect(listChanges(owner).at(-1)).toEqual({ subject: 'customer', tab }))
  await t.call('owner', customerApi.update, {
    params: { id: _id },
    body: { name: 'Ada King' },
    headers: { 'x-tab-id': "'; select 1" },
  })
  await eventually(() => expect(listChanges(owner).at(-1)).toEqual({ subject: 'customer' }))
  await createOrder()
  await eventually(() => expect(listOrderNumbers(other)).toHaveLength(1))
  expect(listChanges(other)).toContainEqual({ subject: 'order' })
  expect(listChanges(other)).not.toContainEqual({ subject: 'customer' })
})

test('reports the progress of a bulk call to the pages of its user, before the commit', async () => {
  const clerk = await makePerson(t.app, t.sql, 'bulk-clerk', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'order' }],
  })
  const ids = await t.inStore(async tx =>
    (
      await tx<{ id: string }[]>`
        insert into "order" (number, currency, status)
        select 'bulk-' || n, 'USD', 'pending' from generate_series(1, 450) n returning id`
    ).map(({ id }) => id),
  )
  const [owner, other] = [await openStream(t.people.owner), await openStream(clerk)]
  const tab = '0191e0a0-0000-7000-8000-000000000002'
  const { body } = await t.call('owner', orderApi.bulkUpdateStatus, {
    body: { ids, status: 'confirmed' },
    headers: { 'x-tab-id': tab },
  })
  expect(body.data.done).toBe(450)
  const listProgress = ({ events }: typeof owner) =>
    events.filter(({ event }) => event === 'progress').map(({ data }) => data)
  await eventually(() =>
    expect(listProgress(owner)).toEqual([200, 400, 450].map(processed => ({ tab, processed }))),
  )
  await eventually(() => expect(listChanges(other)).toContainEqual({ subject: 'order', tab }))
  expect(listProgress(other)).toEqual([])
})

test('announces changes by jobs, and a change of many records once', async () => {
  const page = await openStream(t.people.owner)
  await t.inStore(
    tx =>
      tx`insert into product (title, slug) select n, 'bulk-' || n from generate_series(1, 2000) n`,
  )
  await eventually(() => expect(listChanges(page)).toContainEqual({ subject: 'product' }))
  await t.inStore(async tx => {
    await tx`update store set name = 'Renamed'`
    await insertRow(tx, 'role', { role: 'packer', name: 'Packer', ability: tx.json([]) })
    await tx`update product set title = title`
  })
  const listSubjects = () => listChanges(page).map(({ subject }) => subject)
  await eventually(() =>
    expect(listSubjects()).toEqual(expect.arrayContaining(['business', 'staff'])),
  )
  expect(listSubjects().filter(subject => subject === 'product')).toHaveLength(1)
})

test('every audited table has a subject or is not displayed on a page of its own', async () => {
  const tables = await t.inStore(
    tx => tx<{ name: string; subject: string | null }[]>`
      select relname as name, record_subject(relname) as subject
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname = 'audit' order by relname`,
  )
  expect(tables.filter(({ subject }) => subject === null).map(({ name }) => name)).toEqual([
    'list_view',
    'media',
    'onboarding',
  ])
  for (const { subject } of tables) if (subject) expect(subjects).toContain(subject)
})
