import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardApi } from '#contract/dashboard.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { type Order, orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { searchApi } from '#contract/search.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

let t: TestApp
let order: Order
let looker: Tester
let packer: Tester
const [email, phone, street, door] = [
  'ada.canary@example.com',
  '+44 1632 960961',
  'Canary Row',
  '+44 1632 960962',
]
const read = (...of: Ability['subject'][]): Ability[] =>
  of.map(subject => ({ action: 'read', subject }))

beforeAll(async () => {
  t = await startTestApp()
  const { variants } = (
    await t.call('owner', productApi.create, { body: { title: 'Kettle', price: 3900, stock: 9 } })
  ).body.data
  order = (
    await t.call('owner', orderApi.create, {
      body: {
        customer: { name: 'Ada Verne', email, phone },
        lines: [{ variant: variants[0]._id, quantity: 1 }],
        shippingAddress: { name: 'Ada Verne', line1: street, phone: door },
      },
    })
  ).body.data
  const person = (name: string, abilities: Ability[]) =>
    makePerson(t.app, t.sql, name, { businessId: t.people.owner.businessId, abilities })
  looker = await person('looker', read('order', 'dashboard'))
  packer = await person('packer', [{ action: 'manage', subject: 'order' }])
})
afterAll(() => t.close())

/** Everything that shows orders, as the text that goes over the line. */
const shown = async (as: Tester | 'owner') => {
  const replies = await Promise.all([
    t.call(as, orderApi.get, { params: { id: order._id } }),
    t.call(as, orderApi.list),
    t.call(as, orderApi.list, { query: { q: 'Ada' } }),
    t.call(as, orderApi.export),
    t.call(as, searchApi.find, { query: { q: 'Ada' } }),
    t.call(as, dashboardApi.stats),
  ])
  return replies
    .filter(({ status }) => status === 200)
    .map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)))
}
const told = (texts: readonly string[]) =>
  [email, phone, door].map(secret => texts.some(text => text.includes(secret)))

test('how a buyer is reached is shown with the right to see customers, the phone at the door also to who sends parcels', async () => {
  expect(told(await shown('owner'))).toEqual([true, true, true])
  const [looked, packed] = await Promise.all([shown(looker), shown(packer)])
  expect([looked.length, told(looked)]).toEqual([6, [false, false, false]])
  expect([packed.length, told(packed)]).toEqual([5, [false, false, true]])
  expect(looked.every(text => text.includes('Ada Verne') || text.includes(order.number))).toBe(true)
})

test('nor is it in the answer to a change, or to one that came too late; an address that is kept keeps its phone', async () => {
  const change = (body: object) =>
    t.call(packer, orderApi.update, { params: { id: order._id }, body })
  const kept = (await t.call(packer, orderApi.get, { params: { id: order._id } })).body.data
  const changed = await change({
    note: 'By the gate',
    shippingAddress: { ...kept.shippingAddress, city: 'Leith' },
    version: order.version,
  })
  const late = await change({ note: 'Too late', version: order.version })
  expect([changed.status, late.status, late.body.code]).toEqual([200, 409, 'version_conflict'])
  expect(told([JSON.stringify(changed.body), JSON.stringify(late.body)])).toEqual([
    false,
    false,
    true,
  ])
  expect(
    (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data,
  ).toMatchObject({
    note: 'By the gate',
    customer: { email, phone },
    shippingAddress: { city: 'Leith', phone: door },
  })
})

test('nor is an order found by them: neither the email, its host, a piece of it nor the phone number tells whose it is', async () => {
  const found = async (as: Tester | 'owner', q: string) => [
    (await t.call(as, orderApi.list, { query: { q } })).body.data.length,
    String((await t.call(as, orderApi.export, { query: { q } })).body).includes(order.number),
    (await t.call(as, searchApi.find, { query: { q } })).body.data.orders.length,
  ]
  for (const q of [email, 'example.com', 'canary@example', 'ada canary', '1632 960961']) {
    expect(await found(looker, q), q).toEqual([0, false, 0])
    expect(await found(packer, q), q).toEqual([0, false, 0])
  }
  expect(await found('owner', email)).toEqual([1, true, 1])
  for (const q of ['Ada', 'verne', 'Ada Verne', order.number])
    expect(await found(looker, q), q).toEqual([1, true, 1])
  const chosen = await t.call(packer, orderApi.bulkTags, {
    body: { where: { q: email }, expected: 0, add: ['seen'] },
  })
  expect(JSON.stringify(chosen.body)).not.toContain(order._id)
})
