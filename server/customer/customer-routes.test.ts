import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Customer, type CustomerInput, customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const ada: CustomerInput = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+44 20 7946 0001',
  address: { line1: '12 St James Square', city: 'London', country: 'GB' },
  note: 'Prefers mail',
  tags: ['vip'],
  acceptsMarketing: true,
}
const createCustomer = async (input: CustomerInput): Promise<Customer> =>
  (await t.call('owner', customerApi.create, { body: input })).body.data
const listNames = async (query: object) =>
  (await t.call('owner', customerApi.list, { query: { ...query } })).body.data.map(
    (row: Customer) => row.name,
  )

test('lists a customer of an earlier import whose email no form accepts', async () => {
  const email = 'jo@müller.example'
  const { _id } = await createCustomer({ name: 'Jo' })
  await t.inStore(tx => tx`update customer set email = ${email} where id = ${_id}`)
  const { body } = await t.call('owner', customerApi.list, { query: { q: email } })
  expect(body.data).toMatchObject([{ _id, email }])
  await t.call('owner', customerApi.delete, { params: { id: _id } })
})

test('counts customers that are created and deleted at the same time', async () => {
  const expectExactTotal = async () => {
    const [row] = await t.inStore(tx => tx`select count(*)::integer as n from customer`)
    expect((await t.call('owner', customerApi.list)).body.meta.total).toBe(row?.['n'])
  }
  const customers = await Promise.all(
    Array.from({ length: 8 }, (_, nr) => createCustomer({ name: `Counted ${nr}` })),
  )
  await expectExactTotal()
  const [first, ...others] = customers.map(customer => customer._id)
  await Promise.all([
    t.call('owner', customerApi.delete, { params: { id: String(first) } }),
    t.call('owner', customerApi.bulkDelete, { body: { ids: others } }),
    createCustomer({ name: 'Counted last' }),
  ])
  await expectExactTotal()
})

test('stores all fields and updates the given ones', async () => {
  const { status, body } = await t.call('owner', customerApi.create, {
    body: { ...ada, totalSpent: 5 },
  })
  expect([status, body.message]).toEqual([201, 'Customer created'])
  expect(body.data).toMatchObject({
    ...ada,
    orderCount: 0,
    totalSpent: 0,
    lastOrderAt: null,
    version: 1,
  })
  const updateCustomer = (change: object) =>
    t.call('owner', customerApi.update, { params: { id: body.data._id }, body: change })
  expect((await updateCustomer({ note: '', version: 1 })).body.data).toEqual({
    ...body.data,
    note: '',
    version: 2,
  })
  expect(await updateCustomer({ note: 'x', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', data: { version: 2 } },
  })
})

describe('rejects without writing anything:', () => {
  test.each<[string, CustomerInput, number, string, string]>([
    [
      'an email in use, in another case',
      { email: 'ADA@example.com' },
      409,
      'customer_email_taken',
      'email',
    ],
    ['an invalid email', { email: 'ada' }, 422, 'invalid', 'email'],
    ['a name that is too long', { name: 'x'.repeat(121) }, 422, 'invalid', 'name'],
    ['an unknown country', { address: { country: 'Britain' } }, 422, 'invalid', 'address.country'],
  ])('%s', async (_case, input, status, code, path) => {
    await createCustomer(ada)
    const before = await t.changes()
    const reply = await t.call('owner', customerApi.create, { body: input })
    expect([reply.status, reply.body.code, reply.body.errors[0].path]).toEqual([status, code, path])
    expect(await t.changes()).toBe(before)
  })
})

test('accepts several customers without an email', async () => {
  await createCustomer({ name: 'Walk-in', email: '' })
  expect((await createCustomer({ name: 'Walk-in' })).email).toBe('')
})

test('finds customers by name, email, phone and tag, and sorts them by their orders', async () => {
  for (const name of ['Anna', 'Ben', 'Carla']) await createCustomer({ name })
  await createCustomer({
    name: 'Zed Quill',
    email: 'zed@quill.example',
    phone: '0171 555 1234',
    tags: ['trade'],
  })
  for (const query of [{ q: 'quill' }, { q: 'ZED@' }, { q: '555 12' }, { tag: 'trade' }])
    expect(await listNames(query)).toEqual(['Zed Quill'])
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Teapot', price: 500, stock: 9 },
  })
  await t.call('owner', orderApi.create, {
    body: {
      lines: [{ variant: body.data.variants[0]._id, quantity: 2 }],
      customer: { email: 'zed@quill.example' },
    },
  })
  for (const sort of ['-totalSpent', '-lastOrderAt', '-name'])
    expect((await listNames({ sort }))[0], sort).toBe('Zed Quill')
  const firstReply = await t.call('owner', customerApi.list, {
    query: { sort: '-lastOrderAt', perPage: 2 },
  })
  const restReply = await t.call('owner', customerApi.list, {
    query: { sort: '-lastOrderAt', perPage: 2, after: firstReply.body.meta.next },
  })
  expect(
    new Set([...firstReply.body.data, ...restReply.body.data].map((row: Customer) => row._id)).size,
  ).toBe(4)
})

test('finds customers by beginnings and inner parts, then by nearest words', async () => {
  await createCustomer({ name: "Séan O'Brien-Großmann", email: 'sean@post.example' })
  for (const q of ['o’brien', 'obrien', 'OBRIEN sean', 'großm', 'ssmann', 'rien', 'grossman'])
    expect(await listNames({ q }), q).toEqual(["Séan O'Brien-Großmann"])
  await createCustomer({ name: 'Friederike Maier', phone: '+49 40 123 456-7' })
  await createCustomer({ name: 'Maier Obermaier', email: 'post@obermaier.example' })
  for (const q of ['friederi', 'maier fried', 'freiderike', '040 123 456', 'iederik'])
    expect(await listNames({ q }), q).toEqual(['Friederike Maier'])
  expect(await listNames({ q: 'maier', sort: 'name' })).toEqual([
    'Friederike Maier',
    'Maier Obermaier',
  ])
  expect(await listNames({ q: '*rmaier' })).toEqual(['Maier Obermaier'])
  expect(await listNames({ q: 'leiderike' })).toEqual([])
  // No word begins with these letters.
  expect(await listNames({ q: 'ik' })).toEqual(['Friederike Maier'])
  expect(await listNames({ q: 'ua' })).toEqual([])
  const { meta } = (await t.call('owner', customerApi.list, { query: { q: 'freiderike' } })).body
  expect(meta.corrections).toEqual([{ term: 'freiderike', words: ['friederike'] }])
})

test('deletes a customer and keeps their orders with their name', async () => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Cup', price: 500, stock: 9 },
  })
  const order = (
    await t.call('owner', orderApi.create, {
      body: {
        lines: [{ variant: body.data.variants[0]._id, quantity: 1 }],
        customer: { email: 'eva@example.com', name: 'Eva' },
      },
    })
  ).body.data
  const params = { id: order.customer._id }
  expect((await t.call('stranger', customerApi.delete, { params })).status).toBe(404)
  expect((await t.call('owner', customerApi.delete, { params })).body).toEqual({
    status: true,
    message: 'Customer deleted',
  })
  expect((await t.call('owner', customerApi.get, { params })).status).toBe(404)
  expect(
    (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data.customer,
  ).toMatchObject({ _id: null, name: 'Eva', email: 'eva@example.com', phone: '' })
})
