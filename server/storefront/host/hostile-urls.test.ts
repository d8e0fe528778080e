import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { createSeededRandom } from '../../seed/seeded-random.ts'
import { getOwnerHost, getOwnerOrigin } from '../../testing/subject/storefront-testing.ts'
import {
  createHostileRequest,
  foreignHost,
  type RawRequest,
} from '../../testing/subject/test-hostile-request.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { PageCache } from '../cache/page-cache.ts'

/** HOSTILE_URLS=10000 tests more of them. Each number has the same requests in each run. */
const requestCount = Number(process.env['HOSTILE_URLS'] ?? 600)
const connectionCount = 8
const maxStoreBytes = 8 * 1024 * 1024
const words = { owner: 'Heronware', stranger: 'Wrenware' } as const
const secondaryHost = 'second.example'

let t: TestApp
let port: number
let pages: Set<string>
beforeAll(async () => {
  t = await startTestApp()
  for (const owner of ['owner', 'stranger'] as const) await fillStore(owner, words[owner])
  await t.inStore(
    tx =>
      tx`insert into domain (domain, kind, status) values (${secondaryHost}, 'custom', 'active')`,
  )
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
  // A process remembers for less than a second that the stores were not live.
  t.advanceClock(1000)
  pages = listPages()
})
afterAll(() => t.close())

async function fillStore(owner: 'owner' | 'stranger', word: string) {
  const call = async (
    ...args: Parameters<TestApp['call']> extends [unknown, ...infer R] ? R : never
  ) => {
    const reply = await t.call(owner, ...args)
    if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
    return reply.body.data
  }
  await call(storeApi.update, {
    params: { id: t.people[owner].storeId },
    body: { data: { status: 'live', languages: ['de'] } },
  })
  const category = await call(categoryApi.create, { body: { name: `${word} cups`, slug: 'cup' } })
  const product = await call(productApi.create, {
    body: {
      title: `${word} cup`,
      slug: 'old-cup',
      status: 'active',
      price: 1900,
      categories: [category._id],
    },
  })
  await call(productApi.update, { params: { id: product._id }, body: { slug: 'cup' } })
  await call(cmsApi.createPage, {
    body: { title: `${word} page`, slug: 'cup', body: word, status: 'published' },
  })
  await call(cmsApi.update, {
    body: { identity: { siteTitle: word, tagline: word }, policies: { privacy: word } },
  })
  await call(redirectApi.create, { body: { path: '/old-cup', target: '/products/cup' } })
}

/** The canonical URLs of all pages of the store. */
function listPages(): Set<string> {
  const origin = getOwnerOrigin(t)
  const paths = ['/products', '/products/cup', '/categories/cup', '/pages/cup', '/pages/about-us']
  const policies = ['/policies/privacy', '/search', '/cart']
  return new Set([
    `${origin}/`,
    `${origin}/de`,
    ...[...paths, ...policies].flatMap(path => [origin + path, `${origin}/de${path}`]),
  ])
}

type Reply = { status: number; headers: Map<string, string>; body: string }

/** Sends the bytes of a request and returns the reply, or undefined if there is none. */
const send = (text: string): Promise<Reply | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    connect(port, '127.0.0.1')
      .on('data', chunk => chunks.push(Buffer.from(chunk)))
      .on('error', reject)
      .on('close', () => resolve(parseReply(Buffer.concat(chunks).toString())))
      .write(text, 'latin1')
  })

function parseReply(text: string): Reply | undefined {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? []
  if (!status) return undefined
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(status), headers, body: text.slice(end + 4) }
}

/** Health checks and metrics are served at any host. */
const isProbePath = (target: string) => /^\/(health\/(live|ready)|metrics)(\?|$)/.test(target)

function listProblems({ method, target }: RawRequest, reply: Reply | undefined): string[] {
  if (!reply) return ['no reply']
  const { status, headers, body } = reply
  const location = headers.get('location')
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]
  const isJson = method !== 'HEAD' && headers.get('content-type')?.includes('json')
  const isMalformed = [400, 408, 413, 431].includes(status)
  const checks: Record<string, boolean | undefined> = {
    'a server error': status >= 500,
    'a word of another store': (body + [...headers.values()]).includes(words.stranger),
    'the back office': body.includes('id="root"'),
    'the API': isJson && !isMalformed && !body.startsWith('{"product"') && !isProbePath(target),
    'a redirect to another host': location !== undefined && !isOwnUrl(location),
    'a foreign host in a page':
      status === 200 && new RegExp(`(href|src|action)="[^"]*//${foreignHost}`).test(body),
    'a cookie': headers.has('set-cookie') && ['GET', 'HEAD'].includes(method),
    'no security headers': ['content-security-policy', 'x-content-type-options'].some(
      name => !headers.has(name),
    ),
    'an unknown canonical URL':
      canonical !== undefined && !pages.has(canonical.replace(/\?page=\d+$/, '')),
    'active content of the request': body.includes('<svg onload') || body.includes('<script>alert'),
  }
  return Object.keys(checks).filter(name => checks[name])
}

