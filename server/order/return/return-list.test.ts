import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { ReturnListQuery, returnApi } from '#contract/order/order-return.ts'
import { buildRowsQuery, countRows } from '../../lib/call/list.ts'
import { addOrderReturn, createOrderTester } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'
import { defineReturnList } from './return-list.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let order: Order
let otherOrder: Order
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  const { variant } = await tester.createProduct({ stock: 100 })
  const createShippedOrder = async (name: string, email: string) => {
    const lines = [{ variant, quantity: 2 }]
    const { _id } = await tester.createOrderData({ lines, customer: { name, email } })
    await tester.updateStatus(_id, 'shipped')
    await addOrderReturn(t, _id)
    return tester.getOrder(_id)
  }
  order = await createShippedOrder('Émilie Byron', 'secret@returns.example')
  await addOrderReturn(t, order._id)
  otherOrder = await createShippedOrder('Grace Hopper', 'grace@returns.example')
})
afterAll(() => t.close())

test('returns are found by number, order, name and email', async () => {
  const find = async (q: string, person: Parameters<typeof t.call>[0] = 'owner') => {
    const { body } = await t.call(person, returnApi.listReturns, { query: { q } })
    return body.data.map(({ number }: { number: string }) => number.replace(order.number, ''))
  }
  const digits = order.number.slice(1)
  expect(await find(`${order.number}-R2`)).toEqual(['-R2'])
  expect(await find(`${digits}-r1`)).toEqual(['-R1'])
  for (const q of [order.number, digits, 'emilie byr', 'secret@returns.example'])
    expect(await find(q), q).toEqual(['-R2', '-R1'])
  for (const q of ['99999', `${order.number}-R9`, 'nobody', `${order.number}-C1`])
    expect(await find(q), q).toEqual([])

  const clerk = await makePerson(t.app, t.sql, 'return-clerk', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'order' }],
  })
  expect(await find('Émilie', clerk)).toEqual(['-R2', '-R1'])
  expect(await find('secret@returns.example', clerk)).toEqual([])
})

test('the late returns are counted and listed by their index', async () => {
  // Most accepted returns have no deadline.
  await t.inStore(
    tx => tx`
      insert into order_return (order_id, number, status)
      select ${otherOrder._id}, 'R' || n, 'accepted' from generate_series(1, 2000) n`,
  )
  await t.sql`analyze order_return`
  const plans = await t.inStore(async tx => {
    const query = ReturnListQuery.parse({ view: 'late' })
    const definition = await defineReturnList(tx, query, { abilities: [] })
    const rows = await tx`explain ${buildRowsQuery(tx, definition, {})}`
    const counted = await tx`explain ${countRows(tx, definition)}`
    return [rows, counted].map(plan => plan.map(row => String(row['QUERY PLAN'])).join('\n'))
  })
  for (const plan of plans) expect(plan).toContain('order_return__late')
  const { data } = (await t.call('owner', returnApi.getReturnCounts)).body
  expect(data).toMatchObject({ all: 2003, open: 2000, late: 0, requested: 3 })
})
