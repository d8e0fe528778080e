import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { cmsApi } from '#contract/cms/cms.ts'
import { productApi } from '#contract/product/product.ts'
import { storePasswordApi } from '#contract/store/store-password.ts'
import {
  AgentCart,
  AgentMessage,
  AgentProduct,
  agentApiPath,
  agentCapabilities,
  agentProfilePath,
  protocolVersion,
} from '#contract/storefront/storefront-agent.ts'
import { clock } from '../lib/security/rate-limit.ts'
import { assertUcpReply, UcpProfile } from '../testing/schema/test-ucp-schema.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { createProfileReader } from './platform-profile.ts'

/** Longer than a process remembers the status of a store. */
const freshMs = 1000

let t: TestApp
let origin: string
/** The variants Red / L, Blue / L and Red / M. */
let variants: { _id: string }[]
let productId: string
let agentUrl: string
/** The profiles of platforms by their path. */
const profiles = new Map<string, unknown>()
const server = createServer((request, reply) => {
  const profile = profiles.get(request.url ?? '')
  if (profile === 'redirect') reply.writeHead(302, { location: '/valid' }).end()
  else reply.writeHead(profile ? 200 : 404).end(JSON.stringify(profile))
})

const createPlatform = (capabilities: readonly string[], version: string = protocolVersion) => ({
  ucp: {
    version,
    services: {},
    payment_handlers: {},
    capabilities: Object.fromEntries(capabilities.map(name => [name, [{ version }]])),
  },
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  agentUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  profiles.set('/valid', createPlatform(agentCapabilities))
  profiles.set('/search', createPlatform(['dev.ucp.shopping.catalog.search']))
  profiles.set('/old', createPlatform(agentCapabilities, '2026-01-11'))
  profiles.set('/broken', { ucp: { version: protocolVersion } })
  profiles.set('/redirect', 'redirect')
  profiles.set('/large', { ...createPlatform(agentCapabilities), text: 'x'.repeat(32 * 1024) })
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true', LIMIT_FACTOR: '1' })
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
  origin = getOwnerOrigin(t)
  const product = await t.call('owner', productApi.create, {
    body: {
      title: 'Teapot <b>',
      slug: 'teapot',
      status: 'active',
      description: '<p>Pours <b>well</b>.</p>',
      options: [
        { name: 'Color', values: ['Red', 'Blue'] },
        { name: 'Size', values: ['L', 'M'] },
      ],
      variants: [
        { options: ['Red', 'L'], price: 1999, stock: 5, sku: 'T1' },
        { options: ['Blue', 'L'], price: 2500, stock: 0 },
        {
          options: ['Red', 'M'],
          price: 1500,
          stock: 2,
          barcode: '4006381333931',
          measureAmount: 750,
          measureUnit: 'ml',
        },
      ],
    },
  })
  productId = product.body.data._id
  variants = product.body.data.variants
  await t.call('owner', productApi.create, {
    body: { title: 'Secret teapot', status: 'draft', price: 100, stock: 1 },
  })
  await setAgents(true)
})
afterAll(async () => {
  server.close()
  await t.close()
})

async function setAgents(agents: boolean) {
  await setStoreStatus(t, 'live')
  await t.call('owner', cmsApi.update, { body: { channels: { agents } } })
  t.advanceClock(freshMs)
}

type Options = { method?: 'GET' | 'POST' | 'PUT'; agent?: string; ip?: string; key?: string }
async function send(
  path: string,
  body?: object,
  { method = 'POST', agent = '/valid', ip = '127.0.0.1', key }: Options = {},
) {
  const reply = await visit(t, agentApiPath + path, {
    method,
    remoteAddress: ip,
    headers: {
      'ucp-agent': `profile="${agentUrl}${agent}"`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { payload: body }),
  })
  assertUcpReply(path, reply.statusCode, reply.json())
  return { status: reply.statusCode, body: reply.json() }
}

const Envelope = z.object({
  version: z.literal(protocolVersion),
  status: z.literal('error').optional(),
  capabilities: z
    .record(z.enum(agentCapabilities), z.array(z.object({ version: z.string() })))
    .or(z.object({})),
})
const Products = z.object({
  ucp: Envelope,
  products: z.array(AgentProduct),
  messages: z.array(AgentMessage).optional(),
})
const Cart = AgentCart.extend({ ucp: Envelope })

