import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domainApi } from '#contract/store/domain.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { type StoreInput, storeApi } from '#contract/store/store.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const bakery: StoreInput = {
  name: 'Blue Bakery',
  slug: 'blue-bakery',
  legalName: 'Blue Bakery GmbH',
  description: 'Bread',
  email: 'hi@bakery.example',
  phone: '+49 731 1',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  locale: 'de',
  weightUnit: 'g',
  logo: '',
  favicon: '',
  status: 'live',
  orderPrefix: 'B-',
  orderSteps: ['confirmed', 'ready'],
  taxIncluded: true,
  defaultTaxRate: 7,
  lowStockThreshold: 3,
  address: { line1: 'Main St 1', city: 'Ulm', country: 'DE' },
}
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
const createStore = (body: object) => t.call('owner', storeApi.create, { body })
const updateStore = (id: string, data: object) =>
  t.call('owner', storeApi.update, { params: { id }, body: { data } })

test('creates a store with all fields and its subdomain', async () => {
  const { status, body } = await createStore(bakery)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    ...bakery,
    host: 'blue-bakery.storewright.localhost',
    version: 1,
  })
  const inNewStore = { ...t.people.owner, storeId: body.data._id }
  expect((await t.call(inNewStore, domainApi.list)).body.data).toMatchObject([
    { domain: 'blue-bakery.storewright.localhost', kind: 'subdomain', isPrimary: true },
  ])
})

test('the shipping zone of a new store follows its first country until it is edited', async () => {
  const { body } = await createStore({ name: 'Late address', slug: 'late-address' })
  const headers = { 'x-business-id': body.data._id }
  const listZones = async () => (await t.call('owner', shippingApi.list, { headers })).body.data
  const setCountry = (country: string) =>
    t.call('owner', storeApi.update, {
      params: { id: body.data._id },
      body: { data: { address: { country } } },
    })
  expect(await listZones()).toMatchObject([{ destinations: [] }])
  await setCountry('DE')
  expect(await listZones()).toMatchObject([{ destinations: [{ country: 'DE' }], version: 2 }])
  await setCountry('FR')
  expect(await listZones()).toMatchObject([{ destinations: [{ country: 'DE' }], version: 2 }])
})

test('refuses an order step that is listed twice', async () => {
  const { body } = await createStore({ name: 'Steps', orderSteps: ['ready'] })
  const before = await t.changes()
  const reply = await updateStore(body.data._id, { orderSteps: ['confirmed', 'confirmed'] })
  expect([reply.status, reply.body.errors]).toMatchObject([
    422,
    [{ path: 'data.orderSteps', code: 'duplicate_entry' }],
  ])
  expect(await t.changes()).toBe(before)
})

test('accepts a time zone by its newer name', async () => {
  const { body } = await createStore({ name: 'Elsewhere', timezone: 'Europe/Kyiv' })
  expect(body.data.timezone).toBe('Europe/Kyiv')
})

test('updates the given fields and increments the version', async () => {
  const { body } = await createStore({ name: 'Green Grocer' })
  const after = await updateStore(body.data._id, { name: 'Greener Grocer', slug: 'greener' })
  expect(after.body.data).toEqual({
    ...body.data,
    name: 'Greener Grocer',
    slug: 'greener',
    host: 'greener.storewright.localhost',
    storefrontUrl: 'http://greener.storewright.localhost:3000',
    version: 2,
  })
})

test('the address of the pages of a store is its active primary domain', async () => {
  const { storeId } = t.people.owner
  const changeDomains = (change: (tx: Tx) => Promise<unknown>) =>
    withStoreTransaction(t.app.db, storeId, change)
  await changeDomains(
    tx => tx`
      insert into domain (domain, kind, status) values ('shop.example.com', 'custom', 'active')`,
  )
  const getUrls = async () => [
    (await t.call('owner', storeApi.get, { params: { id: storeId } })).body.data.storefrontUrl,
    ...(await t.call('owner', storeApi.list)).body.data.map(
      (store: { storefrontUrl: string }) => store.storefrontUrl,
    ),
  ]
  const freeUrl = `http://store-of-${t.people.owner.name}.storewright.localhost:3000`
  expect(await getUrls()).toEqual([freeUrl, freeUrl])
  await changeDomains(async tx => {
    await tx`update domain set is_primary = false`
    await tx`update domain set is_primary = true where kind = 'custom'`
  })
  const customUrl = 'http://shop.example.com:3000'
  expect(await getUrls()).toEqual([customUrl, customUrl])
  await changeDomains(tx => tx`update domain set status = 'failed' where kind = 'custom'`)
  expect(await getUrls()).toEqual([freeUrl, freeUrl])
})

