import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import {
  type LaunchIssue,
  type Onboarding,
  type OnboardingStep,
  onboardingApi,
} from '#contract/store/onboarding.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const getOnboarding = async (as: 'owner' | Tester = 'owner'): Promise<Onboarding> =>
  (await t.call(as, onboardingApi.get)).body.data
const listCompletedSteps = async (): Promise<OnboardingStep[]> =>
  (await getOnboarding()).steps.filter(({ isDone }) => isDone).map(({ step }) => step)
const updateStore = (data: object) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data, password: samplePassword },
  })

/** The steps that the test stores, which have no shipping rate, have from the start. */
const startSteps: OnboardingStep[] = ['domain', 'theme']
const listAddedSteps = async () =>
  (await listCompletedSteps()).filter(step => !startSteps.includes(step))
const listIssues = async (): Promise<LaunchIssue[]> =>
  (
    await t.call('owner', onboardingApi.listLaunchIssues, {
      params: { id: t.people.owner.storeId },
    })
  ).body.data
const fillPolicies = (policies: object) => t.call('owner', cmsApi.update, { body: { policies } })

test('counts the prepared rate, the free domain and the default theme of a new store as done', async () => {
  const { body } = await t.call('owner', storeApi.create, {
    body: { name: 'Kiel', address: { country: 'DE' } },
  })
  expect(await getOnboarding({ ...t.people.owner, storeId: body.data._id })).toEqual({
    steps: [
      { step: 'details', isDone: false },
      { step: 'product', isDone: false },
      { step: 'shipping', isDone: true },
      { step: 'tax', isDone: true },
      { step: 'policies', isDone: false },
      { step: 'payment', isDone: false },
      { step: 'domain', isDone: true },
      { step: 'theme', isDone: true },
      { step: 'launch', isDone: false },
    ],
    isDismissed: false,
    host: 'kiel.storewright.localhost',
    shipping: { name: 'Standard', kind: 'flat', price: 490 },
    tax: { rate: 19, isIncluded: true },
    missingPolicies: ['privacy', 'terms', 'refund', 'imprint'],
  })
})

test('the guide of a live store that has sold is hidden until the user shows it', async () => {
  const orderTester = createOrderTester(t)
  const { variant } = await orderTester.createProduct({ price: 1000, stock: 1 })
  await t.inStore(tx => tx`update store set status = 'live'`)
  expect(await getOnboarding()).toMatchObject({ isDismissed: false })
  await orderTester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  expect(await getOnboarding()).toMatchObject({ isDismissed: true })
  await t.call('owner', onboardingApi.update, { body: { isDismissed: false } })
  expect(await getOnboarding()).toMatchObject({ isDismissed: false })
})

test('completes the details with an email and a full address', async () => {
  await updateStore({ email: 'hi@owner.example', address: { line1: 'Main St 1' } })
  expect(await listAddedSteps()).toEqual([])
  await updateStore({ address: { line1: 'Main St 1', city: 'Ulm', country: 'DE' } })
  expect(await listAddedSteps()).toEqual(['details'])
  await updateStore({ email: '' })
  expect(await listAddedSteps()).toEqual([])
})

test('completes the product step with an active product, not with a draft', async () => {
  const { _id } = (
    await t.call('owner', productApi.create, { body: { title: 'Teapot', status: 'draft' } })
  ).body.data
  expect(await listAddedSteps()).toEqual([])
  await t.call('owner', productApi.update, { params: { id: _id }, body: { status: 'active' } })
  expect(await listAddedSteps()).toEqual(['product'])
  await t.call('owner', productApi.update, { params: { id: _id }, body: { status: 'archived' } })
  expect(await listAddedSteps()).toEqual([])
})

test('completes the shipping step while a zone has an enabled rate', async () => {
  expect(await getOnboarding()).toMatchObject({ shipping: null })
  const rate = {
    _id: crypto.randomUUID(),
    name: 'Parcel',
    kind: 'flat',
    steps: [{ from: 0, price: 700 }],
  }
  const { body } = await t.call('owner', shippingApi.create, {
    body: { name: 'Home', rates: [rate] },
  })
  expect(await listAddedSteps()).toEqual(['shipping'])
  expect(await getOnboarding()).toMatchObject({
    shipping: { name: 'Parcel', kind: 'flat', price: 700 },
  })
  await t.call('owner', shippingApi.update, {
    params: { id: body.data._id },
    body: { rates: [{ ...rate, enabled: false }] },
  })
  expect(await listAddedSteps()).toEqual([])
})

test('completes the tax step with a rate in the country of the store', async () => {
  await updateStore({ address: { country: 'US' }, taxIncluded: false })
  expect(await getOnboarding()).toMatchObject({ tax: { rate: 0, isIncluded: false } })
  const setRate = (country: string) =>
    t.inStore(
      tx => tx`
        insert into tax_class (name, is_standard, rates)
        values ('Standard', true, ${tx.json([{ country, region: '', rate: 7.25, validFrom: null }])})
        on conflict (store_id) where is_standard do update set rates = excluded.rates`,
    )
  await setRate('DE')
  expect(await listAddedSteps()).toEqual([])
  await setRate('US')
  expect(await listAddedSteps()).toEqual(['tax'])
  expect(await getOnboarding()).toMatchObject({ tax: { rate: 7.25, isIncluded: false } })
})