const countCarts = async () => {
  const [row] = await t.inStore(
    tx => tx<{ count: number }[]>`
    select count(*)::integer as count from cart`,
  )
  return row?.count ?? 0
}
const toItems = (...units: [id: string, quantity: number][]) => ({
  line_items: units.map(([id, quantity]) => ({ item: { id }, quantity })),
})

test('a store is closed to agents until its seller opens it', async () => {
  await setAgents(false)
  expect((await visit(t, agentProfilePath)).statusCode).toBe(404)
  const reply = await visit(t, `${agentApiPath}/carts`, { method: 'POST', payload: {} })
  expect(reply.statusCode).toBe(404)
  await setAgents(true)
  const profile = await visit(t, agentProfilePath)
  expect(profile.statusCode).toBe(200)
  expect(profile.headers['cache-control']).toBe('public, max-age=300')
  UcpProfile.parse(profile.json())
  const { ucp } = profile.json()
  expect(ucp.payment_handlers).toEqual({})
  expect(ucp.services['dev.ucp.shopping'][0]).toMatchObject({
    transport: 'rest',
    endpoint: `${origin}${agentApiPath}`,
  })
  expect(Object.keys(ucp.capabilities)).toEqual([...agentCapabilities])
  for (const [{ version, schema }] of Object.values(ucp.capabilities) as [
    { version: string; schema: string },
  ][])
    expect([version, URL.parse(schema)?.origin]).toEqual([protocolVersion, 'https://ucp.dev'])
})

test('a store with a password, or that is not live, has no profile', async () => {
  const assertNoProfile = async () => {
    t.advanceClock(freshMs)
    const { statusCode, headers, body } = await visit(t, agentProfilePath)
    expect([statusCode, headers['cache-control'], body]).toEqual([404, 'no-store', ''])
  }
  await t.call('owner', storePasswordApi.update, { body: { password: 'open sesame' } })
  await assertNoProfile()
  await t.call('owner', storePasswordApi.delete)
  await setStoreStatus(t, 'paused')
  await assertNoProfile()
  await setAgents(true)
  expect((await visit(t, agentProfilePath)).statusCode).toBe(200)
})

test('a network with too many profiles stops no other one, and expired profiles stay in use', async () => {
  let now = Date.now()
  const config = { ...t.app.config, rateLimitFactor: 0.1 }
  const readProfile = createProfileReader({ config, clock: () => now })
  const readAgentProfile = (ip: string, path: string) =>
    readProfile({ ip, header: `profile="${agentUrl}${path}"` })
  profiles.set('/changed', createPlatform(agentCapabilities))
  expect(await readAgentProfile('203.0.113.1', '/changed')).toEqual([...agentCapabilities])
  for (let i = 0; i < 3; i++)
    await readAgentProfile('203.0.113.1', `/none-${i}`).catch(() => undefined)
  await expect(readAgentProfile('203.0.113.1', '/none')).rejects.toMatchObject({ status: 429 })
  now += 3600_000
  profiles.set('/changed', createPlatform([]))
  expect(await readAgentProfile('203.0.113.1', '/changed')).toEqual([...agentCapabilities])
  expect(await readAgentProfile('203.0.113.2', '/changed')).toEqual([])
  for (let i = 0; i < 12; i++)
    await readAgentProfile(`198.51.100.${i}`, `/host-${i}`).catch(() => undefined)
  await expect(readAgentProfile('203.0.113.3', '/none')).rejects.toMatchObject({ status: 429 })
})

test.each([
  ['/missing', 424, 'profile_unreachable'],
  ['/redirect', 424, 'profile_unreachable'],
  ['/large', 424, 'profile_unreachable'],
  ['/broken', 422, 'profile_malformed'],
  ['/old', 422, 'version_unsupported'],
])('a platform with the profile %s is rejected', async (agent, status, code) => {
  const before = await countCarts()
  const reply = await send('/carts', toItems([variants[0]?._id ?? '', 1]), { agent })
  expect(reply).toMatchObject({ status, body: { code, continue_url: origin } })
  expect(await countCarts()).toBe(before)
})

