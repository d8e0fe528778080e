import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { productApi } from '#contract/product/product.ts'
import { eventually } from '../../testing/eventually.ts'
import { getOwnerHost, setStoreStatus } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let port: number
let productId: string
beforeAll(async () => {
  t = await startTestApp()
  await setStoreStatus(t, 'live')
  const body = { title: 'Blue teapot', price: 2490, stock: 30, status: 'active' as const }
  productId = (await t.call('owner', productApi.create, { body })).body.data._id
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
afterAll(() => t.close())

const path = '/products/blue-teapot'
type Options = {
  host?: string
  method?: string
  target?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request to the store over the network, and returns whether Fastify handled it. */
async function send(options: Options = {}) {
  const { host = getOwnerHost(t), method = 'GET', target = path, headers, body } = options
  const route = vi.spyOn(t.app.storefront ?? t.app, 'routing')
  try {
    return await new Promise<{
      status: number
      headers: Record<string, unknown>
      body: Buffer
      isRouted: boolean
    }>((resolve, reject) => {
      request({ port, path: target, method, headers: { host, ...headers } }, async reply => {
        const chunks: Buffer[] = []
        for await (const chunk of reply) chunks.push(chunk)
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(chunks),
          isRouted: route.mock.calls.length > 0,
        })
      })
        .on('error', reject)
        .end(body)
    })
  } finally {
    route.mockRestore()
  }
}
/** The second request is repeated unless the store is read again in between. */
const sendRepeated = (options: Options = {}) =>
  eventually(async () => {
    const [routed, repeated] = [await send(options), await send(options)]
    expect(repeated.isRouted).toBe(false)
    return { routed, repeated }
  })

test('a repeated reply has the headers and the body of the first one', async () => {
  const { 'x-request-id': _, date: __, ...headers } = (await send()).headers
  const { repeated } = await sendRepeated()
  const { 'x-request-id': requestId, date, ...repeatedHeaders } = repeated.headers
  expect(repeatedHeaders).toEqual(headers)
  expect([requestId, date]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(String)])
  expect(repeated.status).toBe(200)
  expect(String(repeated.body)).toContain('Blue teapot')
  const { repeated: compressed } = await sendRepeated({ headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.body)).toEqual(repeated.body)
  const ifNoneMatch = { 'if-none-match': String(compressed.headers['etag']) }
  const { repeated: unchanged } = await sendRepeated({ headers: ifNoneMatch })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
})

test('a repeated reply ends with a change of the store', async () => {
  await sendRepeated()
  const params = { id: productId }
  await t.call('owner', productApi.update, { params, body: { description: '<p>Pours well.</p>' } })
  await expect.poll(async () => String((await send()).body)).toContain('Pours well')
  await sendRepeated()
  await setStoreStatus(t, 'paused')
  await expect.poll(async () => (await send()).status).toBe(503)
  expect((await send()).isRouted).toBe(true)
  await setStoreStatus(t, 'live')
  await expect.poll(async () => (await send()).status).toBe(200)
})

test('a repeated reply ends when the product is saved with a change of any field', async () => {
  await sendRepeated()
  const body = { withdrawalException: 'customMade' as const }
  await t.call('owner', productApi.update, { params: { id: productId }, body })
  await expect.poll(async () => String((await send()).body)).toContain('made to order')
})

test('a repeated reply ends when another request renders its page with other content', async () => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const announcement = { enabled: true, text: 'Open on Sunday', endsAt }
  await t.call('owner', cmsApi.update, { body: { announcement } })
  await expect.poll(async () => String((await send()).body)).toContain('Open on Sunday')
  const before = (await sendRepeated()).repeated
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(endsAt) + 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  t.advanceClock(61_000)
  const other = await send({ target: `${path}?utm_source=mail` })
  expect(String(other.body)).not.toContain('Open on Sunday')
  const after = await send()
  expect(after.body).toEqual(other.body)
  expect(after.headers['etag']).toBe(other.headers['etag'])
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
})

test('other methods, requests with a body and other hosts are not replied to from it', async () => {
  await sendRepeated()
  expect(await send({ method: 'HEAD' })).toMatchObject({ isRouted: true, status: 200 })
  expect(await send({ method: 'POST' })).toMatchObject({ isRouted: true, status: 405 })
  const withBody = { headers: { 'content-length': '2' }, body: '{}' }
  expect((await send(withBody)).isRouted).toBe(true)
  const other = await send({ host: `other.${t.app.config.storefrontHost}` })
  expect(other).toMatchObject({ isRouted: true, status: 421 })
})

test('a request with two hosts is rejected', async () => {
  await sendRepeated()
  const host = getOwnerHost(t)
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
})
