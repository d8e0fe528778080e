import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, type CustomerInput, customerApi } from '#contract/customer/customer.ts'
import { customerConsentApi, customerReturnApi } from '#contract/customer/customer-history.ts'
import { cartApi } from '#contract/order/cart.ts'
import { orderApi } from '#contract/order/order.ts'
import { withdrawOrder } from '../order/return/order-withdrawal.ts'
import { addTestCart } from '../testing/subject/cart-testing.ts'
import {
  addOrderReturn,
  createOrderTester,
  type SampleProduct,
} from '../testing/subject/order-testing.ts'
import { addSubscriber } from '../testing/subject/subscriber-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let cup: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  cup = await createOrderTester(t).createProduct({ status: 'active' })
})
afterAll(() => t.close())

const createCustomer = async (input: CustomerInput): Promise<Customer> =>
  (await t.call('owner', customerApi.create, { body: input })).body.data

/** Calls a function of the newsletter, as the links in its emails do. */
const followMailLink = (name: 'confirm_subscription' | 'stop_subscription', id: string) =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select ${tx(name)}(${id})`
  })

test('lists each consent with its time, source and sentence, newest first', async () => {
  const { _id: id } = await createCustomer({ email: 'ann@shopper.example', acceptsMarketing: true })
  await t.call('owner', customerApi.update, { params: { id }, body: { acceptsMarketing: false } })
  await t.call('owner', customerApi.update, { params: { id }, body: { name: 'Ann' } })
  const subscriber = await addSubscriber(t, 'ann@shopper.example')
  await addSubscriber(t, 'bob@shopper.example')
  await followMailLink('confirm_subscription', subscriber)
  await followMailLink('stop_subscription', subscriber)
  await followMailLink('stop_subscription', subscriber)
  const list = (query: object = {}) =>
    t.call('owner', customerConsentApi.listConsents, { params: { id }, query: { ...query } })
  const { body } = await list()
  expect(body.data).toMatchObject([
    { kind: 'unsubscribed', source: '', consentText: '', actor: '' },
    { kind: 'confirmed', source: '', consentText: 'I agree.', actor: '' },
    { kind: 'requested', source: '/', consentText: 'I agree.', actor: '' },
    { kind: 'withdrawn', source: '', actor: 'Test owner' },
    { kind: 'accepted', source: '', actor: 'Test owner' },
  ])
  const firstPage = (await list({ perPage: 2 })).body
  const nextPage = (await list({ perPage: 2, after: firstPage.meta.next })).body
  expect([...firstPage.data, ...nextPage.data]).toEqual(body.data.slice(0, 4))
})

test('deletes the consents with the customer and the subscriber', async () => {
  const { _id: id } = await createCustomer({ email: 'eve@shopper.example', acceptsMarketing: true })
  const subscriber = await addSubscriber(t, 'eve@shopper.example')
  await t.inStore(tx => tx`delete from subscriber where id = ${subscriber}`)
  await t.call('owner', customerApi.delete, { params: { id } })
  const rows = await t.inStore(
    tx => tx`
      select 1 from consent_event where customer_id = ${id} or subscriber_id = ${subscriber}`,
  )
  expect(rows).toHaveLength(0)
})

test('lists the carts with the email of the customer, in any case', async () => {
  const { _id: id } = await createCustomer({ email: 'cleo@shopper.example' })
  const { _id: withoutEmail } = await createCustomer({ name: 'No email' })
  const { variant } = cup
  const open = await addTestCart(t, { variant, entries: { email: 'Cleo@Shopper.example' } })
  const abandoned = await addTestCart(t, {
    variant,
    hours: 3,
    entries: { email: 'cleo@shopper.example' },
  })
  await addTestCart(t, { variant, entries: { email: 'other@shopper.example' } })
  await addTestCart(t, { variant })
  const list = async (as: 'owner' | 'nobody' | 'stranger', customer: string) =>
    (await t.call(as, cartApi.list, { query: { customer } })).body.data.map(
      (row: { _id: string; isAbandoned: boolean }) => [row._id, row.isAbandoned],
    )
  expect(await list('owner', id)).toEqual([
    [open, false],
    [abandoned, true],
  ])
  expect(await list('owner', withoutEmail)).toEqual([])
  expect(await list('stranger', id)).toEqual([])
  await t.inStore(
    tx => tx`
      update membership set role = 'user', abilities = ${tx.json([{ action: 'read', subject: 'order' }])}
      where person_id = ${t.people.nobody.personId}`,
  )
  expect(await list('nobody', id)).toEqual([])
})

test('lists the returns and withdrawals of a customer', async () => {
  const { createOrderData, updateStatus } = createOrderTester(t)
  const { _id: id } = await createCustomer({ email: 'dora@shopper.example' })
  const order = await createOrderData({
    customer: { _id: id },
    lines: [{ variant: cup.variant, quantity: 2 }],
  })
  await updateStatus(order._id, 'shipped')
  const returnId = await addOrderReturn(t, order._id)
  const other = await createOrderData({
    customer: { email: 'other@shopper.example' },
    lines: [{ variant: cup.variant, quantity: 2 }],
  })
  await updateStatus(other._id, 'shipped')
  await addOrderReturn(t, other._id)
  await t.call('owner', orderApi.decideReturn, {
    params: { id: order._id },
    body: { return: returnId, status: 'accepted' },
  })
  const { storeId } = t.people.owner
  await t.inStore(tx =>
    withdrawOrder({ tx, storeId, id: order._id }, { name: 'Dora', email: 'dora@x.example' }),
  )
  const { body } = await t.call('owner', customerReturnApi.listCustomerReturns, { params: { id } })
  expect(body.data).toMatchObject([
    { status: 'accepted', reason: '', unitCount: 1, order: { number: order.number } },
    { status: 'withdrawn', reason: '', unitCount: 0, order: { number: order.number } },
    { _id: returnId, status: 'accepted', reason: 'Too small', unitCount: 1 },
  ])
  const stranger = await t.call('stranger', customerReturnApi.listCustomerReturns, {
    params: { id },
  })
  expect([stranger.status, stranger.body.code]).toEqual([404, 'customer_not_found'])
})