test('completes the tax step without a rate where there is no tax or the store charges none', async () => {
  await updateStore({ address: { country: 'HK' } })
  expect(await listAddedSteps()).toEqual(['tax'])
  await updateStore({ address: { country: 'DE' } })
  expect(await listAddedSteps()).toEqual([])
  await t.call('owner', onboardingApi.confirmUntaxed)
  expect(await listAddedSteps()).toEqual(['tax'])
  expect((await listIssues()).map(({ code }) => code)).not.toContain('noTax')
})

test('completes the policies of the country once no text is missing or has gaps', async () => {
  await updateStore({ address: { country: 'DE' } })
  await fillPolicies({ privacy: '<p>Ours</p>', terms: '<p>Ours</p>', refund: '<p>30 days</p>' })
  expect(await getOnboarding()).toMatchObject({ missingPolicies: ['imprint'] })
  await fillPolicies({ imprint: '<p>Phone: [add your phone number]</p>' })
  expect(await getOnboarding()).toMatchObject({ missingPolicies: ['imprint'] })
  await fillPolicies({ imprint: '<p>Phone: 0431 123</p>' })
  expect(await getOnboarding()).toMatchObject({ missingPolicies: [] })
  expect(await listAddedSteps()).toEqual(['policies'])
  await fillPolicies({ imprint: '' })
  await updateStore({ address: { country: 'US' } })
  expect(await getOnboarding()).toMatchObject({ missingPolicies: [] })
})

test('completes the payment step while a payment method is enabled', async () => {
  const { _id } = (
    await t.call('owner', paymentMethodApi.create, {
      body: { kind: 'cash_on_delivery', name: 'Cash on delivery', password: samplePassword },
    })
  ).body.data
  expect(await listAddedSteps()).toEqual(['payment'])
  await t.call('owner', paymentMethodApi.update, { params: { id: _id }, body: { enabled: false } })
  expect(await listAddedSteps()).toEqual([])
})

test('completes the open step while the store is live', async () => {
  await updateStore({ status: 'live' })
  expect(await listAddedSteps()).toEqual(['launch'])
  await updateStore({ status: 'paused' })
  expect(await listAddedSteps()).toEqual([])
})

test('names everything that a new store lacks, and nothing of a finished one', async () => {
  await updateStore({ address: { country: 'DE' }, email: '' })
  await t.call('owner', productApi.create, { body: { title: 'Draft', status: 'draft' } })
  expect(await listIssues()).toEqual([
    { code: 'noProduct' },
    { code: 'noPayment' },
    { code: 'noShipping' },
    { code: 'noDetails' },
    { code: 'noTax' },
    { code: 'policies', policies: ['privacy', 'terms', 'refund', 'imprint'] },
  ])

  const address = { line1: 'Kai 1', city: 'Kiel', country: 'DE' }
  await updateStore({ address, email: 'hi@kiel.example', defaultTaxRate: 19 })
  const text = '<p>Ours</p>'
  await fillPolicies({ privacy: text, terms: text, refund: text, imprint: text })
  await t.call('owner', paymentMethodApi.create, {
    body: { kind: 'cash_on_delivery', name: 'Cash', password: samplePassword },
  })
  const steps = [{ from: 0, price: 700 }]
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'Home',
      rates: [{ _id: crypto.randomUUID(), name: 'Parcel', kind: 'flat', steps }],
    },
  })
  for (const title of ['Pot', 'Pan'])
    await t.call('owner', productApi.create, { body: { title, status: 'active' } })
  expect(await listIssues()).toEqual([
    { code: 'productNoPrice', count: 2 },
    { code: 'productNoImage', count: 2 },
    { code: 'productOutOfStock', count: 2 },
  ])
  await t.inStore(
    tx => tx`update product set price = 500, image = '/a.jpg', stock = 3, track_stock = true`,
  )
  expect(await listIssues()).toEqual([])
})

test('dismisses the setup guide for one person in one store', async () => {
  const staffMember = await makePerson(t.app, t.sql, 'guide-staff-member', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'all' }],
  })
  expect(
    (await t.call('owner', onboardingApi.update, { body: { isDismissed: true } })).body.data
      .isDismissed,
  ).toBe(true)
  expect((await getOnboarding()).isDismissed).toBe(true)
  expect((await getOnboarding(staffMember)).isDismissed).toBe(false)
  const secondStore = (await t.call('owner', storeApi.create, { body: { name: 'Second' } })).body
    .data._id
  expect((await getOnboarding({ ...t.people.owner, storeId: secondStore })).isDismissed).toBe(false)
  await t.call('owner', onboardingApi.update, { body: { isDismissed: false } })
  expect((await getOnboarding()).isDismissed).toBe(false)
})

test('rejects the confirmation that there is no tax without permission', async () => {
  const reader = await makePerson(t.app, t.sql, 'guide-reader', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'business' }],
  })
  const before = await t.changes()
  expect((await t.call(reader, onboardingApi.confirmUntaxed)).status).toBe(403)
  expect(await t.changes()).toBe(before)
})
