import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartApi } from '#contract/order/cart.ts'
import { productApi } from '#contract/product/product.ts'
import { addTestCart } from '../testing/subject/cart-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let teapot: { _id: string; variants: { _id: string }[] }
let abandoned: string
let contacted: string
beforeAll(async () => {
  t = await startTestApp()
  const reply = await t.call('owner', productApi.create, {
    body: { title: 'Blue teapot', price: 2490, stock: 50, status: 'active' },
  })
  teapot = reply.body.data
  const variant = teapot.variants[0]?._id ?? ''
  await addTestCart(t)
  await addTestCart(t, { variant, quantity: 1 })
  abandoned = await addTestCart(t, { variant, quantity: 2, hours: 2 })
  contacted = await addTestCart(t, {
    variant,
    quantity: 3,
    hours: 24 * 20,
    entries: {
      name: 'Ada Verne',
      email: 'ada@example.com',
      phone: '+49 40 1234567',
      country: 'DE',
    },
  })
})
afterAll(() => t.close())

const list = async (query = {}) => (await t.call('owner', cartApi.list, { query })).body

test('lists carts with lines, last change first, at current prices', async () => {
  await t.call('owner', productApi.update, { params: { id: teapot._id }, body: { price: 2000 } })
  const { data, meta } = await list()
  expect(meta.total).toBe(3)
  expect(data[1]).toMatchObject({ _id: abandoned, lineCount: 1, total: 4000, isAbandoned: true })
  expect(data[2]).toMatchObject({
    _id: contacted,
    name: 'Ada Verne',
    email: 'ada@example.com',
    country: 'DE',
    total: 6000,
  })
  expect((await t.call('owner', cartApi.getCounts)).body.data).toEqual({
    all: 3,
    open: 1,
    abandoned: 2,
    withContact: 1,
    reminded: 0,
    recoveredCount: 0,
    recoveredTotal: 0,
    abandonedTotal: 10_000,
  })
})

test.each([
  ['open', 1],
  ['abandoned', 2],
  ['withContact', 1],
])('filters %s carts', async (view, count) => {
  expect((await list({ view })).data).toHaveLength(count)
})

test('pages with a cursor and finds a name, email or phone number', async () => {
  const first = await list({ perPage: 2 })
  const second = await list({ perPage: 2, after: first.meta.next })
  expect(second.data).toMatchObject([{ _id: contacted }])
  for (const q of ['ada@ex', '040 1234567', '+49401234567', '1234567'])
    expect((await list({ q })).data, q).toMatchObject([{ _id: contacted }])
  expect((await list({ q: '%' })).data).toEqual([])
})

test('shows the lines of a cart, also of a product that is no longer sold', async () => {
  const get = async () =>
    (await t.call('owner', cartApi.get, { params: { id: contacted } })).body.data
  expect(await get()).toMatchObject({
    phone: '+49 40 1234567',
    lines: [{ title: 'Blue teapot', quantity: 3, product: teapot._id, isAvailable: true }],
  })
  await t.call('owner', productApi.update, {
    params: { id: teapot._id },
    body: { status: 'draft' },
  })
  expect(await get()).toMatchObject({ total: 0, lines: [{ isAvailable: false }] })
  await t.call('owner', productApi.update, {
    params: { id: teapot._id },
    body: { status: 'active' },
  })
})

test('hides contacts without the permission to see customers, and finds none by them', async () => {
  const { storeId } = t.people.owner
  const reader = await makePerson(t.app, t.sql, 'reader', {
    storeId,
    abilities: [{ action: 'read', subject: 'order' }],
  })
  const { data } = (await t.call(reader, cartApi.list)).body
  expect(data[2]).toMatchObject({ name: 'Ada Verne', email: '' })
  for (const q of ['ada@ex', '1234567'])
    expect((await t.call(reader, cartApi.list, { query: { q } })).body.data, q).toEqual([])
  const cart = (await t.call(reader, cartApi.get, { params: { id: contacted } })).body.data
  expect(cart).toMatchObject({ email: '', phone: '' })
})

test('a cart of another store is not found', async () => {
  const reply = await t.call('stranger', cartApi.get, { params: { id: contacted } })
  expect(reply.status).toBe(404)
})