test('a platform needs a profile with the capability', async () => {
  const none = await visit(t, `${agentApiPath}/catalog/search`, {
    method: 'POST',
    payload: { query: 'teapot' },
  })
  expect([none.statusCode, none.json().code]).toEqual([400, 'invalid_profile_url'])
  const reply = await send('/carts', toItems([variants[0]?._id ?? '', 1]), { agent: '/search' })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    ucp: { status: 'error' },
    messages: [{ code: 'capabilities_incompatible', severity: 'unrecoverable' }],
  })
})

test('a search finds published products only', async () => {
  const { products } = Products.parse((await send('/catalog/search', { query: 'teapot' })).body)
  expect(products).toMatchObject([
    {
      id: productId,
      title: 'Teapot <b>',
      description: { plain: 'Pours well.' },
      url: `${origin}/products/teapot`,
      price_range: { min: { amount: 1500, currency: 'USD' }, max: { amount: 2500 } },
      variants: [
        { title: 'Red / L', sku: 'T1', availability: { available: true } },
        { title: 'Blue / L', availability: { available: false } },
        {
          title: 'Red / M',
          barcodes: [{ type: 'GTIN', value: '4006381333931' }],
          unit_price: {
            amount: 2000,
            currency: 'USD',
            measure: { value: 750_000, scale: 3, unit: 'MLT' },
            reference: { value: 1_000_000, scale: 3, unit: 'MLT' },
          },
        },
      ],
    },
  ])
  const search = async (filters: object) =>
    Products.parse((await send('/catalog/search', { filters })).body).products.length
  expect(await search({ price: { max: 1600 } })).toBe(1)
  expect(await search({ price: { min: 2600 } })).toBe(0)
  expect(await search({ categories: ['Cups'] })).toBe(0)
  for (const body of [{}, { query: 7 }, { query: ' ' }, { pagination: { limit: 5 } }])
    expect((await send('/catalog/search', body)).status).toBe(400)
  expect(
    (await send('/catalog/search', { query: "');--<script>", pagination: { cursor: 'x' } })).status,
  ).toBe(200)
})

test('a lookup says which ids it found', async () => {
  const [, blue] = variants
  const { products, messages } = Products.parse(
    (await send('/catalog/lookup', { ids: [productId, blue?._id, 'none', productId] })).body,
  )
  expect(products).toHaveLength(1)
  expect(products[0]?.variants.map(({ inputs }) => inputs)).toEqual([
    [{ id: productId, match: 'featured' }],
    [{ id: blue?._id, match: 'exact' }],
  ])
  expect(messages).toEqual([{ type: 'info', code: 'not_found', content: 'none' }])
})

test('a product says which options can be combined', async () => {
  const get = async (body: object) =>
    AgentProduct.parse((await send('/catalog/product', { id: productId, ...body })).body.product)
  const redOnly = await get({ selected: [{ name: 'Color', label: 'Red' }] })
  expect(redOnly.variants.map(({ title }) => title)).toEqual(['Red / L', 'Red / M'])
  const blue = await get({
    selected: [
      { name: 'Size', label: 'M' },
      { name: 'Color', label: 'Blue' },
    ],
    preferences: ['Color', 'Size'],
  })
  expect(blue.selected).toEqual([{ name: 'Color', label: 'Blue' }])
  expect(blue.options[1]?.values).toEqual([
    { label: 'L', available: false, exists: true },
    { label: 'M', available: false, exists: false },
  ])
  const missing = await send('/catalog/product', { id: 'none' })
  expect(missing).toMatchObject({
    status: 200,
    body: { ucp: { status: 'error' }, messages: [{ code: 'not_found' }] },
  })
})

