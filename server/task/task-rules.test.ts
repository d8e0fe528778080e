import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Task, taskApi } from '#contract/desk/task.ts'
import {
  type TaskRule,
  type TaskRuleName,
  taskRuleApi,
  taskRules,
} from '#contract/desk/task-rule.ts'
import { notificationApi, type StoreNotification } from '#contract/staff/notification.ts'
import { insertRow } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let orderId = ''
let productId = ''
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(async tx => {
    await tx`update store set low_stock_threshold = 2`
    orderId = await insertRow(tx, 'order', { number: '#7001', currency: 'USD', status: 'pending' })
    productId = await insertRow(tx, 'product', { title: 'Cup', slug: 'cup', status: 'active' })
    await tx`update product set stock = 9, track_stock = true where id = ${productId}`
    await tx`
      insert into conversation (channel, subject, name, email) values ('email', 'Hi', 'Anna', 'anna@a.example')`
    await tx`insert into domain (domain, status) values ('shop.example.com', 'active')`
    await tx`insert into order_return (order_id, number, status) values (${orderId}, 'R-1', 'settled')`
    await tx`update "order" set return_status = 'none' where id = ${orderId}`
  })
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    for (const { end } of Object.values(causes)) await tx.unsafe(end)
    await tx`delete from task`
    await tx`delete from task_rule`
  }),
)

type Cause = { start: string; end: string; title: string; recordName: string }
const lateOrder = `update "order" set created_at = now() - interval '20 days', fulfillment_status = 'unfulfilled'`
const causes: Record<TaskRuleName, Cause> = {
  order_late: {
    start: lateOrder,
    end: `update "order" set fulfillment_status = 'fulfilled'`,
    title: 'Ship order #7001',
    recordName: '#7001',
  },
  transfer_unpaid: {
    start: `update "order" set created_at = now() - interval '4 days', bank_account = '{"iban":"DE1"}'`,
    end: 'update "order" set bank_account = null',
    title: 'Check the bank transfer for order #7001',
    recordName: '#7001',
  },
  conversation_waiting: {
    start: `update conversation set waiting_since = now() - interval '9 days'`,
    end: 'update conversation set waiting_since = null',
    title: 'Reply to a message',
    recordName: 'Anna',
  },
  stock_low: {
    start: 'update product set stock = 2',
    end: 'update product set stock = 9',
    title: 'Restock “Cup”',
    recordName: 'Cup',
  },
  domain_failed: {
    start: `update domain set status = 'failed' where kind = 'custom'`,
    end: `update domain set status = 'active' where kind = 'custom'`,
    title: 'Fix the domain shop.example.com',
    recordName: '',
  },
  return_received: {
    start: `update order_return set status = 'received'`,
    end: `update order_return set status = 'settled'`,
    title: 'Complete return R-1',
    recordName: '#7001',
  },
}
const change = (statement: string) => t.inStore(tx => tx.unsafe(statement))
const save = (rules: TaskRule[]) => t.call('owner', taskRuleApi.update, { body: { rules } })
const switchOn = (rule: TaskRuleName, assigneeId: string | null = null) =>
  save([{ rule, isOn: true, assigneeId }])
async function applyRules() {
  await t.runJob('task.scheduleRules')
  await t.runJobs()
}
const list = async (view = 'open'): Promise<Task[]> =>
  (await t.call('owner', taskApi.list, { query: { view } })).body.data
const update = (id: string, body: object) =>
  t.call('owner', taskApi.update, { params: { id }, body })

describe.each(taskRules)('the rule %s', rule => {
  const { start, end, title, recordName } = causes[rule]
  test('creates one task while its cause lasts, and completes it when the cause ends', async () => {
    await switchOn(rule, t.people.owner.personId)
    await t.runJobs()
    expect(await list()).toEqual([])
    await change(start)
    await applyRules()
    await applyRules()
    const [task, ...others] = await list()
    expect(others).toEqual([])
    expect(task).toMatchObject({
      title,
      recordName,
      source: rule,
      assigneeId: t.people.owner.personId,
      createdBy: null,
    })
    expect(task?.sourceId).not.toBeNull()
    await change(end)
    await applyRules()
    expect(await list()).toEqual([])
    expect(await list('completed')).toMatchObject([
      { _id: task?._id, isCompleted: true, sourceId: null },
    ])
    await change(start)
    await applyRules()
    expect(await list()).toMatchObject([{ title }])
  })
})

