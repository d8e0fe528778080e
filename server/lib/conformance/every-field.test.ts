import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { accountApi } from '#contract/account.ts'
import { accountProfileApi } from '#contract/account-profile.ts'
import { allApis } from '#contract/all.ts'
import { apiKeyApi } from '#contract/api-key.ts'
import { bookmarkApi } from '#contract/bookmark.ts'
import { businessApi } from '#contract/business.ts'
import { categoryApi } from '#contract/category.ts'
import { cmsApi } from '#contract/cms.ts'
import { customerApi } from '#contract/customer.ts'
import { domainApi } from '#contract/domain.ts'
import type { Route } from '#contract/lib/api.ts'
import { getShapeKeys, pickFields } from '#contract/lib/shape.ts'
import { mediaApi } from '#contract/media.ts'
import { orderApi } from '#contract/order.ts'
import { paymentMethodApi } from '#contract/payment-method.ts'
import { productApi, SingleVariantFields } from '#contract/product.ts'
import { roleApi } from '#contract/role.ts'
import { viewApi } from '#contract/view.ts'
import { webhookApi } from '#contract/webhook.ts'
import { insertRow } from '../db/db.ts'
import { createFieldSample, type SampleRound, type SampleValues } from '../testing/field-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

type Fields = Record<string, unknown>
type FieldCase = {
  create?: Route
  update?: Route
  /** The record that `update` changes if the case creates none. */
  id?: () => string
  /** The path parameter of the record. Replies contain it too, `id` as `_id`. */
  param?: 'id' | 'role'
  /** The key of the body that contains the fields. */
  bodyKey?: string
  /** Values of fields that refer to other rows or depend on each other; undefined omits a field. */
  values?: (round: SampleRound) => SampleValues
  /** Returns the fields of a reply that does not contain all of them at its top level. */
  read?: (reply: Fields) => Fields
}

/** Calls that store no field of their input unchanged, with the reason. */
const otherCalls: Record<string, string> = {
  'account.createPasskey': 'needs a device',
  'cms.update': 'sections of their own rules: cms-routes.test.ts',
  'theme.update': "the fields are the theme's own: theme-routes.test.ts",
  'staff.update': 'changes the role or the status of a member: staff-routes.test.ts',
  'order.updateStatus': 'moves an order: order-status-update.test.ts',
  'order.updateTracking': 'updates a fulfillment: order-routes.test.ts',
  'onboarding.update': 'dismisses a hint',
}
/** Fields that no reply contains as they were sent, with the reason. */
const unreadFields: Record<string, string> = {
  'apiKey.validDays': 'becomes expiresAt',
  'order.lines': 'become lines with snapshots of the variants',
  'order.paid': 'becomes a payment of the full amount',
  'webhook.isOn': 'becomes the status',
  'business.slug': 'changes the host; domain-routes.test.ts',
  'view.query': 'a record of any keys',
}

const otherRows = { media: '', category: '', variant: '' }
const createAbility = (round: SampleRound) => [
  { action: 'read', subject: round ? 'order' : 'product' },
]
const simpleFieldsLeftOut = Object.fromEntries(
  getShapeKeys(SingleVariantFields).map(key => [key, undefined]),
)
const cases: FieldCase[] = [
  {
    create: productApi.create,
    update: productApi.update,
    values: () => ({
      variants: undefined,
      options: undefined,
      categories: [otherRows.category],
      images: [{ media: otherRows.media, alt: 'Front' }],
    }),
    // The top level of a reply summarizes the variants; the only variant contains the fields.
    read: reply => ({ ...reply, ...pickFields(SingleVariantFields, Object(reply['variants'])[0]) }),
  },
  {
    create: productApi.create,
    update: productApi.update,
    values: round => ({
      ...simpleFieldsLeftOut,
      title: `Bowl ${round}`,
      slug: `bowl-${round}`,
      categories: undefined,
      images: undefined,
      options: [{ name: 'Size', values: ['S'] }],
      'variants._id': undefined,
      'variants.image': undefined,
      'variants.options': ['S'],
    }),
  },
  {
    create: categoryApi.create,
    update: categoryApi.update,
    values: () => ({ parent: otherRows.category, position: 0 }),
  },
  { create: customerApi.create, update: customerApi.update },
  {
    // The currency can change only before the first order.
    update: businessApi.update,
    bodyKey: 'data',
    id: () => t.people.owner.businessId,
    values: round => ({ status: round ? 'draft' : 'paused', slug: undefined }),
  },
  {
    create: orderApi.create,
    update: orderApi.update,
    values: round => ({
      'customer._id': undefined,
      'customer.email': `buyer-${round}@example.com`,
      lines: [{ variant: otherRows.variant, quantity: 3, unitPrice: 5000 }],
    }),
  },
  { create: cmsApi.createPage, update: cmsApi.updatePage },
  {
    create: paymentMethodApi.create,
    update: paymentMethodApi.update,
    values: () => ({ position: 0 }),
  },
  {
    create: roleApi.create,
    update: roleApi.update,
    param: 'role',
    values: round => ({ ability: createAbility(round) }),
  },
  {
    create: viewApi.create,
    update: viewApi.update,
    values: round => ({ query: { q: `kettle ${round}` }, list: 'product', position: 0 }),
  },
  {
    create: webhookApi.create,
    update: webhookApi.update,
    values: round => ({ events: [round ? 'order.paid' : 'product.updated'], isOn: true }),
  },
  {
    create: apiKeyApi.create,
    update: apiKeyApi.update,
    values: round => ({ ability: createAbility(round), validDays: 30 }),
  },
  {
    create: businessApi.create,
    values: round => ({ status: round ? 'draft' : 'paused' }),
  },
  { update: mediaApi.update, id: () => otherRows.media },
  {
    create: bookmarkApi.create,
    update: bookmarkApi.update,
    values: round => ({ address: `/apps/product/list?q=${round}` }),
  },
  { update: accountProfileApi.updateProfile },
  { update: accountApi.updatePreferences },
  { create: domainApi.create, values: round => ({ domain: `www${round}.example.com` }) },
]

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(async () => {
  await t.resetPeople()
  otherRows.media = await t.inStore(tx =>
    insertRow(tx, 'media', { url: '/media/a/1200.webp', width: 9, height: 9, bytes: 9, hash: 'a' }),
  )
  const category = await t.call('owner', categoryApi.create, { body: { name: 'Parent' } })
  otherRows.category = category.body.data._id
  const product = await t.call('owner', productApi.create, { body: { title: 'Mug', stock: 99 } })
  otherRows.variant = product.body.data.variants[0]._id
})
afterAll(() => t.close())

