import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { allApis } from '#contract/all.ts'
import { cmsApi, socialHosts } from '#contract/cms/cms.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { calendarApi } from '#contract/desk/calendar-event.ts'
import { taskApi } from '#contract/desk/task.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { getShapeKeys, pickFields } from '#contract/lib/shape.ts'
import { orderApi } from '#contract/order/order.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { categoryApi } from '#contract/product/category.ts'
import { discountApi } from '#contract/product/discount.ts'
import { mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { SingleVariantFields } from '#contract/product/variant.ts'
import { bookmarkApi } from '#contract/staff/bookmark.ts'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { viewApi } from '#contract/staff/view.ts'
import { domainApi } from '#contract/store/domain.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { insertRow } from '../../lib/db/db.ts'
import {
  createFieldSample,
  listFieldPaths,
  listValuePaths,
  type SampleRound,
  type SampleValues,
} from '../field-sample.ts'
import { exampleAddress } from '../subject/order-testing.ts'
import { samplePassword } from '../test-sample.ts'
import { startTestApp, type TestApp } from '../testing.ts'
import { otherCalls, otherFields } from './field-exemption-testing.ts'
import { createShippingRate } from './shipping-rate-testing.ts'
import { textCases } from './text-case-testing.ts'

type Fields = Record<string, unknown>
type FieldCase = {
  create?: Route
  update?: Route
  /** Returns the record that `update` changes if the case creates none. */
  id?: () => string | Promise<string>
  /** The path parameter of the record. Replies contain it too, `id` as `_id`. */
  param?: 'id' | 'role'
  /** The key of the body that contains the fields. */
  bodyKey?: string
  /** Values of fields that refer to other rows or depend on each other; undefined omits a field. */
  values?: (round: SampleRound) => SampleValues
  /** Returns the fields of a reply that does not contain all of them at its top level. */
  read?: (reply: Fields) => Fields
}

const otherRows = {
  media: '',
  category: '',
  taxClass: '',
  variant: '',
  product: '',
  fulfillment: '',
}
const vatIds = ['DE136695976', 'FR40303265045']
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
      images: [{ media: otherRows.media, alt: 'Front', focusX: 20, focusY: 80 }],
      taxClass: otherRows.taxClass,
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
      taxClass: otherRows.taxClass,
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
  {
    create: customerApi.create,
    update: customerApi.update,
    values: round => ({ vatId: vatIds[round] }),
  },
  {
    // The currency can change only before the first order.
    update: storeApi.update,
    bodyKey: 'data',
    id: () => t.people.owner.storeId,
    values: round => ({
      status: round ? 'draft' : 'paused',
      slug: undefined,
      email: undefined,
      vatId: vatIds[round],
    }),
  },
  {
    update: orderApi.update,
    id: createOrder,
    values: round => ({
      'customer._id': undefined,
      'customer.email': 'buyer-2@example.com',
      'customer.vatId': vatIds[round],
    }),
  },
  {
    create: orderApi.create,
    values: round => ({
      'customer._id': undefined,
      'customer.email': `buyer-${round}@example.com`,
      'customer.vatId': vatIds[round],
      'lines.variant': otherRows.variant,
      // The order's discount is distributed to the lines.
      'lines.discount': undefined,
      discountCode: undefined,
      isDraft: undefined,
    }),
  },
  {
    create: orderApi.create,
    values: () => ({
      'customer._id': undefined,
      'customer.vatId': undefined,
      'lines.variant': otherRows.variant,
      discountTotal: undefined,
      discountCode: undefined,
      isDraft: undefined,
    }),
  },
  {
    update: orderApi.updateStatus,
    id: createOrder,
    values: () => ({ status: 'shipped', restock: undefined }),
    read: ({ status, timeline, fulfillments }) => {
      const { reason, note } = toObject(getLast(timeline)['data'])
      return { status, reason, note, tracking: toTracking(getLast(fulfillments)) }
    },
  },
  {
    update: orderApi.updateStatus,
    id: createOrder,
    values: () => ({ status: 'cancelled', tracking: undefined }),
    read: ({ status, timeline }) => {
      const { reason, note, restocked } = toObject(getLast(timeline)['data'])
      return { status, reason, note, restock: restocked }
    },
  },
  {
    update: orderApi.updateTracking,
    id: createShippedOrder,
    values: () => ({ fulfillment: otherRows.fulfillment }),
    read: ({ fulfillments }) => {
      const fulfillment = getLast(fulfillments)
      return { fulfillment: fulfillment['_id'], tracking: toTracking(fulfillment) }
    },
  },
  { update: orderApi.addPayment, id: createOrder, read: ({ payments }) => getLast(payments) },
  { update: orderApi.addRefund, id: createOrder, read: ({ payments }) => getLast(payments) },
  {
    update: orderApi.addNote,
    id: createOrder,
    read: reply => toObject(getLast(reply['timeline'])['data']),
  },
  { update: cmsApi.update, values: getCmsValues },
  {
    update: themeApi.update,
    id: getThemeId,
    // The fields are those of the theme: theme-routes.test.ts.
    values: round => ({ settings: { accent: round ? '#112233' : '#a1b2c3' } }),
  },
  { create: staffApi.invite, values: round => ({ role: round ? 'manager' : 'administrator' }) },
  {
    update: viewApi.saveLayout,
    values: () => ({ view: null, list: 'product' }),
    read: ({ layouts }) => getLast(layouts),
  },
  { create: cmsApi.createPage, update: cmsApi.updatePage },
  ...textCases,
  {
    create: paymentMethodApi.create,
    update: paymentMethodApi.update,
    values: round => ({
      position: 0,
      accountHolder: 'Ann Potter',
      iban: round ? 'GB29NWBK60161331926819' : 'DE89370400440532013000',
      bic: round ? 'NWBKGB2L' : 'COBADEFFXXX',
      password: samplePassword,
    }),
  },
  {
    create: shippingApi.create,
    update: shippingApi.update,
    values: round => ({
      destinations: [{ country: round ? 'FR' : 'DE', regions: ['South'], postalCodes: ['10'] }],
      rates: [createShippingRate(round)],
    }),
  },
  {
    update: shippingApi.updateSettings,
    values: round => ({
      cutOff: round ? '14:00' : '09:30',
      workingDays: [round, 5],
      holidays: [`2026-12-2${round}`],
      classes: [`Bulky ${round}`],
      carriers: [{ name: `Post ${round}`, trackingUrl: `https://post.example/${round}/{number}` }],
    }),
  },
  {
    create: taxApi.create,
    update: taxApi.update,
    values: round => ({
      rates: [
        { country: 'FR', region: 'Corse', rate: 10 + round, validFrom: `2026-01-0${round + 1}` },
      ],
    }),
  },
  {
    create: discountApi.create,
    update: discountApi.update,
    values: round => ({
      code: `SPRING${round}`,
      percentage: 10 + round,
      products: [otherRows.product],
      categories: [otherRows.category],
      startsAt: `2026-01-0${round + 1}T00:00:00.000Z`,
      endsAt: `2026-02-0${round + 1}T00:00:00.000Z`,
    }),
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
    values: round => ({
      events: [round ? 'order.paid' : 'product.updated'],
      isOn: true,
      password: samplePassword,
    }),
  },
  {
    create: apiKeyApi.create,
    update: apiKeyApi.update,
    values: round => ({ ability: createAbility(round), validDays: 30, password: samplePassword }),
  },
  {
    create: storeApi.create,
    values: round => ({ status: round ? 'draft' : 'paused', vatId: vatIds[round] }),
  },
  { update: mediaApi.update, id: () => otherRows.media },
  {
    create: bookmarkApi.create,
    update: bookmarkApi.update,
    values: round => ({ path: `/apps/product/list?q=${round}` }),
  },
  { update: accountProfileApi.updateProfile },
  { update: accountApi.updatePreferences },
  {
    create: redirectApi.create,
    update: redirectApi.update,
    values: round => ({ path: `/old-${round}`, target: `/new-${round}` }),
  },
  {
    create: taskApi.create,
    update: taskApi.update,
    values: round => ({
      dueDate: `2026-03-0${round + 1}`,
      dueTime: `1${round}:30`,
      repeat: `FREQ=DAILY;INTERVAL=${round + 1}`,
      ...noTaskReferences,
    }),
  },
  {
    create: calendarApi.create,
    update: calendarApi.update,
    values: round => ({
      start: `2026-03-0${round + 1}T10:00`,
      end: `2026-03-0${round + 2}T10:00`,
      isAllDay: false,
      timeZone: ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'][round] ?? 'UTC',
      repeat: `FREQ=DAILY;INTERVAL=${round + 2}`,
      scope: 'all',
      occursOn: undefined,
      ...noTaskReferences,
    }),
  },
  { create: domainApi.create, values: round => ({ domain: `www${round}.example.com` }) },
]

