import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import { getRouteUrl, NoContent, type Route } from '#contract/lib/call/api.ts'
import { toJsonSchema } from '../../lib/call/envelope.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { addTestCart } from '../subject/cart-testing.ts'
import { addContactMessage } from '../subject/contact-message-testing.ts'
import { exampleAddress } from '../subject/order-testing.ts'
import { addProductAlert } from '../subject/product-alert-testing.ts'
import { insertTestReview } from '../subject/review-testing.ts'
import { addSubscriber } from '../subject/subscriber-testing.ts'
import { samplePassword } from '../test-sample.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const routes = allApis.flatMap((api): Route[] => Object.values(api))
/**
 * `every-route.test.ts` tests the id of the store; themes are the same for all stores. Public calls with
 * an id name a store: `online-payment.test.ts`.
 */
const routesWithId = routes
  .filter(
    route =>
      route.path.includes(':id') &&
      route.can !== 'public' &&
      // The tests of uploads send files.
      !route.upload &&
      !route.storeIdParam &&
      route.feature !== 'theme',
  )
  .map(route => ({
    title: `${route.method} ${getRouteUrl(route)}`,
    route,
    kind: getRecordKind(route.path),
  }))

/** Returns the part of the path that names the record, such as `invoice` of `/apps/invoice/…`. */
function getRecordKind(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'apps' ? second : first
}

const statusChange = { version: 1, change: { kind: 'changeStatus', status: 'confirmed' } }
/** Valid bodies of calls. All other calls accept an empty body. */
const bodyByPath: Record<string, object> = {
  '/discount/codes/:id': { count: 2 },
  '/customer/addAddress/:id': { address: exampleAddress },
  '/customer/updateAddress/:id': { address: exampleAddress },
  '/account/passkeys/:id': { name: 'Mine now' },
  '/category/move/:id': { parent: null, position: 0 },
  '/webhook/rotateSecret/:id': { password: samplePassword },
  '/import/encoding/:id': { encoding: 'windows-1252' },
  '/import/match/:id': { columns: ['title'] },
  '/order/updateStatus/:id': { status: 'confirmed' },
  '/order/previewChange/:id': statusChange,
  '/order/applyChange/:id': statusChange,
  '/order/updateArchived/:id': { isArchived: false },
  '/order/updateItems/:id': {
    lines: [{ variant: '01900000-0000-7000-8000-00000000dead', quantity: 1 }],
  },
  '/order/decideReturn/:id': {
    return: '00000000-0000-7000-8000-000000000001',
    status: 'accepted',
  },
  '/review/reply/:id': { reply: 'Thanks' },
  '/review/updateStatus/:id': { status: 'approved' },
  '/order/addNote/:id': { text: 'Mine now' },
  '/apps/chat/send/:id': { text: 'Mine now' },
  '/apps/email/reply/:id': { text: 'Mine now' },
  '/apps/email/merge/:id': { into: '01900000-0000-7000-8000-00000000dead' },
  '/apps/email/split/:id': { message: '01900000-0000-7000-8000-00000000dead' },
  '/apps/email/note/:id': { text: 'Mine now' },
  '/apps/email/draft/:id': { text: 'Mine now' },
  '/page/restore/:id': { number: 1 },
  '/post/restore/:id': { number: 1 },
  '/order/updateNote/:id': { text: 'Mine now' },
  '/order/addPayment/:id': { amount: 1, method: 'cash' },
  '/order/addRefund/:id': { amount: 1, method: 'cash' },
  '/order/updateTracking/:id': {
    fulfillment: '00000000-0000-7000-8000-000000000001',
    tracking: { number: '1' },
  },
}

