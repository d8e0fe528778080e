import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Task, taskApi } from '#contract/desk/task.ts'
import { notificationApi, type StoreNotification } from '#contract/staff/notification.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let colleague: Tester
beforeAll(async () => {
  t = await startTestApp()
  colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'task' }],
  })
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from task`
    await tx`delete from notification`
  }),
)

const create = async (body: object): Promise<Task> =>
  (await t.call('owner', taskApi.create, { body })).body.data
const list = async (as: 'owner' | Tester): Promise<StoreNotification[]> =>
  (await t.call(as, notificationApi.list)).body.data

test('only the new assignee is notified of an assigned task', async () => {
  const assigneeId = colleague.personId
  const { _id } = await create({ title: 'Call Anna', assigneeId })
  expect(await list(colleague)).toMatchObject([
    {
      kind: 'task_assigned',
      subject: 'task',
      subjectId: _id,
      data: { count: 1, title: 'Call Anna' },
    },
  ])
  expect(await list('owner')).toEqual([])
  const { body } = await t.call(colleague, notificationApi.list)
  expect(body.meta.unread).toBe(1)
  const foreign = await t.call('owner', notificationApi.read, {
    body: { _id: body.data[0]._id },
  })
  expect(foreign.status).toBe(404)
  await t.call('owner', taskApi.update, { params: { id: _id }, body: { title: 'Call Bo' } })
  await t.call('owner', taskApi.update, { params: { id: _id }, body: { assigneeId } })
  await t.call(colleague, taskApi.create, { body: { title: 'My own', assigneeId } })
  await create({ title: 'Done already', assigneeId, isCompleted: true })
  expect(await list(colleague)).toHaveLength(1)
})

test('several tasks are assigned with one notification', async () => {
  const assigneeId = colleague.personId
  const first = await create({ title: 'First', assigneeId })
  const others = [await create({ title: 'Second' }), await create({ title: 'Third' })]
  await t.inStore(tx => tx`delete from notification`)
  await t.call('owner', taskApi.bulkUpdate, {
    body: { ids: [first, ...others].map(({ _id }) => _id), assigneeId },
  })
  const [notification, ...more] = await list(colleague)
  expect(more).toEqual([])
  expect(notification?.data).toEqual({ count: 2 })
})

/** Returns a time zone in which it is that hour now, and its day. */
function getPlaceAt(hour: number) {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return {
    timezone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    today: new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10),
  }
}

test('a person receives one notification in the morning with the number of due tasks', async () => {
  const assigneeId = t.people.owner.personId
  const evening = getPlaceAt(20)
  await t.inStore(tx => tx`update store set timezone = ${evening.timezone}`)
  await create({ title: 'In the evening', dueDate: evening.today, assigneeId })
  await t.runJob('task.notifyDue')
  expect(await list('owner')).toEqual([])
  const { timezone, today } = getPlaceAt(8)
  await t.inStore(async tx => {
    await tx`delete from task`
    await tx`update store set timezone = ${timezone}`
  })
  for (const title of ['A', 'B']) await create({ title, dueDate: today, assigneeId })
  await create({ title: 'Overdue', dueDate: '2026-01-01', assigneeId })
  await create({ title: 'Unassigned', dueDate: today })
  await create({ title: 'Later', dueDate: '2999-01-01', assigneeId })
  await t.runJob('task.notifyDue')
  await t.runJob('task.notifyDue')
  expect(await list('owner')).toMatchObject([{ kind: 'task_due', data: { count: 3 } }])
  expect(await list(colleague)).toEqual([])
})