test('a rule that is off creates nothing, and still completes its tasks', async () => {
  await change(causes.stock_low.start)
  await save([{ rule: 'stock_low', isOn: false, assigneeId: null }])
  await applyRules()
  expect(await list()).toEqual([])
  await switchOn('stock_low')
  await t.runJobs()
  expect(await list()).toHaveLength(1)
  await save([{ rule: 'stock_low', isOn: false, assigneeId: null }])
  await change(causes.stock_low.end)
  await applyRules()
  expect(await list()).toEqual([])
})

test('a task that a person completed or deleted does not return for the same cause', async () => {
  await switchOn('stock_low')
  await change(causes.stock_low.start)
  await applyRules()
  const [task] = await list()
  await update(task?._id ?? '', { isCompleted: true })
  await applyRules()
  expect(await list()).toEqual([])
  await change(causes.stock_low.end)
  await applyRules()
  await change(causes.stock_low.start)
  await applyRules()
  const [second] = await list()
  await t.call('owner', taskApi.delete, { params: { id: second?._id ?? '' } })
  await applyRules()
  expect(await list()).toEqual([])
  await change(causes.stock_low.end)
  await applyRules()
  expect(await list('deleted')).toMatchObject([{ isCompleted: false, sourceId: null }])
})

test('a rule with too many open tasks creates none, and the next rules apply', async () => {
  await change(`
    insert into product (title, slug, status, stock, track_stock)
    select 'Low', 'low-' || n, 'active', 1, true from generate_series(1, 1001) n;
    insert into task (title, product_id, source, source_id)
    select title, id, 'stock_low', id from product where title = 'Low'`)
  await save(
    (['stock_low', 'domain_failed', 'return_received'] as const).map(rule => ({
      rule,
      isOn: true,
      assigneeId: null,
    })),
  )
  for (const rule of ['stock_low', 'domain_failed', 'return_received'] as const)
    await change(causes[rule].start)
  await applyRules()
  const rows = await t.inStore(
    tx => tx<{ source: string; count: number }[]>`
      select source, count(*)::integer as count from task group by source order by source`,
  )
  await change(`delete from product where title = 'Low'`)
  expect(rows.map(({ source, count }) => `${source} ${count}`)).toEqual([
    'domain_failed 1',
    'return_received 1',
    'stock_low 1001',
  ])
})

test('the assignee is notified of the tasks of a rule', async () => {
  await t.inStore(tx => tx`delete from notification`)
  await switchOn('stock_low', t.people.owner.personId)
  await change(causes.stock_low.start)
  await applyRules()
  await applyRules()
  const { body } = await t.call('owner', notificationApi.list)
  expect(body.data.filter(({ kind }: StoreNotification) => kind === 'task_assigned')).toMatchObject(
    [{ data: { count: 1, title: 'Restock “Cup”' } }],
  )
})

test('a conversation keeps its assignee, and a private one gets no task', async () => {
  const assignee = t.people.owner.personId
  await switchOn('conversation_waiting')
  await change(`${causes.conversation_waiting.start}, labels = '{private}'`)
  await applyRules()
  expect(await list()).toEqual([])
  await change(`update conversation set labels = '{}', assignee_id = '${assignee}'`)
  await applyRules()
  expect(await list()).toMatchObject([{ assigneeId: assignee }])
})

test('the rules of a store are all off at first, and are saved with people of the store', async () => {
  const rules: TaskRule[] = (await t.call('owner', taskRuleApi.list)).body.data
  expect(rules).toEqual(taskRules.map(rule => ({ rule, isOn: false, assigneeId: null })))
  const before = await t.changes()
  const stranger = await switchOn('stock_low', t.people.stranger.personId)
  expect([stranger.status, stranger.body.errors[0]]).toMatchObject([
    422,
    { path: 'rules.0.assigneeId', code: 'assignee_not_found' },
  ])
  const rule: TaskRule = { rule: 'stock_low', isOn: true, assigneeId: null }
  expect((await save([rule, rule])).body.errors[0].code).toBe('duplicate_entry')
  expect(await t.changes()).toBe(before)
  const saved = (await switchOn('stock_low', t.people.owner.personId)).body.data
  expect(saved).toContainEqual({ ...rule, assigneeId: t.people.owner.personId })
})