let t: TestApp
/** One row of each kind in the owner's store, by the part of the path of its calls that names it. */
let ids: Record<string, string>
async function insertEmptySearch(tx: Tx): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into empty_search (term, count) values ('unicorn', 1) returning id`
  return row?.id ?? ''
}

beforeAll(async () => {
  t = await startTestApp()
  const order = await t.inStore(tx => insertRow(tx, 'order', { number: '#1001', currency: 'USD' }))
  ids = await t.inStore(async tx => ({
    invoice: await insertRow(tx, 'invoice', { orderId: order }),
    category: await insertRow(tx, 'category', { name: 'Cups', slug: 'cups' }),
    product: await insertRow(tx, 'product', { title: 'Cup', slug: 'cup' }),
    media: await insertRow(tx, 'media', {
      url: '/media/x',
      width: 1,
      height: 1,
      bytes: 1,
      hash: 'x',
    }),
    customer: await insertRow(tx, 'customer', { name: 'Cora' }),
    email: await addContactMessage(t, 'Hello'),
    chat: await insertRow(tx, 'conversation', { channel: 'team', place: 'team', subject: 'team' }),
    cart: await addTestCart(t),
    subscriber: await addSubscriber(t, 'ann@shopper.example'),
    productAlert: await addProductAlert(t, 'ann@shopper.example'),
    order,
    return: await insertRow(tx, 'order_return', {
      orderId: order,
      number: '#1001-R1',
      kind: 'return',
      status: 'requested',
      wish: 'any',
    }),
    desk: order,
    print: await insertRow(tx, 'order_print', {
      document: 'packingSlip',
      format: 'A4',
      orderIds: [order],
    }),
    packerLink: await insertRow(tx, 'packer_link', {
      name: 'Sunday shift',
      tokenHash: Buffer.from('x'),
      orderIds: [order],
      expiresAt: tx`now() + interval '1 day'`,
    }),
    store: await insertRow(tx, 'domain', { domain: 'cups.example.com' }),
    redirect: await insertRow(tx, 'redirect', { path: '/cups', target: '/products' }),
    seo: await insertEmptySearch(tx),
    import: await insertRow(tx, 'import', {
      kind: 'products',
      fileName: 'a.csv',
      fileKey: 'a',
      bytes: 1,
      status: 'planned',
    }),
    paymentMethod: await insertRow(tx, 'payment_method', { kind: 'other', name: 'By barter' }),
    shipping: await insertRow(tx, 'shipping_zone', { name: 'Islands' }),
    review: await insertTestReview(tx),
    discount: await insertRow(tx, 'discount', { name: 'Spring sale' }),
    senderRule: await insertRow(tx, 'sender_rule', { sender: 'spam.example', action: 'block' }),
    savedReply: await insertRow(tx, 'saved_reply', { name: 'Delay', text: 'Sorry' }),
    tax: await insertRow(tx, 'tax_class', { name: 'Books' }),
    page: await insertRow(tx, 'page', { title: 'Jobs', slug: 'jobs' }),
    campaign: await insertRow(tx, 'campaign', { name: 'Spring' }),
    segment: await insertRow(tx, 'segment', { name: 'VIP', filter: {} }),
    suppression: await insertRow(tx, 'email_suppression', {
      email: 'stop@example.com',
      reason: 'manual',
    }),
    post: await insertRow(tx, 'post', { title: 'News', slug: 'news' }),
    faqQuestion: await insertRow(tx, 'faq_question', { question: 'Why?', answer: 'So' }),
    searchRule: await insertRow(tx, 'search_rule', { terms: ['sofa'] }),
    bookmark: await tx`select set_config('app.person_id', ${t.people.owner.personId}, true)`.then(
      () => insertRow(tx, 'bookmark', { title: 'Jobs', path: '/apps/page/jobs' }),
    ),
    staff: t.people.nobody.personId,
    apiKey: await insertRow(tx, 'api_key', {
      name: 'Till',
      hash: Buffer.from('x'),
      hint: 'abcd',
      ability: tx.json([]),
    }),
    ...(await insertWebhookAndDelivery(tx)),
    account: await insertSessionAndPasskey(tx, t.people.owner.personId),
    todo: await insertRow(tx, 'task', { title: 'Call Anna' }),
    calendar: await insertRow(tx, 'calendar_event', {
      title: 'Trade fair',
      startsAt: '2026-03-10T10:00',
      endsAt: '2026-03-10T11:00',
      timeZone: 'UTC',
    }),
    view: await insertRow(tx, 'list_view', {
      personId: t.people.owner.personId,
      list: 'product',
      name: 'Cups',
      isShared: true,
    }),
  }))
})
afterAll(() => t.close())

/**
 * Creates a session and a passkey with the same id, because their calls share the first part of the
 * path.
 */
async function insertSessionAndPasskey(tx: Tx, personId: string) {
  const [sessionRow] = await tx<{ id: string }[]>`
    insert into session (person_id, expires_at)
    values (${personId}, now() + interval '1 minute') returning id`
  const session = String(sessionRow?.id)
  await tx`
    insert into passkey (id, person_id, credential_id, public_key, name)
    values (${session}, ${personId}, '\\x01', '\\x02', 'Laptop')`
  return session
}

async function insertWebhookAndDelivery(tx: Tx) {
  const webhook = await insertRow(tx, 'webhook', {
    url: 'https://example.com',
    events: ['order.created'],
    secret: Buffer.from('x'),
    hint: 'abcd',
  })
  const eventId = await insertRow(tx, 'webhook_event', {
    type: 'test',
    recordId: webhook,
    data: tx.json({}),
  })
  return {
    webhook,
    webhookDelivery: await insertRow(tx, 'webhook_delivery', { webhookId: webhook, eventId }),
  }
}

describe('with an id of another store', () => {
  test.each(routesWithId)(
    '$title is 404 like an unknown one, and changes nothing',
    async ({ route, kind }) => {
      expect(ids[kind], `add a row of this kind above: ${kind}`).toBeDefined()
      const before = await t.changes()
      const [foreignReply, unknownReply] = await Promise.all(
        [ids[kind] ?? '', '01900000-0000-7000-8000-00000000dead'].map(id =>
          t.call('stranger', route, {
            params: { id },
            ...(route.method !== 'GET' &&
              route.method !== 'DELETE' && { body: bodyByPath[route.path] ?? {} }),
          }),
        ),
      )
      expect([foreignReply?.status, foreignReply?.body.code]).toEqual([
        404,
        expect.stringMatching(/^(\w+_)?not_found$/),
      ])
      expect({ ...unknownReply?.body, requestId: '' }).toEqual({
        ...foreignReply?.body,
        requestId: '',
      })
      expect(await t.changes()).toBe(before)
    },
  )
  test.each(routesWithId)('$title returns 404 for a malformed id', async ({ route }) => {
    for (const id of ['1', '../x', "1' or '1'='1", '{}', '\u0000'])
      expect(
        (
          await t.call('owner', route, {
            params: { id },
            ...(route.method !== 'GET' &&
              route.method !== 'DELETE' && { body: bodyByPath[route.path] ?? {} }),
          })
        ).status,
      ).toBe(404)
  })
})

type Json = { [key: string]: unknown }
/** Returns the objects in a schema that accept unknown fields. Records define their keys. */
function findOpenObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties: rest, propertyNames, ...parts } = schema as Json
  const isOpen =
    type === 'object' &&
    !propertyNames &&
    (rest === true || (typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0))
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(parts).flatMap(([key, part]) => findOpenObjects(part, `${path}/${key}`)),
  ]
}

describe('unknown fields', () => {
  const routesWithBody = routes
    .filter(route => route.body !== NoContent)
    .map(route => ({ title: `${route.method} ${getRouteUrl(route)}`, route }))
  test.each(routesWithBody)('$title accepts only known fields', ({ route }) => {
    expect(findOpenObjects(toJsonSchema(route.body, 'input'))).toEqual([])
  })
  test('are ignored and never written', async () => {
    const createRoute = routes.find(route => route.path === '/category/create')
    const reply = await t.call('owner', createRoute!, {
      body: {
        name: 'Bowls',
        store_id: t.people.stranger.storeId,
        productCount: 99,
        _id: ids['category'],
        version: 7,
        __proto__: { status: 'hidden' },
      },
    })
    expect(reply.body.data).toMatchObject({
      name: 'Bowls',
      productCount: 0,
      version: 1,
      status: 'visible',
    })
    expect(reply.body.data._id).not.toBe(ids['category'])
  })
})