const getName = (route: Route) => `${route.feature}.${route.name}`
/** Returns the schema of a call's fields, or undefined for a call without fields. */
function getFields(route: Route, bodyKey?: string): z.ZodObject | undefined {
  if (!(route.body instanceof z.ZodObject)) return undefined
  const fields = bodyKey ? route.body.shape[bodyKey] : route.body
  return fields instanceof z.ZodObject ? fields : undefined
}
const toObject = (value: unknown): Fields =>
  z.record(z.string(), z.unknown()).catch({}).parse(value)

/** Returns the fields that a case sends to the call. */
function createFields(route: Route, { bodyKey, values }: FieldCase, round: SampleRound): Fields {
  const schema = getFields(route, bodyKey)
  if (!schema) throw new Error(`${getName(route)} has no fields`)
  const sample = createFieldSample(schema, round, { ...values?.(round), version: undefined })
  return toObject(sample)
}

async function sendFields(route: Route, fieldCase: FieldCase, round: SampleRound, id: string) {
  const { bodyKey, param = 'id', read = reply => reply } = fieldCase
  const fields = createFields(route, fieldCase, round)
  const reply = await t.call('owner', route, {
    params: { [param]: id },
    body: bodyKey ? { [bodyKey]: fields } : fields,
  })
  expect(reply.status, `${getName(route)}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  // A list ends with the newest record.
  const storedFields = read(toObject([reply.body.data].flat().at(-1)))
  const name = getName(route)
  const isUnread = (key: string) => `${route.feature}.${key}` in unreadFields
  const compared = Object.entries(fields).filter(([key]) => !isUnread(key))
  for (const [key, value] of compared)
    expect(storedFields, `${name} keeps ${key}`).toMatchObject({ [key]: value })
  return String(storedFields[param === 'id' ? '_id' : param])
}

const namedCases = cases.map(fieldCase => ({
  name: [fieldCase.create, fieldCase.update]
    .flatMap(route => (route ? [getName(route)] : []))
    .join(' and '),
  fieldCase,
}))
test.each(namedCases)('$name keeps every field', async ({ fieldCase }) => {
  const { create, update } = fieldCase
  const id = create ? await sendFields(create, fieldCase, 0, '') : (fieldCase.id?.() ?? '')
  if (update) {
    await sendFields(update, fieldCase, 1, id)
    await sendFields(update, fieldCase, 0, id)
  }
  if (create) await sendFields(create, fieldCase, 1, '')
})

test('every field of every call that creates or updates is tested or listed as exempt', () => {
  const routes = allApis
    .flatMap((api): Route[] => Object.values(api))
    .filter(route => /^(create|update)/.test(route.name) && !(getName(route) in otherCalls))
  const missing = routes.flatMap(route => {
    const casesOfRoute = cases.filter(({ create, update }) => [create, update].includes(route))
    const keptFields = casesOfRoute.flatMap(fieldCase =>
      ([0, 1] as const).flatMap(round => Object.keys(createFields(route, fieldCase, round))),
    )
    return Object.keys(getFields(route, casesOfRoute[0]?.bodyKey)?.shape ?? {})
      .filter(key => key !== 'version' && !(`${route.feature}.${key}` in unreadFields))
      .filter(key => !keptFields.includes(key))
      .map(key => `${getName(route)} ${key}`)
  })
  expect(missing).toEqual([])
})
