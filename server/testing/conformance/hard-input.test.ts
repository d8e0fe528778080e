import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allApis } from '#contract/all.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { categoryApi } from '#contract/product/category.ts'
import { toJsonSchema } from '../../lib/call/envelope.ts'
import { startTestApp, type TestApp } from '../testing.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://admin.example.net' })
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => t.close())

const asOwner = () => ({
  authorization: `Bearer ${t.people.owner.token}`,
  'x-business-id': t.people.owner.storeId,
})
const create = (payload: string | Buffer, headers = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/category/create',
    headers: { ...asOwner(), 'content-type': 'application/json', ...headers },
    payload,
  })
/** Sends raw bytes, because HTTP clients would correct most of these requests. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  return text(socket)
}

describe('every reply contains security headers', () => {
  const common = {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('camera=()'),
  }
  test.each([
    ['/api/account/me', 401],
    ['/api/nothing', 404],
    [`/api/business/checkDomainAvailablity/${'x'.repeat(400)}`, 404],
    ['/health/live', 200],
    ['/%61pi/account/me', 401],
    ['/%68ealth/live', 200],
    ['/api/category/%zz', 404],
  ])('%s (%i) returns data that runs no script and is not cached', async (url, status) => {
    const { statusCode, headers } = await t.app.inject({
      url,
      headers: { origin: 'https://evil.example' },
    })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      ...common,
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    })
    expect(
      Object.keys(headers).filter(name => /^access-control|^server$|^x-powered-by$/.test(name)),
    ).toEqual([])
  })
  test('a page allows only its own scripts and no inline scripts', async () => {
    for (const url of ['/api/docs', '/no-such-page']) {
      const { headers } = await t.app.inject({ url, headers: { accept: 'text/html' } })
      expect(headers).toMatchObject(common)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/default-src 'none';script-src 'self';script-src-attr 'none';/)
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
      ])
        expect(policy).toContain(part)
      // The theme editor shows the store in a frame.
      const frames = 'frame-src https://preview.storewright.localhost'
      const otherPolicy = policy.replace(/style-src[^;]*/, '').replace(frames, '')
      expect(otherPolicy).not.toMatch(/unsafe|\*|https?:/)
    }
  })
  test('no request of another origin is allowed', async () => {
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/api/category/create',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(404)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('rejects a body and creates nothing', () => {
  const deep = (levels: number) =>
    `{"name":"Deep","more":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each<[string, string | Buffer, number]>([
    ['a hundred thousand levels deep', deep(100_000), 400],
    ['33 levels deep', deep(33), 400],
    ['a hundred thousand values', `{"name":"Wide","more":[${'0,'.repeat(100_000)}0]}`, 413],
    [
      'fifty thousand keys',
      `{"name":"Wide"${Array.from({ length: 50_000 }, (_, i) => `,"${i}":0`).join('')}}`,
      413,
    ],
    ['a key of 100 kB', `{"name":"Long","${'k'.repeat(100_000)}":0}`, 400],
    ['bytes that are no text', Buffer.from([0x7b, 0x22, 0x6e, 0xc3, 0x28, 0x22, 0x7d]), 400],
    ['more than 1 MB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413],
    ['nearly 1 MB in one field', JSON.stringify({ name: 'x'.repeat(1024 * 1024 - 20) }), 422],
    ['NUL in a text', '{"name":"a\\u0000b"}', 422],
    ['half a character', '{"name":"a\\ud800b"}', 422],
    ['a number for a text', '{"name":5}', 422],
    ['a text for a number', '{"name":"Cups","parent":null,"position":"5"}', 422],
    ['a prototype', '{"name":"Cups","__proto__":{"isAdmin":true}}', 400],
    ['a list', '[]', 422],
    ['two values', '{}{}', 400],
  ])('%s', async (_what, payload, status) => {
    const before = await t.changes()
    const reply = await create(payload)
    const isRejected = reply.statusCode === status
    expect([reply.statusCode, reply.json().status, typeof reply.json().message]).toEqual([
      isRejected ? status : 'see the line above',
      false,
      'string',
    ])
    expect(await t.changes()).toBe(before)
  })

  test('of another type than JSON, or with a wrong content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json garbage',
      'application/json,text/plain',
      'text/json',
      '',
    ]) {
      expect([
        type,
        (await create('{"name":"Cups"}', { 'content-type': type })).statusCode,
      ]).toEqual([type, 415])
    }
    expect(
      (
        await create(Buffer.from('{"name":"Cups"}', 'utf16le'), {
          'content-type': 'application/json; charset=utf-16',
        })
      ).statusCode,
    ).toBe(400)
    expect((await create('\u001f\u008b', { 'content-encoding': 'gzip' })).statusCode).toBe(400)
  })

  test('larger than 16 kB in a public call', async () => {
    const login = (length: number) =>
      t.app.inject({
        method: 'POST',
        url: '/api/business/login',
        payload: { email: 'a@b.example', password: 'x'.repeat(length) },
      })
    expect((await login(20_000)).statusCode).toBe(413)
    expect((await login(2000)).statusCode).toBe(422)
  })
})

test('unknown fields are ignored and never written', async () => {
  const { statusCode, body } = await create(
    JSON.stringify({
      name: 'Bowls',
      _id: t.people.stranger.storeId,
      storeId: t.people.stranger.storeId,
      version: 99,
      createdAt: '2001-01-01T00:00:00Z',
    }),
  )
  expect(statusCode).toBe(201)
  const { data } = z
    .object({ data: z.looseObject({ _id: z.string(), version: z.int() }) })
    .parse(JSON.parse(body))
  expect(data._id).not.toBe(t.people.stranger.storeId)
  expect(data.version).toBe(1)
  const { body: list } = await t.call('stranger', categoryApi.list)
  expect(JSON.stringify(list)).not.toContain('Bowls')
})

describe('malformed HTTP', () => {
  test.each([
    [
      'a header line of 20 kB',
      `GET /api/account/me HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      'POST /api/business/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/business/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a transfer encoding of its own',
      'POST /api/business/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a chunk extension of 100 kB',
      `POST /api/business/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(100_000)}\r\n`,
      413,
    ],
    ['bare line feeds', 'GET /api/account/me HTTP/1.1\nHost: localhost\n\n', 400],
    ['nothing known', 'HELLO\r\n\r\n', 400],
  ])(
    '%s is rejected with a problem, and the connection is closed',
    async (_what, bytes, status) => {
      const answer = await sendRaw(bytes)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer).toMatch(/\r\n\r\n\{"status":false,"message":"[^"]+","code":"[a-z_]+"\}$/)
    },
  )

  test('an upload that is rejected early leaves the connection usable for the next request', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\nproducts\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'Handle,Title\r\n'.repeat(40_000)}--y`
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${asOwner().authorization}\r\n${more}\r\n`
    const answers = await sendRaw(
      `${head('POST', '/api/import/create', `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n`)}${body}${head('GET', '/api/account/me', 'Connection: close\r\n')}`,
    )
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '400',
      '200',
    ])
  })

  test('Node rejects a request without a host', async () => {
    expect(await sendRaw('GET /api/account/me HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('the server has timeouts for slow requests', () => {
    expect(t.app.server).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 600_000,
      timeout: 60_000,
      maxHeadersCount: 100,
      maxConnections: 4000,
    })
  })
})

