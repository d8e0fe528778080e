import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ShippingRate, type ShippingZoneInput, shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())

const rate: ShippingRate = {
  _id: crypto.randomUUID(),
  name: 'Standard',
  kind: 'flat',
  steps: [{ from: 0, price: 490 }],
  freeFrom: null,
  minDays: null,
  maxDays: null,
  excludedClasses: [],
  enabled: true,
}
const destination = (country: string, regions: string[] = []) => ({
  country,
  regions,
  postalCodes: [],
})
const create = (body: Partial<ShippingZoneInput>) =>
  t.call('owner', shippingApi.create, { body: { name: 'Germany', rates: [rate], ...body } })
const listZones = async (): Promise<{ name: string }[]> =>
  (await t.call('owner', shippingApi.list)).body.data

test('zones are created, changed and deleted with their rates', async () => {
  const created = await create({ destinations: [destination('DE')] })
  expect(created.body.data).toMatchObject({ name: 'Germany', rates: [rate] })
  const { _id: id, version } = created.body.data
  const updated = await t.call('owner', shippingApi.update, {
    params: { id },
    body: { version, rates: [{ ...rate, enabled: false }] },
  })
  expect(updated.body.data).toMatchObject({ rates: [{ enabled: false }], version: version + 1 })
  const outdated = await t.call('owner', shippingApi.update, {
    params: { id },
    body: { version, name: 'Other' },
  })
  expect(outdated.body.code).toBe('version_conflict')
  expect(await listZones()).toEqual([updated.body.data])
  await t.call('owner', shippingApi.delete, { params: { id } })
  expect(await listZones()).toEqual([])
})

test.each([
  [
    'a country that is in another zone',
    { destinations: [destination('DE')] },
    'destinations.0.country',
  ],
  ['a second rest of the world', { destinations: [] }, 'destinations'],
  ['a name that is taken', { name: 'germany', destinations: [destination('FR')] }, 'name'],
  [
    'prices that do not start at 0',
    { rates: [{ ...rate, steps: [{ from: 5, price: 1 }] }] },
    'rates.0.steps.0.from',
  ],
  [
    'prices in another order',
    {
      rates: [
        {
          ...rate,
          steps: [
            { from: 0, price: 1 },
            { from: 0, price: 2 },
          ],
        },
      ],
    },
    'rates.0.steps.1.from',
  ],
  ['reversed days', { rates: [{ ...rate, minDays: 3, maxDays: 2 }] }, 'rates.0.maxDays'],
])('%s is rejected, and nothing is written', async (_, changes, path) => {
  await create({ destinations: [destination('DE')] })
  await create({ name: 'World', destinations: [] })
  const before = await listZones()
  const { status, body } = await create({ name: 'New', ...changes })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body.errors).toMatchObject([{ path }])
  expect(await listZones()).toEqual(before)
})

test('a part of a country can have a zone of its own', async () => {
  await create({ destinations: [destination('DE')] })
  const islands = await create({ name: 'Islands', destinations: [destination('DE', ['Sylt'])] })
  expect(islands.status).toBe(201)
})

test.each([
  ['EUR', 490],
  ['JPY', 500],
  ['KWD', 4900],
])('a new store with %s has a zone for its country', async (currency, price) => {
  const { body } = await t.call('owner', storeApi.create, {
    body: { name: `Store in ${currency}`, currency, locale: 'de-DE', address: { country: 'DE' } },
  })
  const { data } = (
    await t.call('owner', shippingApi.list, { headers: { 'x-business-id': body.data._id } })
  ).body
  expect(data).toMatchObject([
    { name: 'Inland', destinations: [{ country: 'DE' }], rates: [{ steps: [{ from: 0, price }] }] },
  ])
})

test('working days, holidays and packing times are replaced, and a wrong one changes nothing', async () => {
  const settings = {
    cutOff: '14:00',
    handlingDays: 2,
    workingDays: [0, 1, 2, 3, 4, 5],
    holidays: ['2026-12-24'],
    classes: ['Bulky'],
    carriers: [{ name: 'Pedal Post', trackingUrl: 'https://pedal.example/{number}' }],
  }
  const update = (body: object) => t.call('owner', shippingApi.updateSettings, { body })
  expect((await update(settings)).body.data).toEqual({ ...settings, version: 2 })
  for (const change of [
    { cutOff: '25:00' },
    { handlingDays: -1 },
    { workingDays: [] },
    { workingDays: [7] },
    { holidays: ['2026-02-30'] },
  ])
    expect((await update({ ...settings, ...change })).status, JSON.stringify(change)).toBe(422)
  expect((await t.call('owner', shippingApi.getSettings)).body.data).toEqual({
    ...settings,
    version: 2,
  })
})

test('of two people who edit the shipping settings, the second one sees a conflict', async () => {
  const { data: seen } = (await t.call('owner', shippingApi.getSettings)).body
  const update = (change: object) =>
    t.call('owner', shippingApi.updateSettings, { body: { ...seen, ...change } })
  const replies = await Promise.all([update({ handlingDays: 3 }), update({ classes: ['Fragile'] })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [saved, conflict] = replies.toSorted((a, b) => a.status - b.status)
  expect(conflict?.body).toMatchObject({ code: 'version_conflict', data: saved?.body.data })
  expect((await t.call('owner', shippingApi.getSettings)).body.data).toEqual(saved?.body.data)
})
