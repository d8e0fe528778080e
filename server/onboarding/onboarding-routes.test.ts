import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businessApi } from '#contract/business.ts'
import { domainApi } from '#contract/domain.ts'
import { type Onboarding, type OnboardingStep, onboardingApi } from '#contract/onboarding.ts'
import { paymentMethodApi } from '#contract/payment-method.ts'
import { productApi } from '#contract/product.ts'
import { themeApi } from '#contract/theme.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

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
const updateBusiness = (data: object) =>
  t.call('owner', businessApi.update, { params: { id: t.people.owner.businessId }, body: { data } })

test('returns no completed step and the host of a new store', async () => {
  expect(await getOnboarding()).toEqual({
    steps: ['details', 'product', 'domain', 'theme', 'payment', 'launch'].map(step => ({
      step,
      isDone: false,
    })),
    isDismissed: false,
    host: `store-of-${t.people.owner.name}.storewright.localhost`,
  })
})

test('completes the details with an email and a full address', async () => {
  await updateBusiness({ email: 'hi@owner.example', address: { line1: 'Main St 1' } })
  expect(await listCompletedSteps()).toEqual([])
  await updateBusiness({ address: { line1: 'Main St 1', city: 'Ulm', country: 'DE' } })
  expect(await listCompletedSteps()).toEqual(['details'])
  await updateBusiness({ email: '' })
  expect(await listCompletedSteps()).toEqual([])
})

test('completes the product step with a product or a finished import', async () => {
  const { _id } = (await t.call('owner', productApi.create, { body: { title: 'Teapot' } })).body
    .data
  expect(await listCompletedSteps()).toEqual(['product'])
  await t.call('owner', productApi.update, { params: { id: _id }, body: { status: 'archived' } })
  expect(await listCompletedSteps()).toEqual([])
  await t.inStore(
    tx =>
      tx`
        insert into import (kind, file_name, file_key, bytes, status)
        values ('products', 'a.csv', '', 1, 'planned')`,
  )
  expect(await listCompletedSteps()).toEqual([])
  await t.inStore(tx => tx`update import set status = 'done'`)
  expect(await listCompletedSteps()).toEqual(['product'])
})

test('completes the address with a custom domain, a new handle or a confirmation', async () => {
  await t.inStore(
    tx => tx`insert into domain (domain, status) values ('tea.example.org', 'pending')`,
  )
  expect(await listCompletedSteps()).toEqual([])
  await t.inStore(tx => tx`update domain set status = 'active' where kind = 'custom'`)
  expect(await listCompletedSteps()).toEqual(['domain'])
  const [, customDomain] = (await t.call('owner', domainApi.list)).body.data
  await t.call('owner', domainApi.delete, { params: { id: customDomain._id } })
  expect(await listCompletedSteps()).toEqual([])

  expect((await t.call('owner', onboardingApi.confirmStoreHandle)).body.data.steps[2]).toEqual({
    step: 'domain',
    isDone: true,
  })
  await t.inStore(tx => tx`update business set handle_chosen_at = null`)
  await updateBusiness({ slug: `store-of-${t.people.owner.name}` })
  expect(await listCompletedSteps()).toEqual([])
  await updateBusiness({ slug: 'tea-and-more' })
  expect(await listCompletedSteps()).toEqual(['domain'])
  expect((await getOnboarding()).host).toBe('tea-and-more.storewright.localhost')
})

test('completes the theme step once a theme is activated', async () => {
  const [, theme] = (await t.call('owner', themeApi.list)).body.data
  await t.call('owner', themeApi.activate, { params: { id: theme._id } })
  expect(await listCompletedSteps()).toEqual(['theme'])
})

test('completes the payment step while a payment method is enabled', async () => {
  const { _id } = (
    await t.call('owner', paymentMethodApi.create, {
      body: { kind: 'cash_on_delivery', name: 'Cash on delivery' },
    })
  ).body.data
  expect(await listCompletedSteps()).toEqual(['payment'])
  await t.call('owner', paymentMethodApi.update, { params: { id: _id }, body: { enabled: false } })
  expect(await listCompletedSteps()).toEqual([])
})

test('completes the open step while the store is live', async () => {
  await updateBusiness({ status: 'live' })
  expect(await listCompletedSteps()).toEqual(['launch'])
  await updateBusiness({ status: 'paused' })
  expect(await listCompletedSteps()).toEqual([])
})

test('dismisses the setup guide for one person in one store', async () => {
  const staffMember = await makePerson(t.app, t.sql, 'guide-staff-member', {
    businessId: t.people.owner.businessId,
    abilities: [{ action: 'manage', subject: 'all' }],
  })
  expect(
    (await t.call('owner', onboardingApi.update, { body: { isDismissed: true } })).body.data
      .isDismissed,
  ).toBe(true)
  expect((await getOnboarding()).isDismissed).toBe(true)
  expect((await getOnboarding(staffMember)).isDismissed).toBe(false)
  const secondStore = (await t.call('owner', businessApi.create, { body: { name: 'Second' } })).body
    .data._id
  expect((await getOnboarding({ ...t.people.owner, businessId: secondStore })).isDismissed).toBe(
    false,
  )
  await t.call('owner', onboardingApi.update, { body: { isDismissed: false } })
  expect((await getOnboarding()).isDismissed).toBe(false)
})

test('rejects the confirmation of the handle without permission', async () => {
  const reader = await makePerson(t.app, t.sql, 'guide-reader', {
    businessId: t.people.owner.businessId,
    abilities: [{ action: 'read', subject: 'business' }],
  })
  const before = await t.changes()
  expect((await t.call(reader, onboardingApi.confirmStoreHandle)).status).toBe(403)
  expect(await t.changes()).toBe(before)
})