const noTaskReferences = {
  orderId: undefined,
  productId: undefined,
  customerId: undefined,
  assigneeId: undefined,
}

/** A link that every menu item and social profile accepts, and the hours of a week. */
function getCmsValues(round: SampleRound): SampleValues {
  const menus = ['navigation.header', 'navigation.footer']
  const menuItems = menus.flatMap(menu => [menu, `${menu}.children`, `${menu}.children.children`])
  return {
    'announcement.startsAt': `2026-01-0${round + 1}T00:00:00.000Z`,
    'announcement.endsAt': `2026-02-0${round + 1}T00:00:00.000Z`,
    password: samplePassword,
    'checkout.fields.slot': round + 1,
    'contact.hours': Array(7).fill({ isOpen: round === 0, from: '09:30', to: '17:45' }),
    ...Object.fromEntries(
      Object.entries(socialHosts).map(([network, [host]]) => [
        `social.${network}`,
        `https://${host}/${round}`,
      ]),
    ),
    ...Object.fromEntries(
      menuItems.flatMap(item => [
        [`${item}.kind`, 'url'],
        [`${item}.target`, `/about-${round}`],
      ]),
    ),
  }
}

/** Creates a paid order. */
async function createOrder(): Promise<string> {
  const { body } = await t.call('owner', orderApi.create, {
    body: {
      lines: [{ variant: otherRows.variant, quantity: 1, unitPrice: 5000 }],
      shippingAddress: exampleAddress,
      paidWith: 'cash',
    },
  })
  return body.data._id
}
async function createShippedOrder(): Promise<string> {
  const id = await createOrder()
  const { body } = await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'shipped' },
  })
  otherRows.fulfillment = body.data.fulfillments[0]._id
  return id
}
async function getThemeId(): Promise<string> {
  const { body } = await t.call('owner', themeApi.list)
  return body.data[0]._id
}
const toTracking = ({ carrier, trackingNumber, trackingUrl }: Fields) => ({
  carrier,
  number: trackingNumber,
  url: trackingUrl,
})

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
  otherRows.taxClass = await t.inStore(tx => insertRow(tx, 'tax_class', { name: 'Mugs' }))
  const product = await t.call('owner', productApi.create, { body: { title: 'Mug', stock: 99 } })
  otherRows.product = product.body.data._id
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
/** Returns the last record of a list. */
const getLast = (records: unknown): Fields => toObject(z.array(z.unknown()).parse(records).at(-1))

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
  const compared = Object.entries(fields).filter(([key]) => !(`${name}.${key}` in otherFields))
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
  const createdId = create && (await sendFields(create, fieldCase, 0, ''))
  const getId = async () => createdId ?? (await fieldCase.id?.()) ?? ''
  if (update) {
    await sendFields(update, fieldCase, 1, await getId())
    await sendFields(update, fieldCase, 0, await getId())
  }
  if (create) await sendFields(create, fieldCase, 1, '')
})

