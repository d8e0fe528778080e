import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { cmsApi } from '#contract/cms/cms.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let seller = 0
async function signUp(values: object) {
  seller += 1
  const { body, status } = await t.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Ada Moor',
      email: `seller-${seller}@example.com`,
      password: 'kettle-shed-oak-7',
      businessName: `Store ${seller}`,
      ...values,
    },
  })
  expect(status).toBe(201)
  return loadStore({
    ...t.people.owner,
    token: body.data.accessToken,
    storeId: body.data.business,
  })
}

async function loadStore(as: Tester) {
  const [store, classes, zones, cms, pages] = await Promise.all([
    t.call(as, storeApi.get, { params: { id: as.storeId } }),
    t.call(as, taxApi.list),
    t.call(as, shippingApi.list),
    t.call(as, cmsApi.get),
    t.call(as, cmsApi.listPages),
  ])
  return {
    store: store.body.data,
    classes: classes.body.data,
    zones: zones.body.data,
    navigation: cms.body.data.navigation,
    pages: pages.body.data,
  }
}

test('a store in Germany starts in euros, in German and with the German tax in its prices', async () => {
  const { store, classes, zones, navigation, pages } = await signUp({
    country: 'DE',
    timezone: 'Europe/Berlin',
    locale: 'en',
  })
  expect(store).toMatchObject({
    address: { country: 'DE' },
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    locale: 'de',
    weightUnit: 'kg',
    taxIncluded: true,
  })
  const rate = { country: 'DE', region: '', validFrom: null }
  expect(classes).toMatchObject([
    { name: 'Standard', isStandard: true, rates: [{ ...rate, rate: 19 }] },
    { name: 'Ermäßigt 7\u00a0%', isStandard: false, rates: [{ ...rate, rate: 7 }] },
  ])
  expect(zones).toMatchObject([
    { name: 'Inland', destinations: [{ country: 'DE' }], rates: [{ steps: [{ price: 490 }] }] },
  ])
  expect(navigation).toMatchObject({
    header: [{ label: 'Produkte' }],
    footer: [{ label: 'Über uns' }, { label: 'Kontakt' }],
  })
  expect(pages.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    'Kontakt',
    'Über uns',
  ])
})

test('a store in Japan starts in yen, in English and with 10 % tax in its prices', async () => {
  const { store, classes, zones } = await signUp({
    country: 'JP',
    timezone: 'Asia/Tokyo',
    locale: 'en',
  })
  expect(store).toMatchObject({
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    locale: 'en',
    taxIncluded: true,
  })
  expect(classes).toMatchObject([{ rates: [{ country: 'JP', rate: 10 }] }, { name: 'Reduced 8%' }])
  expect(zones).toMatchObject([{ rates: [{ steps: [{ price: 500 }] }] }])
})

test('a store in the United States has pounds and the time zone of the browser, and no rate', async () => {
  const { store, classes } = await signUp({ country: 'US', timezone: 'America/Chicago' })
  expect(store).toMatchObject({
    currency: 'USD',
    timezone: 'America/Chicago',
    weightUnit: 'lb',
    taxIncluded: false,
    defaultTaxRate: 0,
  })
  expect(classes).toMatchObject([{ isStandard: true, rates: [] }])
})

test('a sign-up without a country keeps the values that it sends', async () => {
  const { store, classes } = await signUp({
    currency: 'CHF',
    timezone: 'Europe/Zurich',
    locale: 'de',
  })
  expect(store).toMatchObject({
    address: {},
    currency: 'CHF',
    timezone: 'Europe/Zurich',
    locale: 'de',
    taxIncluded: false,
  })
  expect(classes).toMatchObject([{ rates: [] }])
})

test('another store has the values that it sends, and the others of its country', async () => {
  const { body } = await t.call('owner', storeApi.create, {
    body: { name: 'Second', address: { country: 'AT' }, timezone: 'Europe/Berlin' },
  })
  const { store, classes } = await loadStore({ ...t.people.owner, storeId: body.data._id })
  expect(store).toMatchObject({
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    locale: 'de-AT',
    taxIncluded: true,
  })
  expect(classes.map(({ rates }: { rates: { rate: number }[] }) => rates[0]?.rate)).toEqual([
    20, 10, 13,
  ])
})

test('a store with a tax rate of its own gets no rates of its country', async () => {
  const { body } = await t.call('owner', storeApi.create, {
    body: { name: 'Third', address: { country: 'DE' }, defaultTaxRate: 0 },
  })
  const { classes } = await loadStore({ ...t.people.owner, storeId: body.data._id })
  expect(classes).toMatchObject([{ isStandard: true, rates: [] }])
})

test('rejects a country that is no code, and creates nothing', async () => {
  const before = await t.changes()
  const { status, body } = await t.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Ada Moor',
      email: 'nowhere@example.com',
      password: 'kettle-shed-oak-7',
      businessName: 'Nowhere',
      country: 'Germany',
    },
  })
  expect([status, body.errors]).toMatchObject([422, [{ path: 'country' }]])
  expect(await t.changes()).toBe(before)
})
