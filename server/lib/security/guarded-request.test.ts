import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  publicInternetPolicy,
  type RequestPolicy,
  readBodyStart,
  readFullBody,
  sendGuardedRequest,
} from './guarded-request.ts'
import { createHostResolver, type DnsResolver } from './public-address.ts'

let targetServer: Server
let port = 0
const receivedRequests: { method: string | undefined; host: string | undefined; body: string }[] =
  []
beforeAll(async () => {
  targetServer = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    receivedRequests.push({ method: request.method, host: request.headers.host, body })
    reply.writeHead(200)
    // More than anybody asked for, and never an end.
    if (request.url === '/endless')
      return void setInterval(() => reply.write('x'.repeat(1000)), 5).unref()
    reply.end('Thanks')
  })
  await new Promise<void>(resolve => targetServer.listen(0, '127.0.0.1', resolve))
  const address = targetServer.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => {
  targetServer.closeAllConnections()
  targetServer.close()
})

const localPolicy: RequestPolicy = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: address => address === '127.0.0.1',
}
const signal = AbortSignal.timeout(60_000)
const post = (url: string, policy: RequestPolicy) =>
  sendGuardedRequest(url, { method: 'POST', headers: {}, body: 'Grüße', policy, signal })

test('a name is asked for once, and what it answered is what is connected to', async () => {
  let asked = 0
  const reply = await post(`http://some.where.example:${port}/`, {
    ...localPolicy,
    resolve: async () =>
      ++asked === 1 ? localPolicy.resolve('') : [{ address: '127.0.0.9', family: 4 }],
  })
  expect((await readFullBody(reply, 100, signal)).toString()).toBe('Thanks')
  expect([asked, receivedRequests.at(-1)]).toEqual([
    1,
    { method: 'POST', host: `some.where.example:${port}`, body: 'Grüße' },
  ])
})

test('a name server that stays silent is waited for no longer than anything else', async () => {
  const silent: RequestPolicy = { ...localPolicy, resolve: () => new Promise(() => {}) }
  await expect(
    sendGuardedRequest('http://some.where.example/', {
      headers: {},
      policy: silent,
      signal: AbortSignal.timeout(20),
    }),
  ).rejects.toMatchObject({ code: 'no_host' })
  await expect(
    sendGuardedRequest('http://some.where.example/', {
      headers: {},
      policy: silent,
      signal: AbortSignal.abort(),
    }),
  ).rejects.toMatchObject({ code: 'no_host' })
})

test('where an address takes no connection, the next one is tried', async () => {
  const two: RequestPolicy = {
    resolve: async () => [
      { address: '127.0.0.9', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    isAllowed: () => true,
  }
  expect(
    (
      await readFullBody(await post(`http://some.where.example:${port}/`, two), 100, signal)
    ).toString(),
  ).toBe('Thanks')
})

test('an address on the other side of the world has time to answer before the next is tried', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  await readFullBody(await post(`http://some.where.example:${port}/`, localPolicy), 100, signal)
  expect(connect.mock.calls.flat(2)).toContainEqual(
    expect.objectContaining({ host: 'some.where.example', autoSelectFamilyAttemptTimeout: 3000 }),
  )
})

test('name servers are asked for both kinds of address, and not for what needs no asking', async () => {
  const asked: string[] = []
  const none = () => Promise.reject(new Error('ENODATA'))
  const dns = (four: () => Promise<string[]>, six: () => Promise<string[]>): DnsResolver => ({
    resolve4(host) {
      asked.push(host)
      return four()
    },
    resolve6(host) {
      asked.push(host)
      return six()
    },
  })
  const [one, other] = [async () => ['93.184.215.14'], async () => ['2606:4700::1111']]
  const [four, six] = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  expect(await createHostResolver(dns(one, other))('a.example')).toEqual([four, six])
  expect([
    await createHostResolver(dns(none, other))('b.example'),
    await createHostResolver(dns(one, none))('c.example'),
  ]).toEqual([[six], [four]])
  await expect(createHostResolver(dns(none, none))('d.example')).rejects.toThrow('ENODATA')
  asked.length = 0
  const resolve = createHostResolver(dns(none, none))
  expect([await resolve('10.0.0.1'), await resolve('fe80::1')]).toEqual([
    [{ address: '10.0.0.1', family: 4 }],
    [{ address: 'fe80::1', family: 6 }],
  ])
  for (const name of ['localhost', 'LocalHost.', 'app.localhost'])
    expect((await resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  expect(asked).toEqual([])
})

test('no more of an answer is read than is wanted', async () => {
  const url = `http://some.where.example:${port}/endless`
  expect((await readBodyStart(await post(url, localPolicy), 1500, signal)).length).toBe(1500)
  await expect(readFullBody(await post(url, localPolicy), 1500, signal)).rejects.toMatchObject({
    code: 'too_large',
  })
})

describe('inside', () => {
  const spellings = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '０.０.０.０',
    '0',
    '10.0.0.1',
    '172.16.3.4',
    '192.168.0.10',
    '100.64.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LocalHost',
  ]
  test.each(spellings)('%s is reached by no spelling', async host => {
    const before = receivedRequests.length
    await expect(post(`http://${host}:${port}/`, publicInternetPolicy)).rejects.toMatchObject({
      code: expect.stringMatching(/^(private|no_host)$/),
    })
    expect(receivedRequests).toHaveLength(before)
  })
  test('no name leads there, not even with a public answer beside it', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%lo'])
      await expect(
        post('http://some.where.example/', {
          ...publicInternetPolicy,
          resolve: async () => [
            { address: '93.184.215.14', family: 4 },
            { address, family: address.includes(':') ? 6 : 4 },
          ],
        }),
      ).rejects.toMatchObject({ code: 'private' })
    await expect(
      post('http://some.where.example/', { ...publicInternetPolicy, resolve: async () => [] }),
    ).rejects.toMatchObject({ code: 'private' })
  })
  test.each([
    ['ftp://example.com/', 'no_url'],
    ['file:///etc/passwd', 'no_url'],
    ['nonsense', 'no_url'],
    ['http://a:b@example.com/', 'credentials'],
  ])('%s is no address', async (url, code) => {
    await expect(post(url, publicInternetPolicy)).rejects.toMatchObject({ code })
  })
})