test('an agent prepares a cart that the shopper takes over', async () => {
  const [large, soldOut, medium] = variants.map(({ _id }) => _id)
  const creation = await send('/carts', {
    ...toItems([large ?? '', 2], [soldOut ?? '', 1]),
    buyer: { email: 'lovelace@example.com', first_name: 'Lovelace' },
  })
  expect(creation.status).toBe(201)
  const cart = Cart.parse(creation.body)
  expect(cart).toMatchObject({
    line_items: [{ item: { id: large, price: 1999 }, quantity: 2 }],
    totals: [
      { type: 'subtotal', amount: 3998 },
      { type: 'total', amount: 3998 },
    ],
    messages: [{ type: 'warning', code: 'out_of_stock' }],
  })
  expect(JSON.stringify(creation.body)).not.toMatch(/lovelace/i)
  const [row] = await t.inStore(
    tx => tx<{ text: string }[]>`select string_agg(c::text, '') as text from cart c`,
  )
  expect(row?.text).not.toMatch(/lovelace/i)

  const change = toItems([medium ?? '', 1_000_000_000])
  const changedCart = Cart.parse((await send(`/carts/${cart.id}`, change, { method: 'PUT' })).body)
  expect(changedCart.line_items.map(({ item, quantity }) => [item.id, quantity])).toEqual([
    [medium, 2],
  ])
  expect(changedCart.messages).toEqual([
    {
      type: 'warning',
      code: 'quantity_adjusted',
      content: `Only 2 of item ${medium} can be bought.`,
    },
  ])
  const currentCart = Cart.parse(
    (await send(`/carts/${cart.id}`, undefined, { method: 'GET' })).body,
  )
  expect(currentCart.line_items).toEqual(changedCart.line_items)
  expect(currentCart.continue_url).toBe(cart.continue_url)
  expect(Date.parse(currentCart.expires_at)).toBeGreaterThan(Date.now())

  const path = currentCart.continue_url.slice(origin.length)
  const page = await visit(t, path)
  expect(page.statusCode).toBe(200)
  const handover = await visit(t, path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect(handover.statusCode).toBe(303)
  const cookie = [handover.headers['set-cookie'] ?? []].flat().map(each => each.split(';')[0])
  const shopperCart = await visit(t, '/cart', { headers: { cookie: cookie.join('; ') } })
  expect(shopperCart.body).toContain('Teapot &lt;b&gt;')
})

test('a canceled or foreign cart is not found, and a rejected change keeps the cart', async () => {
  const [large, soldOut] = variants.map(({ _id }) => _id)
  const { id } = Cart.parse((await send('/carts', toItems([large ?? '', 1]))).body)
  const readCart = () => send(`/carts/${id}`, undefined, { method: 'GET' })
  const rejected = await send(`/carts/${id}`, toItems([soldOut ?? '', 1]), { method: 'PUT' })
  expect(rejected.body.messages).toMatchObject([{ code: 'out_of_stock' }])
  for (const quantity of [0, 1e10, -1, 1.5])
    expect(
      (await send(`/carts/${id}`, toItems([large ?? '', quantity]), { method: 'PUT' })).status,
    ).toBe(quantity === 1e10 ? 200 : 400)
  expect(Cart.parse((await readCart()).body).line_items).toMatchObject([{ item: { id: large } }])
  expect((await send(`/carts/${id}/cancel`)).status).toBe(200)
  for (const other of [id, 'x', 'A'.repeat(43)])
    expect((await send(`/carts/${other}`, undefined, { method: 'GET' })).body).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'not_found' }],
    })
  const before = await countCarts()
  const none = await send('/carts', toItems([soldOut ?? '', 1], ['none', 1]))
  expect(none.body.messages).toMatchObject([{ code: 'out_of_stock' }])
  expect(await countCarts()).toBe(before)
})