// Finds missing limits of input.
describe('every text, list and number of every call has a limit', () => {
  const routes = allApis
    .flatMap((api): Route[] => Object.values(api))
    .map(route => ({ title: `${route.method} ${getRouteUrl(route)}`, route }))
  type BoundsSchema = { [key: string]: unknown }
  const isSchema = (value: unknown): value is BoundsSchema =>
    typeof value === 'object' && value !== null
  function findUnbounded(schema: unknown, path: string): string[] {
    if (!isSchema(schema)) return []
    if ('const' in schema || 'enum' in schema) return []
    const inside = ['anyOf', 'oneOf', 'allOf'].flatMap(key =>
      Array.isArray(schema[key]) ? schema[key].flatMap(one => findUnbounded(one, path)) : [],
    )
    const type = schema['type']
    if (
      type === 'string' &&
      schema['maxLength'] === undefined &&
      schema['format'] !== 'uuid' &&
      !isShort(schema['pattern'])
    )
      return [`${path}: text`, ...inside]
    if (type === 'array')
      return [
        ...(schema['maxItems'] === undefined ? [`${path}: list`] : []),
        ...findUnbounded(schema['items'], `${path}[]`),
        ...inside,
      ]
    if (
      (type === 'integer' || type === 'number') &&
      (schema['minimum'] === undefined || schema['maximum'] === undefined)
    )
      return [`${path}: number`, ...inside]
    const fields = isSchema(schema['properties'])
      ? Object.entries(schema['properties']).flatMap(([name, field]) =>
          findUnbounded(field, `${path}.${name}`),
        )
      : []
    return [...fields, ...inside, ...findUnbounded(schema['additionalProperties'], `${path}.*`)]
  }
  /** Returns whether a pattern matches no long text. */
  const isShort = (pattern: unknown) =>
    typeof pattern === 'string' && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\[*+]/g, ''))
  test.each(routes)('$title', ({ route }) => {
    expect([
      ...findUnbounded(toJsonSchema(route.body, 'input'), 'body'),
      ...findUnbounded(toJsonSchema(route.query, 'input'), 'query'),
    ]).toEqual([])
  })
})