const storingCall = /^(create|update|add|invite|save)/
const allRoutes = allApis.flatMap((api): Route[] => Object.values(api))
const listPaths = (route: Route): string[] => {
  const casesOfRoute = cases.filter(({ create, update }) => [create, update].includes(route))
  const schema = getFields(route, casesOfRoute[0]?.bodyKey)
  return schema ? listFieldPaths(schema) : []
}

test('every field of every call that stores its input is tested or listed as exempt', () => {
  const routes = allRoutes.filter(
    route => storingCall.test(route.name) && !(getName(route) in otherCalls),
  )
  const missing = routes.flatMap(route => {
    const sentPaths = cases
      .filter(({ create, update }) => [create, update].includes(route))
      .flatMap(fieldCase =>
        ([0, 1] as const).flatMap(round => listValuePaths(createFields(route, fieldCase, round))),
      )
    return listPaths(route)
      .filter(path => path !== 'version' && !sentPaths.includes(path))
      .map(path => `${getName(route)}.${path}`)
      .filter(path => !(path in otherFields))
  })
  expect(missing).toEqual([])
})

test('every exempt call and field exists', () => {
  const names = allRoutes.flatMap(route => [
    getName(route),
    ...listPaths(route).map(path => `${getName(route)}.${path}`),
  ])
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...otherCalls, ...otherFields })))
})
