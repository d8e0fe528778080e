import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { calendarApi } from '#contract/desk/calendar-event.ts'
import { type ConversationSummary, deskApi } from '#contract/desk/desk.ts'
import { type Task, type TaskCounts, taskApi } from '#contract/desk/task.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { insertRow } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from task`))

const getDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const create = async (body: object): Promise<Task> => {
  const reply = await t.call('owner', taskApi.create, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data
}
const list = async (query: Record<string, unknown>): Promise<Task[]> =>
  (await t.call('owner', taskApi.list, { query })).body.data
const listTitles = async (query: Record<string, unknown>) =>
  (await list(query)).map(({ title }) => title)
const update = (id: string, body: object) =>
  t.call('owner', taskApi.update, { params: { id }, body })

describe('views', () => {
  beforeEach(() =>
    t.inStore(async tx => {
      await tx`update store set timezone = 'UTC'`
    }),
  )
  test('contain the tasks of their time, person and state, in their order', async () => {
    const owner = t.people.owner.personId
    await create({ title: 'Late', dueDate: getDay(-1), assigneeId: owner })
    await create({ title: 'Today', dueDate: getDay(0) })
    await create({ title: 'Today at 9', dueDate: getDay(0), dueTime: '09:00' })
    await create({ title: 'Next week', dueDate: getDay(7), assigneeId: owner })
    await create({ title: 'Someday', isImportant: true })
    await create({ title: 'Mine', isImportant: true, assigneeId: owner })
    const done = await create({ title: 'Done' })
    const deleted = await create({ title: 'Deleted' })
    await update(done._id, { isCompleted: true })
    await t.call('owner', taskApi.delete, { params: { id: deleted._id } })
    expect(await listTitles({ view: 'my-day' })).toEqual(['Late', 'Today at 9', 'Today', 'Mine'])
    expect(await listTitles({ view: 'upcoming' })).toEqual(['Next week'])
    expect((await listTitles({ view: 'important' })).toSorted()).toEqual(['Mine', 'Someday'])
    expect(await listTitles({ view: 'completed' })).toEqual(['Done'])
    expect(await listTitles({ view: 'deleted' })).toEqual(['Deleted'])
    expect((await listTitles({ view: 'open' })).slice(0, 4)).toEqual([
      'Late',
      'Today at 9',
      'Today',
      'Next week',
    ])
    const counts: TaskCounts = (await t.call('owner', taskApi.counts)).body.data
    expect(counts).toEqual({ myDay: 4, upcoming: 1, important: 2, open: 6, tags: [] })
  })

  test('continue after a cursor without gaps, also among tasks without a day', async () => {
    for (const title of ['A', 'B', 'C']) await create({ title, dueDate: getDay(1) })
    for (const title of ['D', 'E']) await create({ title })
    const titles: string[] = []
    let after: string | undefined
    do {
      const { body } = await t.call('owner', taskApi.list, {
        query: { view: 'open', perPage: 2, ...(after && { after }) },
      })
      titles.push(...body.data.map(({ title }: Task) => title))
      after = body.meta.next
    } while (after)
    expect(titles.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('are searched and filtered by tag and person', async () => {
    await create({ title: 'Call Anna', tags: ['phone'] })
    await create({ title: 'Write 100% wool labels', assigneeId: t.people.owner.personId })
    expect(await listTitles({ q: '100%' })).toEqual(['Write 100% wool labels'])
    expect(await listTitles({ tag: 'phone' })).toEqual(['Call Anna'])
    expect(await listTitles({ assignee: t.people.owner.personId })).toEqual([
      'Write 100% wool labels',
    ])
    const counts: TaskCounts = (await t.call('owner', taskApi.counts)).body.data
    expect(counts.tags).toEqual([{ tag: 'phone', count: 1 }])
  })
})

describe('a task', () => {
  test('is completed with the person, and can be opened again', async () => {
    const { _id, version } = await create({ title: 'Call Anna' })
    const done: Task = (await update(_id, { isCompleted: true, version })).body.data
    expect(done).toMatchObject({ isCompleted: true, version: version + 1 })
    expect(done.completedAt).not.toBeNull()
    const [row] = await t.sql`select completed_by from task where id = ${_id}`
    expect(row?.['completedBy']).toBe(t.people.owner.personId)
    const reopened: Task = (await update(_id, { isCompleted: false })).body.data
    expect(reopened).toMatchObject({ isCompleted: false, completedAt: null })
  })

  test('loses its time with its day', async () => {
    const { _id, dueAt } = await create({ title: 'Call', dueDate: '2026-03-29', dueTime: '10:00' })
    expect(dueAt).not.toBeNull()
    expect((await update(_id, { dueDate: null })).body.data).toMatchObject({
      dueDate: null,
      dueTime: null,
      dueAt: null,
    })
  })

  test('is in the list of deleted tasks until it is restored', async () => {
    const { _id } = await create({ title: 'Call Anna' })
    const deleted = await t.call('owner', taskApi.delete, { params: { id: _id } })
    expect(deleted.body.data.isDeleted).toBe(true)
    expect(await list({ view: 'open' })).toEqual([])
    const restored = await t.call('owner', taskApi.restore, { params: { id: _id } })
    expect(restored.body.data).toMatchObject({ isDeleted: false, deletedAt: null })
    expect(await listTitles({ view: 'open' })).toEqual(['Call Anna'])
  })

  test('names its record, which another one replaces', async () => {
    const [order, customer] = await t.inStore(async tx => [
      await insertRow(tx, 'order', { number: '#2001', currency: 'USD' }),
      await insertRow(tx, 'customer', { name: 'Anna' }),
    ])
    const task = await create({ title: 'Pack carefully', orderId: order })
    expect(task).toMatchObject({ orderId: order, recordName: '#2001' })
    expect((await update(task._id, { customerId: customer })).body.data).toMatchObject({
      orderId: null,
      customerId: customer,
      recordName: 'Anna',
    })
    expect(await listTitles({ customer })).toEqual(['Pack carefully'])
  })

  test('is rejected with two records or a stranger, and nothing is written', async () => {
    const [orderId, productId] = await t.inStore(async tx => [
      await insertRow(tx, 'order', { number: '#2002', currency: 'USD' }),
      await insertRow(tx, 'product', { title: 'Cup', slug: 'cup' }),
    ])
    const before = await t.changes()
    const send = async (body: object) => {
      const reply = await t.call('owner', taskApi.create, { body: { title: 'x', ...body } })
      return reply.body.errors?.[0]
    }
    expect(await send({ orderId, productId })).toMatchObject({ code: 'task_has_one_record' })
    expect(await send({ assigneeId: t.people.stranger.personId })).toMatchObject({
      path: 'assigneeId',
      code: 'assignee_not_found',
    })
    expect(await t.changes()).toBe(before)
  })

  test('is saved only in the version that the user has seen', async () => {
    const { _id, version } = await create({ title: 'Call Anna' })
    await update(_id, { title: 'Call Ann', version })
    const before = await t.changes()
    expect((await update(_id, { title: 'Call Bob', version })).status).toBe(409)
    expect(await t.changes()).toBe(before)
  })

  test('is assigned to nobody once its person has left', async () => {
    const { personId } = t.people.nobody
    const { _id } = await create({ title: 'Call Anna', assigneeId: personId })
    await t.inStore(tx => tx`delete from membership where person_id = ${personId}`)
    const reply = await t.call('owner', taskApi.get, { params: { id: _id } })
    expect(reply.body.data).toMatchObject({ assigneeId: null, assigneeName: '' })
  })
})

test('several tasks are completed, assigned, deleted and restored at once', async () => {
  const tasks = [await create({ title: 'A' }), await create({ title: 'B' })]
  const body = { ids: tasks.map(({ _id }) => _id) }
  const send = async (change: object) =>
    (await t.call('owner', taskApi.bulkUpdate, { body: { ...body, ...change } })).body.data
  expect(await send({ isCompleted: true, assigneeId: t.people.owner.personId })).toMatchObject({
    done: 2,
    failed: 0,
  })
  expect(await list({ view: 'completed' })).toMatchObject([
    { assigneeId: t.people.owner.personId },
    { assigneeId: t.people.owner.personId },
  ])
  await send({ isDeleted: true })
  expect(await listTitles({ view: 'deleted' })).toHaveLength(2)
  const reply = await t.call('owner', taskApi.bulkUpdate, {
    body: { filter: { view: 'deleted' }, expectedCount: 2, isDeleted: false, isCompleted: false },
  })
  expect(reply.body.data).toMatchObject({ done: 2 })
  expect(await listTitles({ view: 'open' })).toHaveLength(2)
})

test('several tasks get and lose tags, and change their due date', async () => {
  const first = await create({ title: 'A', tags: ['phone', 'old'] })
  const second = await create({ title: 'B', dueDate: getDay(1), dueTime: '09:00' })
  await create({ title: 'C', tags: ['old'] })
  const ids = [first._id, second._id]
  const send = (body: object) => t.call('owner', taskApi.bulkUpdate, { body })
  await send({ ids, addTags: ['new', 'phone'], removeTags: ['old'], dueDate: getDay(3) })
  const tasks = await list({ view: 'open' })
  expect(tasks.map(({ title, tags, dueDate }) => [title, tags, dueDate]).toSorted()).toEqual([
    ['A', ['phone', 'new'], getDay(3)],
    ['B', ['new', 'phone'], getDay(3)],
    ['C', ['old'], null],
  ])
  const before = await t.changes()
  const reply = await send({
    filter: { view: 'open', tag: 'new' },
    expectedCount: 1,
    isDeleted: true,
  })
  expect(reply.status).toBe(409)
  expect(await t.changes()).toBe(before)
  await send({ filter: { view: 'open', tag: 'new' }, expectedCount: 2, isDeleted: true })
  expect(await listTitles({ view: 'open' })).toEqual(['C'])
})

test('erasing a customer deletes the tasks about them and their texts in the audit', async () => {
  const reply = await t.call('owner', customerApi.create, { body: { name: 'Anna Secret' } })
  const customer = reply.body.data
  const orderId = await t.inStore(tx =>
    insertRow(tx, 'order', {
      number: '#2003',
      currency: 'USD',
      status: 'completed',
      customerId: customer._id,
    }),
  )
  const other = await create({ title: 'Order paper' })
  const moved = await create({ title: 'Call Anna Secret', customerId: customer._id })
  await update(moved._id, { customerId: null })
  await create({ title: 'Write to Anna Secret', customerId: customer._id })
  await create({ title: 'Pack for Anna Secret', orderId })
  const erased = await t.call('owner', customerDataApi.erase, {
    params: { id: customer._id },
    body: {},
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const titles = (
    await t.sql<{ title: string }[]>`
    select title from task where store_id = ${t.people.owner.storeId}`
  ).map(row => row.title)
  expect(titles.toSorted()).toEqual(['Call Anna Secret', other.title])
  const [row] = await t.sql`
    select count(*)::integer as entries from audit
    where entity = 'task' and concat(before, after) like '%Anna Secret%'`
  expect(row).toEqual({ entries: 0 })
})

test('the open tasks about a record are listed for those who can read it', async () => {
  const id = await t.inStore(tx => insertRow(tx, 'order', { number: '#2004', currency: 'USD' }))
  await t.inStore(
    tx => tx`
      insert into invoice (order_id, total, number, document, issued_on, due_on, checksum, series, series_number)
      values (${id}, 100, 'D1', '{}', '2026-01-01', '2026-01-15', '', 'D', 1)`,
  )
  await create({ title: 'Second', orderId: id })
  await create({ title: 'First', orderId: id, dueDate: getDay(0) })
  await create({ title: 'Done', orderId: id, isCompleted: true })
  await create({ title: 'Other' })
  const read = (subject: string, recordId = id) =>
    t.call('owner', deskApi.about, { params: { subject, id: recordId } })
  const { body } = await read('order')
  expect(body.data.tasks.map(({ title }: Task) => title)).toEqual(['First', 'Second'])
  expect(body.data.events).toMatchObject([
    { kind: 'shipBy', detail: 'due' },
    { kind: 'invoice', title: 'D1', start: '2026-01-15', detail: 'overdue' },
  ])
  expect((await read('customer')).status).toBe(404)
  expect((await read('store')).status).toBe(404)
})

describe('open conversations about a record', () => {
  const addConversation = (productId: string, fields: object) =>
    t.inStore(tx => insertRow(tx, 'conversation', { channel: 'email', productId, ...fields }))
  test('are listed for those who can read them, without private ones of others', async () => {
    const id = await t.inStore(tx => insertRow(tx, 'product', { title: 'Cup', slug: 'cup-of-tea' }))
    await addConversation(id, { subject: 'Is it dishwasher safe?' })
    await addConversation(id, { subject: 'Closed', status: 'closed' })
    await addConversation(id, { subject: 'Spam', place: 'spam' })
    await addConversation(id, { subject: 'Private', labels: ['private'] })
    const readOnly = async (name: string, subjects: Ability['subject'][]) =>
      makePerson(t.app, t.sql, `${name}-of-${t.people.owner.name}`, {
        storeId: t.people.owner.storeId,
        abilities: subjects.map(subject => ({ action: 'read', subject })),
      })
    const listSubjects = async (person: 'owner' | Tester) =>
      (
        await t.call(person, deskApi.about, { params: { subject: 'product', id } })
      ).body.data.conversations.map(({ subject }: ConversationSummary) => subject)
    const reader = await readOnly('reader', ['task', 'product', 'conversation'])
    const planner = await readOnly('planner', ['task', 'product'])
    expect((await listSubjects('owner')).toSorted()).toEqual(['Is it dishwasher safe?', 'Private'])
    expect(await listSubjects(reader)).toEqual(['Is it dishwasher safe?'])
    expect(await listSubjects(planner)).toEqual([])
  })
})

test('the next events about a record are listed, also for a person without tasks', async () => {
  const id = await t.inStore(tx => insertRow(tx, 'product', { title: 'Jug', slug: 'jug-of-tea' }))
  const add = (body: object) => t.call('owner', calendarApi.create, { body })
  await add({ title: 'Weekly', start: getDay(-20), repeat: 'FREQ=WEEKLY', productId: id })
  await add({ title: 'Fair', start: getDay(2), end: getDay(3), productId: id })
  await add({ title: 'Past', start: getDay(-9), productId: id })
  await add({
    title: 'Over',
    start: `${getDay(0)}T00:00`,
    end: `${getDay(0)}T00:00`,
    productId: id,
  })
  await add({ title: 'Other', start: getDay(1) })
  await create({ title: 'Photos', productId: id })
  const guest = await makePerson(t.app, t.sql, 'guest', {
    storeId: t.people.owner.storeId,
    abilities: [
      { action: 'read', subject: 'product' },
      { action: 'read', subject: 'calendar' },
    ],
  })
  const { status, body } = await t.call(guest, deskApi.about, {
    params: { subject: 'product', id },
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    tasks: [],
    conversations: [],
    events: [
      { title: 'Weekly', isRepeated: true, occursOn: getDay(1) },
      { title: 'Fair', start: getDay(2), end: getDay(3) },
    ],
  })
})

describe('a task that repeats', () => {
  const repeating = { title: 'Water', repeat: 'FREQ=WEEKLY', dueDate: getDay(-1), dueTime: '09:00' }
  test('stays completed and creates the next one, which gets the rule', async () => {
    await t.inStore(tx => tx`update store set timezone = 'UTC'`)
    const steps = [{ title: 'Fill the can', isDone: true }]
    const { _id } = await create({ ...repeating, steps, tags: ['plants'] })
    const done: Task = (await update(_id, { isCompleted: true })).body.data
    expect(done).toMatchObject({ isCompleted: true, repeat: null })
    const next = await list({ view: 'open' })
    expect(next).toMatchObject([
      { ...repeating, dueDate: getDay(6), tags: ['plants'], steps: [{ isDone: false }] },
    ])
    await update(_id, { isCompleted: false })
    await update(_id, { isCompleted: true })
    expect(await list({ view: 'open' })).toHaveLength(1)
  })

  test('creates the next one, too, if it is completed when it is created', async () => {
    await t.inStore(tx => tx`update store set timezone = 'UTC'`)
    const done = await create({ ...repeating, isCompleted: true })
    expect(done).toMatchObject({ isCompleted: true, repeat: null })
    expect(await list({ view: 'open' })).toMatchObject([{ ...repeating, dueDate: getDay(6) }])
  })

  test('creates one next task if two people complete it at the same time', async () => {
    const { _id } = await create(repeating)
    const replies = await Promise.all([
      update(_id, { isCompleted: true }),
      update(_id, { isCompleted: true }),
      t.call('owner', taskApi.bulkUpdate, { body: { ids: [_id], isCompleted: true } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await list({ view: 'open' })).toHaveLength(1)
  })

  test('ends with its last one, and needs a rule that can be read', async () => {
    const { _id } = await create({ ...repeating, repeat: 'FREQ=DAILY;COUNT=1' })
    await update(_id, { isCompleted: true })
    expect(await list({ view: 'open' })).toEqual([])
    const before = await t.changes()
    const reply = await t.call('owner', taskApi.create, {
      body: { title: 'x', repeat: 'FREQ=SECONDLY' },
    })
    expect([reply.status, reply.body.errors[0].code]).toEqual([422, 'invalid_repeat'])
    expect(await t.changes()).toBe(before)
  })
})
