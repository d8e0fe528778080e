import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Order } from '#contract/order/order.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let createOrder: () => Promise<Order>
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}`)
  const orders = createOrderTester(t)
  const { variant } = await orders.createProduct()
  createOrder = () =>
    orders.createOrderData({
      customer: { name: 'Erna Brandt', email: 'erna@shopper.example' },
      lines: [{ variant, quantity: 1 }],
    })
})
afterAll(() => t.close())

const create = (order: string) => t.call('owner', invoiceApi.create, { body: { order } })
const issue = (id: string) => t.call('owner', invoiceApi.issue, { params: { id }, body: {} })
const waitForOrderLock = () =>
  vi.waitFor(async () => {
    const waiting = await t.sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'tuple'
        and l.relation = '"order"'::regclass`
    expect(waiting).toHaveLength(1)
  }, 10_000)

test('an issue that waits for the erasure of the customer keeps no lock on the draft', async () => {
  const order = await createOrder()
  const { _id: id } = (await create(order._id)).body.data
  const { issuing } = await t.inStore(async tx => {
    await tx`select from "order" where id = ${order._id} for update`
    const request = issue(id)
    await waitForOrderLock()
    await tx`select from invoice where id = ${id} for update nowait`
    return { issuing: request }
  })
  expect((await issuing).status).toBe(201)
})

test('a draft that is created during the erasure of its customer does not name them', async () => {
  const order = await createOrder()
  const { creating } = await t.inStore(async tx => {
    await tx`select erase_customer(${order.customer._id})`
    const request = create(order._id)
    await waitForOrderLock()
    return { creating: request }
  })
  const { status, body } = await creating
  expect([status, body.data.buyerName]).toEqual([201, ''])
  const [row] = await t.inStore(tx => tx`select i::text from invoice i where id = ${body.data._id}`)
  expect(row?.['i']).not.toMatch(/Erna|shopper\.example/)
})