/** As browsers read the header, from the address that they requested. */
function isOwnUrl(location: string): boolean {
  const url = URL.parse(location, `${getOwnerOrigin(t)}/products/cup`)
  return url?.origin === getOwnerOrigin(t)
}

test('hostile URLs and hosts never get more than the pages of the store', async () => {
  const random = createSeededRandom(20_231)
  const get = vi.spyOn(PageCache.prototype, 'get')
  const hosts = {
    own: getOwnerHost(t),
    secondary: secondaryHost,
    strange: `store-of-${t.people.stranger.name}.${t.app.config.storefrontHost}`,
  }
  const requests = Array.from({ length: requestCount }, () => createHostileRequest(random, hosts))
  const problems: string[] = []
  const countByStatus = new Map<number, number>()
  const work = requests.values()
  const sendAll = async () => {
    for (const request of work) {
      const reply = await send(request.text)
      const status = reply?.status ?? 0
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
      for (const problem of listProblems(request, reply))
        problems.push(`${status} ${problem}: ${request.text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connectionCount }, sendAll))
  expect(problems).toEqual([])
  for (const status of [200, 301, 400, 404, 405, 414, 421])
    expect([...countByStatus.keys()], 'the requests are of many kinds').toContain(status)
  // The spy does not know the type of `this`.
  const [cache] = get.mock.contexts as PageCache[]
  const keys = new Set(get.mock.calls.map(([key]) => key))
  const bytes = [...keys].map(key => cache?.peek(key)?.brotli.length ?? 0)
  expect(bytes.reduce((sum, count) => sum + count, 0)).toBeLessThan(maxStoreBytes)
  get.mockRestore()
})

test('any number of URLs of one page is rendered and cached once', async () => {
  const get = vi.spyOn(PageCache.prototype, 'get')
  const write = (number: number) => {
    const noise = [
      `utm_source=${number}`,
      `${number}`,
      `ref[]=${number}&q=${number}`,
      `a=%00${number}`,
    ]
    const path = ['/products/cup', '/products/c%75p', '/products/%63up'][number % 3]
    return `${path}?${noise[number % noise.length]}`
  }
  const replies = new Set<string>()
  for (let number = 0; number < requestCount; number++) {
    const reply = await t.app.storefront?.inject({
      url: write(number),
      headers: { host: getOwnerHost(t) },
    })
    replies.add(`${reply?.statusCode} ${reply?.headers['etag']}`)
  }
  expect([...replies]).toEqual([expect.stringMatching(/^200 /)])
  expect(new Set(get.mock.calls.map(([key]) => key)).size).toBe(1)
  get.mockRestore()
})

test('the target of a proxy does not become part of the host of a redirect', async () => {
  for (const target of ['*', `http://${foreignHost}/`, 'http:products'])
    for (const host of [getOwnerHost(t), secondaryHost]) {
      const reply = await send(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect([target, host, reply?.status, reply?.headers.get('location')]).toEqual([
        target,
        host,
        400,
        undefined,
      ])
    }
})

test('probes and metrics have only their own paths at the host of a store', async () => {
  const visitPath = async (path: string) => {
    const reply = await send(
      `GET ${path} HTTP/1.1\r\nHost: ${getOwnerHost(t)}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
    return { status: reply?.status, isStore: reply?.body.includes(words.owner) }
  }
  expect(await visitPath('/health/live')).toEqual({ status: 200, isStore: false })
  for (const path of ['/health-tea', '/health', '/health/tea', '/metrics-of-tea', '/metrics/a'])
    expect([path, await visitPath(path)]).toEqual([path, { status: 404, isStore: true }])
})

test('serves a store at every spelling of its host, and at no other host', async () => {
  const own = getOwnerHost(t)
  const visitHost = async (...hosts: string[]) => {
    const lines = hosts.map(host => `Host: ${host}\r\n`).join('')
    const reply = await send(`GET /products/cup HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    return { hosts, status: reply?.status, isStore: reply?.body.includes(words.owner) }
  }
  for (const host of [own.toUpperCase(), `${own}.`, `${own}:80`, `${own.toUpperCase()}.:443`])
    expect(await visitHost(host)).toEqual({ hosts: [host], status: 200, isStore: true })
  const others = [
    `owner@${own}`,
    `${own}@${foreignHost}`,
    `${own}:`,
    `${own}..`,
    `.${own}`,
    `www.${own}`,
    `xn--${own}`,
    `${'a'.repeat(64)}.${own}`,
    `${'a.'.repeat(300)}${own}`,
    '[2001:db8::1]x',
    `admin.${t.app.config.storefrontHost}`,
  ]
  for (const host of others)
    expect(await visitHost(host)).toEqual({ hosts: [host], status: 421, isStore: false })
  for (const hosts of [
    [own, own],
    [own, foreignHost],
    [foreignHost, own],
  ]) {
    const { status, isStore } = await visitHost(...hosts)
    expect([hosts, status === 400 || status === 421, isStore]).toEqual([hosts, true, false])
  }
})
