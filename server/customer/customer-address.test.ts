import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import {
  type CustomerAddress,
  customerAddressApi,
  customerAddressLimit,
} from '#contract/customer/customer-address.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const london = { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y', country: 'GB' }
const bonn = {
  name: 'Ada Byron',
  line1: 'Am Hof 1',
  line2: 'Second floor',
  city: 'Bonn',
  region: 'NW',
  postalCode: '53113',
  country: 'DE',
  phone: '+49 228 1234',
}
const createCustomer = async (address?: object): Promise<string> =>
  (
    await t.call('owner', customerApi.create, {
      body: { name: 'Ada', ...(address && { address }) },
    })
  ).body.data._id
const getCustomer = async (id: string): Promise<Customer> =>
  (await t.call('owner', customerApi.get, { params: { id } })).body.data
const listAddresses = async (id: string): Promise<CustomerAddress[]> =>
  (await t.call('owner', customerAddressApi.listAddresses, { params: { id } })).body.data
const addAddress = (id: string, address: object) =>
  t.call('owner', customerAddressApi.addAddress, { params: { id }, body: { address } })

test('adds, edits and deletes an address beside the default one', async () => {
  const id = await createCustomer(london)
  const { status, body } = await addAddress(id, bonn)
  expect([status, body.message, body.data.address]).toEqual([201, 'Address added', bonn])
  const { _id: address } = body.data
  const other = { ...bonn, line1: 'Am Hof 2' }
  const updated = await t.call('owner', customerAddressApi.updateAddress, {
    params: { id: address },
    body: { address: other },
  })
  expect(updated.body.message).toBe('Address updated')
  expect(await listAddresses(id)).toEqual([{ _id: address, address: other }])
  expect((await getCustomer(id)).address).toEqual(london)
  await t.call('owner', customerAddressApi.deleteAddress, { params: { id: address } })
  expect(await listAddresses(id)).toEqual([])
  const repeated = await t.call('owner', customerAddressApi.deleteAddress, {
    params: { id: address },
  })
  expect([repeated.status, repeated.body.code]).toEqual([404, 'address_not_found'])
})

test('exchanges the default address with another one', async () => {
  const id = await createCustomer(london)
  const { _id: address } = (await addAddress(id, bonn)).body.data
  await t.call('owner', customerAddressApi.makeAddressDefault, { params: { id: address } })
  expect(await getCustomer(id)).toMatchObject({ address: bonn, version: 2 })
  expect(await listAddresses(id)).toEqual([{ _id: address, address: london }])
})

test('replaces an empty default address', async () => {
  const id = await createCustomer()
  const { _id: address } = (await addAddress(id, bonn)).body.data
  await t.call('owner', customerAddressApi.makeAddressDefault, { params: { id: address } })
  expect((await getCustomer(id)).address).toEqual(bonn)
  expect(await listAddresses(id)).toEqual([])
})

test('loses no address when two become the default at the same time', async () => {
  const id = await createCustomer(london)
  const paris = { ...bonn, city: 'Paris', country: 'FR' }
  const rows = [(await addAddress(id, bonn)).body.data, (await addAddress(id, paris)).body.data]
  await Promise.all(
    rows.map(row =>
      t.call('owner', customerAddressApi.makeAddressDefault, { params: { id: row._id } }),
    ),
  )
  const all = [(await getCustomer(id)).address, ...(await listAddresses(id)).map(a => a.address)]
  expect(all.map(({ city }) => city).toSorted()).toEqual(['Bonn', 'London', 'Paris'])
})

test('rejects an incomplete address, one too many and those of other stores, and writes nothing', async () => {
  const id = await createCustomer(london)
  const [first] = await Promise.all(
    Array.from({ length: customerAddressLimit }, () => addAddress(id, bonn)),
  )
  const addressId = first?.body.data._id
  const before = await t.changes()
  const incomplete = await addAddress(id, { city: 'Bonn' })
  expect(incomplete.status).toBe(422)
  expect(incomplete.body.errors.map((error: { path: string }) => error.path)).toEqual([
    'address.line1',
    'address.country',
  ])
  const tooMany = await addAddress(id, bonn)
  expect([tooMany.status, tooMany.body.code]).toEqual([409, 'customer_address_limit'])
  const foreign = await Promise.all([
    t.call('stranger', customerAddressApi.addAddress, { params: { id }, body: { address: bonn } }),
    t.call('stranger', customerAddressApi.updateAddress, {
      params: { id: addressId },
      body: { address: london },
    }),
    t.call('stranger', customerAddressApi.makeAddressDefault, { params: { id: addressId } }),
    t.call('stranger', customerAddressApi.deleteAddress, { params: { id: addressId } }),
  ])
  expect(foreign.map(({ body }) => body.code)).toEqual([
    'customer_not_found',
    'address_not_found',
    'address_not_found',
    'address_not_found',
  ])
  expect(await t.changes()).toBe(before)
})

test('deletes the addresses with the customer', async () => {
  const id = await createCustomer(london)
  await addAddress(id, bonn)
  await t.call('owner', customerApi.delete, { params: { id } })
  const rows = await t.inStore(tx => tx`select 1 from customer_address where customer_id = ${id}`)
  expect(rows).toHaveLength(0)
})
