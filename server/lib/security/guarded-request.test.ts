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
    // Sends data without end.
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

test('resolves a host name once and connects to the resolved address', async () => {
  let queryCount = 0
  const reply = await post(`http://some.where.example:${port}/`, {
    ...localPolicy,
    resolve: async () =>
      ++queryCount === 1 ? localPolicy.resolve('') : [{ address: '127.0.0.9', family: 4 }],
  })
  expect((await readFullBody(reply, 100, signal)).toString()).toBe('Thanks')
  expect([queryCount, receivedRequests.at(-1)]).toEqual([
    1,
    { method: 'POST', host: `some.where.example:${port}`, body: 'Grüße' },
  ])
})

test('ends at the signal when a name server does not answer', async () => {
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

test('tries the next address when one accepts no connection', async () => {
  const twoAddresses: RequestPolicy = {
    resolve: async () => [
      { address: '127.0.0.9', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    isAllowed: () => true,
  }
  const reply = await post(`http://some.where.example:${port}/`, twoAddresses)
  expect((await readFullBody(reply, 100, signal)).toString()).toBe('Thanks')
})

test('waits three seconds for a connection before the next address is tried', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  await readFullBody(await post(`http://some.where.example:${port}/`, localPolicy), 100, signal)
  expect(connect.mock.calls.flat(2)).toContainEqual(
    expect.objectContaining({ host: 'some.where.example', autoSelectFamilyAttemptTimeout: 3000 }),
  )
})

test('queries name servers for IPv4 and IPv6, except for IP addresses and localhost', async () => {
  const queriedHosts: string[] = []
  const createDns = (
    resolve4: () => Promise<string[]>,
    resolve6: () => Promise<string[]>,
  ): DnsResolver => ({
    resolve4(host) {
      queriedHosts.push(host)
      return resolve4()
    },
    resolve6(host) {
      queriedHosts.push(host)
      return resolve6()
    },
  })
  const ipv4 = { address: '93.184.215.14', family: 4 }
  const ipv6 = { address: '2606:4700::1111', family: 6 }
  const answer4 = async () => [ipv4.address]
  const answer6 = async () => [ipv6.address]
  const fail = () => Promise.reject(new Error('ENODATA'))
  expect(await createHostResolver(createDns(answer4, answer6))('a.example')).toEqual([ipv4, ipv6])
  expect([
    await createHostResolver(createDns(fail, answer6))('b.example'),
    await createHostResolver(createDns(answer4, fail))('c.example'),
  ]).toEqual([[ipv6], [ipv4]])
  await expect(createHostResolver(createDns(fail, fail))('d.example')).rejects.toThrow('ENODATA')
  queriedHosts.length = 0
  const resolve = createHostResolver(createDns(fail, fail))
  expect([await resolve('10.0.0.1'), await resolve('fe80::1')]).toEqual([
    [{ address: '10.0.0.1', family: 4 }],
    [{ address: 'fe80::1', family: 6 }],
  ])
  for (const name of ['localhost', 'LocalHost.', 'app.localhost'])
    expect((await resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  expect(queriedHosts).toEqual([])
})

test('reads at most the requested number of bytes', async () => {
  const url = `http://some.where.example:${port}/endless`
  expect((await readBodyStart(await post(url, localPolicy), 1500, signal)).length).toBe(1500)
  await expect(readFullBody(await post(url, localPolicy), 1500, signal)).rejects.toMatchObject({
    code: 'too_large',
  })
})

describe('private addresses', () => {
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
  test.each(spellings)('rejects %s', async host => {
    const before = receivedRequests.length
    await expect(post(`http://${host}:${port}/`, publicInternetPolicy)).rejects.toMatchObject({
      code: expect.stringMatching(/^(private|no_host)$/),
    })
    expect(receivedRequests).toHaveLength(before)
  })
  test('rejects a host name that resolves to a private address, even beside a public one', async () => {
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
  ])('rejects the URL %s', async (url, code) => {
    await expect(post(url, publicInternetPolicy)).rejects.toMatchObject({ code })
  })
})