test('rejects an update of a stale version with the current store', async () => {
  const { body } = await createStore({ name: 'Two Editors' })
  await updateStore(body.data._id, { name: 'First wins', version: 1 })
  const before = await t.changes()
  const staleReply = await updateStore(body.data._id, { name: 'Second loses', version: 1 })
  expect([staleReply.status, staleReply.body.code, staleReply.body.data.name]).toEqual([
    409,
    'version_conflict',
    'First wins',
  ])
  expect(await t.changes()).toBe(before)
})

test('requires a verified email to open a store but not to keep it open', async () => {
  const id = t.people.owner.storeId
  await t.sql`update person set email_verified_at = null where id = ${t.people.owner.personId}`
  const before = await t.changes()
  const unverifiedReply = await updateStore(id, { status: 'live' })
  expect([unverifiedReply.status, unverifiedReply.body.code]).toEqual([409, 'email_not_verified'])
  expect((await createStore({ name: 'At once', status: 'live' })).body.code).toBe(
    'email_not_verified',
  )
  expect(await t.changes()).toBe(before)
  await t.sql`update person set email_verified_at = now() where id = ${t.people.owner.personId}`
  expect((await updateStore(id, { status: 'live' })).body.data.status).toBe('live')
  await t.sql`update person set email_verified_at = null where id = ${t.people.owner.personId}`
  expect((await updateStore(id, { status: 'live', description: 'Still open' })).status).toBe(200)
  await t.sql`update person set email_verified_at = now() where id = ${t.people.owner.personId}`
  expect((await updateStore(id, { status: 'draft' })).body.data.status).toBe('draft')
})

describe('rejects without writing anything:', () => {
  test.each([
    ['an empty name', { name: '' }, 422, 'data.name', 'required'],
    ['an unknown currency', { currency: 'ZZZ' }, 422, 'data.currency', 'unknown_currency'],
    ['an unknown time zone', { timezone: 'Europe/Ulm' }, 422, 'data.timezone', 'unknown_time_zone'],
    ['a tax above 100 %', { defaultTaxRate: 101 }, 422, 'data.defaultTaxRate', 'too_big'],
    ['the handle of another store', { slug: 'store-of-stranger' }, 409, 'slug', 'store_url_taken'],
    ['a reserved handle', { slug: 'admin' }, 422, 'slug', 'store_url_reserved'],
    [
      'a logo on another site',
      { logo: 'https://a.example/b.png' },
      422,
      'data.logo',
      'invalid_media_url',
    ],
    [
      'a favicon on another site',
      { favicon: '//a.example/b' },
      422,
      'data.favicon',
      'invalid_media_url',
    ],
    ['an unknown status', { status: 'LIVE' }, 422, 'data.status', 'invalid_value'],
  ])('%s', async (_case, data, status, path, code) => {
    const before = await t.changes()
    const reply = await updateStore(t.people.owner.storeId, data)
    expect([reply.status, reply.body.errors[0].path, reply.body.errors[0].code]).toEqual([
      status,
      path,
      code,
    ])
    expect(await t.changes()).toBe(before)
  })
})

test('rejects a new currency after the first order', async () => {
  await t.inStore(tx => tx`insert into "order" (number, currency) values ('#1001', 'USD')`)
  const reply = await updateStore(t.people.owner.storeId, { currency: 'EUR' })
  expect([reply.status, reply.body.errors[0]]).toEqual([
    422,
    {
      path: 'currency',
      code: 'currency_fixed',
      message:
        'You can’t change the currency after the first order. Add a store for another currency.',
    },
  ])
  expect(
    (await t.call('owner', storeApi.get, { params: { id: t.people.owner.storeId } })).body.data
      .hasOrders,
  ).toBe(true)
})

test('hides the store from other people', async () => {
  const id = t.people.owner.storeId
  expect(
    (await t.call('stranger', storeApi.list)).body.data.map((b: { name: string }) => b.name),
  ).toEqual([`Store of ${t.people.stranger.name}`])
  expect((await t.call('stranger', storeApi.get, { params: { id } })).status).toBe(404)
  const before = await t.changes()
  expect(
    (
      await t.call('stranger', storeApi.update, {
        params: { id },
        body: { data: { name: 'Mine now' } },
      })
    ).status,
  ).toBe(404)
  expect(await t.changes()).toBe(before)
})

describe('checking a handle', () => {
  test.each([
    ['brand-new', true, undefined],
    ['Brand-New.storewright.localhost', true, undefined],
    ['store-of-owner', false, 'store_url_taken'],
    ['www', false, 'store_url_reserved'],
    ['a b', false, 'store_url_invalid'],
    ['-x-', false, 'store_url_invalid'],
    ['ab', false, 'store_url_invalid'],
  ])('%s', async (domain, status, code) => {
    const reply = await t.call(undefined, storeApi.checkDomain, { params: { domain } })
    expect([reply.status, reply.body.status, reply.body.code]).toEqual([200, status, code])
    if (!status) expect(reply.body.data.suggestions.length).toBe(3)
  })
})