test('a repeated creation with the same key gets the same reply and creates no second cart', async () => {
  const [large, soldOut] = variants.map(({ _id }) => _id)
  const items = toItems([large ?? '', 1])
  const before = await countCarts()
  const create = (options: Options = {}) => send('/carts', items, { key: 'key-1', ...options })
  const [first, second] = await Promise.all([create(), create()])
  expect(first.status).toBe(201)
  expect([second, await create()]).toEqual([first, first])
  expect(await countCarts()).toBe(before + 1)
  for (const body of [toItems([large ?? '', 2]), toItems([soldOut ?? '', 1])])
    expect(await send('/carts', body, { key: 'key-1' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch', continue_url: origin },
    })
  for (const key of ['', 'x'.repeat(256)])
    expect(await create({ key })).toMatchObject({
      status: 400,
      body: { code: 'invalid_idempotency_key' },
    })
  expect(await countCarts()).toBe(before + 1)
  const { id } = Cart.parse(first.body)
  profiles.set('/other', createPlatform(agentCapabilities))
  for (const options of [{ key: 'key-2' }, { agent: '/other' }])
    expect(Cart.parse((await create(options)).body).id).not.toBe(id)

  const [row] = await t.inStore(
    tx => tx<{ text: string }[]>`select string_agg(i::text, '') as text from idempotency i`,
  )
  expect(row?.text).toContain('ucp POST /carts')
  expect(row?.text).not.toContain(id)
  expect(row?.text).not.toContain('key-1')

  // The secret of the installation is needed too.
  t.app.keys.agentReply = new Uint8Array(32)
  expect(Cart.parse((await create({ key: 'key-1' })).body).id).not.toBe(id)
})

test('a repeated change with the same key changes nothing again', async () => {
  const [large, soldOut, medium] = variants.map(({ _id }) => _id)
  const create = async () => Cart.parse((await send('/carts', toItems([large ?? '', 1]))).body).id
  const [id, otherId] = [await create(), await create()]
  const readItems = async (cart: string) =>
    Cart.parse((await send(`/carts/${cart}`, undefined, { method: 'GET' })).body).line_items.map(
      ({ item, quantity }) => [item.id, quantity],
    )
  const update = (item = '', quantity = 1, key?: string, cart = id) =>
    send(`/carts/${cart}`, toItems([item, quantity]), { method: 'PUT', key })
  const first = await update(large, 3, 'key-1')
  await update(medium, 2)
  expect(await update(large, 3, 'key-1')).toEqual(first)
  expect((await update(large, 4, 'key-1')).status).toBe(409)
  expect((await update(large, 3, 'key-1', otherId)).status).toBe(409)

  const rejectedReply = await update(soldOut, 1, 'key-2')
  expect(rejectedReply.body.messages).toMatchObject([{ code: 'out_of_stock' }])
  expect(await update(soldOut, 1, 'key-2')).toEqual(rejectedReply)
  expect((await update(large, 1, 'key-2')).status).toBe(409)
  expect([await readItems(id), await readItems(otherId)]).toEqual([[[medium, 2]], [[large, 1]]])

  const cancel = () => send(`/carts/${id}/cancel`, undefined, { key: 'key-1' })
  const cancelReply = await cancel()
  expect(Cart.parse(cancelReply.body).line_items).toHaveLength(1)
  expect(await cancel()).toEqual(cancelReply)
})

test('changes of carts count to the limit of carts', async () => {
  const { rateLimits } = t.app.config
  const normalLimit = rateLimits.cart
  const ip = '203.0.113.20'
  const items = toItems([variants[0]?._id ?? '', 1])
  const { id } = Cart.parse((await send('/carts', items)).body)
  rateLimits.cart = { source: { count: 2, refillSeconds: 600 } }
  try {
    for (let i = 0; i < 3; i++) await send('/carts', items, { ip })
    const before = await countCarts()
    for (const [path, method] of [
      ['/carts', 'POST'],
      [`/carts/${id}`, 'PUT'],
      [`/carts/${id}/cancel`, 'POST'],
    ] as const)
      expect(await send(path, items, { method, ip })).toMatchObject({
        status: 429,
        body: { continue_url: origin },
      })
    expect((await send(`/carts/${id}`, undefined, { method: 'GET' })).body.line_items).toHaveLength(
      1,
    )
    expect((await send('/catalog/lookup', { ids: [productId] })).status).toBe(200)
    expect(await countCarts()).toBe(before)
  } finally {
    rateLimits.cart = normalLimit
  }
})

test.each([
  ['no JSON', '{"line_items":', 400, 'unreadable'],
  ['a body of 2 MB', JSON.stringify({ query: 'x'.repeat(2e6) }), 413, 'too_large'],
])('a request with %s gets the error of the protocol', async (_, payload, status, code) => {
  const headers = { 'content-type': 'application/json' }
  const reply = await visit(t, `${agentApiPath}/carts`, { method: 'POST', headers, payload })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect([reply.statusCode, reply.json()]).toMatchObject([status, { code, continue_url: origin }])
  assertUcpReply('/carts', status, reply.json())
})

test('a network with too many requests gets the error of the protocol', async () => {
  const replies = await Promise.all(
    Array.from({ length: 130 }, () =>
      visit(t, `${agentApiPath}/carts/none`, { remoteAddress: '203.0.113.9' }),
    ),
  )
  const rejected = replies.find(({ statusCode }) => statusCode === 429)
  expect(rejected?.json()).toMatchObject({ code: 'too_many_attempts', continue_url: origin })
  expect(rejected?.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
})
