import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { type PaymentMethod, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { mailDomainApi } from '#contract/store/mail-domain.ts'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { samplePassword as password } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const listSubjects = async () => {
  await t.runJobs()
  const [person] = await t.sql<{ email: string }[]>`
    select email from person where id = ${t.people.owner.personId}`
  const mails = await listMailsTo(t, person?.email ?? '')
  return mails.map(mail => /Subject: (.*)/.exec(mail)?.[1]?.trim())
}
const account = { accountHolder: 'Ann Potter', iban: 'DE89 3704 0044 0532 0130 00' }
const createMethod = async (): Promise<PaymentMethod> =>
  (
    await t.call('owner', paymentMethodApi.create, {
      body: { kind: 'bank_transfer', name: 'Bank transfer', ...account, password },
    })
  ).body.data

/** Changes that lead money or email elsewhere. */
const changes: Record<
  string,
  (proof: object) => Promise<{ status: number; body: { code?: string } }>
> = {
  'a new payment method': proof =>
    t.call('owner', paymentMethodApi.create, {
      body: { kind: 'other', name: 'By hand', ...proof },
    }),
  'another sender': proof =>
    t.call('owner', mailDomainApi.set, { body: { address: 'orders@thief.example', ...proof } }),
  'another email of the store': proof =>
    t.call('owner', storeApi.update, {
      params: { id: t.people.owner.storeId },
      body: { data: { email: 'orders@thief.example' }, ...proof },
    }),
  'another contact email': proof =>
    t.call('owner', cmsApi.update, {
      body: { contact: { email: 'orders@thief.example' }, ...proof },
    }),
  'a disconnected provider': proof =>
    t.call('owner', paymentAccountApi.disconnect, { body: { provider: 'stripe', ...proof } }),
}

test.each(Object.entries(changes))('%s requires the password', async (_name, change) => {
  const before = await t.changes()
  expect(await change({})).toMatchObject({ status: 422 })
  expect((await change({ password: 'wrong' })).body.code).toBe('wrong_password')
  expect(await t.changes()).toBe(before)
  expect((await change({ password })).body.code).not.toBe('wrong_password')
  expect(await change({ password })).not.toMatchObject({ body: { errors: [{ path: 'password' }] } })
})

test.each([
  ['name', 'To the thief'],
  ['instructions', 'To the thief'],
  ['accountHolder', 'The thief'],
  ['iban', 'GB29NWBK60161331926819'],
  ['bic', 'COBADEFFXXX'],
  ['transferReference', 'For the thief'],
])('another %s of a payment method requires the password and is emailed', async (field, value) => {
  const { _id: id } = await createMethod()
  await t.runJobs()
  const update = (body: object) =>
    t.call('owner', paymentMethodApi.update, { params: { id }, body })
  expect((await update({ enabled: false, position: 0 })).status, 'its place is free').toBe(200)
  const before = await t.changes()
  expect((await update({ [field]: value })).body.errors).toMatchObject([{ path: 'password' }])
  expect(await t.changes()).toBe(before)
  expect((await update({ [field]: value, password })).status).toBe(200)
  expect(await listSubjects()).toEqual([
    'A payment method was changed',
    'A payment method was changed',
  ])
})

test('the owners get an email about a payment method that was removed', async () => {
  const { _id: id } = await createMethod()
  expect(await listSubjects()).toHaveLength(1)
  expect((await t.call('owner', paymentMethodApi.delete, { params: { id } })).status).toBe(200)
  expect(await listSubjects()).toEqual([
    'A payment method was changed',
    'A payment method was changed',
  ])
})

test('a contact email that stays needs no password, and another one is emailed', async () => {
  const update = (email: string, proof: object = {}) =>
    t.call('owner', cmsApi.update, { body: { contact: { email, phone: '+49 40 1' }, ...proof } })
  expect((await update('shop@potter.example', { password })).status).toBe(200)
  expect((await update('shop@potter.example')).status).toBe(200)
  expect(await listSubjects()).toEqual(['The email of a store was changed'])
  expect((await update('', { password })).status).toBe(200)
})

test('the owners get an email about another sender, its removal and another email', async () => {
  await t.call('owner', mailDomainApi.set, { body: { address: 'orders@potter.example', password } })
  await t.call('owner', mailDomainApi.delete)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { email: 'hello@potter.example' }, password },
  })
  expect((await listSubjects()).toSorted()).toEqual([
    'The email of a store was changed',
    'The sender of a store was changed',
    'The sender of a store was changed',
  ])
})

test('API keys cannot make these changes, even with the password', async () => {
  const { _id: id } = await createMethod()
  const { body } = await t.call('owner', apiKeyApi.create, {
    body: {
      name: 'Till',
      ability: [
        { action: 'read', subject: 'business' },
        { action: 'write', subject: 'business' },
        { action: 'write', subject: 'cms' },
      ],
      password,
    },
  })
  const headers = { authorization: `Bearer ${body.data.key}` }
  const before = await t.changes()
  const replies = [
    await t.call(undefined, paymentMethodApi.create, {
      headers,
      body: { kind: 'other', name: 'By hand', password },
    }),
    await t.call(undefined, paymentMethodApi.update, {
      headers,
      params: { id },
      body: { iban: 'GB29NWBK60161331926819', password },
    }),
    await t.call(undefined, mailDomainApi.set, {
      headers,
      body: { address: 'orders@thief.example', password },
    }),
    await t.call(undefined, paymentAccountApi.disconnect, {
      headers,
      body: { provider: 'stripe', password },
    }),
    await t.call(undefined, storeApi.update, {
      headers,
      params: { id: t.people.owner.storeId },
      body: { data: { email: 'orders@thief.example' }, password },
    }),
    await t.call(undefined, cmsApi.update, {
      headers,
      body: { contact: { email: 'orders@thief.example' }, password },
    }),
  ]
  expect(replies.map(({ status, body: { code } }) => [status, code])).toEqual(
    replies.map(() => [403, 'not_for_keys']),
  )
  expect(await t.changes()).toBe(before)
})
