import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Domain, domainApi } from '#contract/store/domain.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ STOREFRONT_ADDRESSES: '192.0.2.10, 2001:0DB8::0010' })
})
afterAll(() => t.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await t.inStore(tx => tx`delete from domain where kind = 'custom'`)
  await t.inStore(tx => tx`update domain set is_primary = true`)
})

type DnsZone = {
  txt?: Record<string, string>
  cname?: Record<string, string>
  a?: Record<string, string>
  aaaa?: Record<string, string>
}
const rejectWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
/** Mocks a DNS with these records. Lookups of other names fail with the error code. */
function mockDns({ txt = {}, cname = {}, a = {}, aaaa = {} }: DnsZone, errorCode = 'ENOTFOUND') {
  vi.spyOn(dnsClient, 'resolveTxt').mockImplementation(name =>
    txt[name]
      ? Promise.resolve([[txt[name].slice(0, 5), txt[name].slice(5)]])
      : rejectWith(errorCode),
  )
  vi.spyOn(dnsClient, 'resolveCname').mockImplementation(name =>
    cname[name] ? Promise.resolve([cname[name]]) : rejectWith(errorCode),
  )
  vi.spyOn(dnsClient, 'resolve4').mockImplementation((name: string) =>
    a[name] ? Promise.resolve([a[name]]) : rejectWith(errorCode),
  )
  vi.spyOn(dnsClient, 'resolve6').mockImplementation((name: string) =>
    aaaa[name] ? Promise.resolve([aaaa[name]]) : rejectWith(errorCode),
  )
}
const createDomain = async (domain: string, as: 'owner' | 'stranger' = 'owner'): Promise<Domain> =>
  (await t.call(as, domainApi.create, { body: { domain } })).body.data
const verifyDomain = (domain: Domain, as: 'owner' | 'stranger' = 'owner') =>
  t.call(as, domainApi.verify, { params: { id: domain._id } })
const listDomains = async (): Promise<Domain[]> => (await t.call('owner', domainApi.list)).body.data
const toDnsZone = ({ domain, records }: Domain): DnsZone => ({
  txt: { [`_storewright.${domain}`]: records[0]?.value ?? '' },
  cname: { [domain]: `${records[1]?.value.toUpperCase()}.` },
})
const createActiveDomain = async (host: string) => {
  const domain = await createDomain(host)
  mockDns(toDnsZone(domain))
  expect((await verifyDomain(domain)).body.data.status).toBe('active')
  return domain
}

test('every store has its subdomain, listed first and primary', async () => {
  await createDomain('aaa.example.com')
  expect((await listDomains()).map(d => [d.domain, d.kind, d.status, d.isPrimary])).toEqual([
    ['store-of-owner.storewright.localhost', 'subdomain', 'active', true],
    ['aaa.example.com', 'custom', 'pending', false],
  ])
})

test('a new domain has the records to set, with a token of its own', async () => {
  const reply = await t.call('owner', domainApi.create, {
    body: { domain: ' WWW.Bücher.example ' },
  })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      message: 'Domain added successfully',
      data: {
        domain: 'www.xn--bcher-kva.example',
        kind: 'custom',
        status: 'pending',
        isPrimary: false,
        lastCheckedAt: null,
        records: [
          {
            type: 'TXT',
            name: '_storewright.www.xn--bcher-kva.example',
            value: expect.stringMatching(/^[0-9a-f]{32}$/),
            found: false,
          },
          {
            type: 'CNAME',
            name: 'www.xn--bcher-kva.example',
            value: 'store-of-owner.storewright.localhost',
            found: false,
          },
        ],
      },
    },
  })
  const otherStoreDomain = await createDomain('www.bücher.example', 'stranger')
  expect(otherStoreDomain.records[0]?.value).not.toBe(reply.body.data.records[0].value)
})

test('a domain becomes active when both records exist, and shows which one is missing', async () => {
  const domain = await createDomain('shop.example.org')
  mockDns({})
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'failed',
    lastError: 'ownership_unverified',
    records: [{ found: false }, { found: false }],
  })
  const { cname, ...ownershipOnly } = toDnsZone(domain)
  mockDns(ownershipOnly)
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'failed',
    lastError: 'not_pointing',
    records: [{ found: true }, { found: false }],
  })
  mockDns({
    ...ownershipOnly,
    a: { 'shop.example.org': '192.0.2.7', 'store-of-owner.storewright.localhost': '192.0.2.7' },
  })
  const { body } = await verifyDomain(domain)
  expect(body.data).toMatchObject({
    status: 'active',
    lastError: '',
    records: [{ found: true }, { found: true }],
  })
  expect(body.data.lastCheckedAt).toEqual(expect.any(String))
  expect(cname).toBeDefined()
})

test('a registered domain itself points to the addresses of stores', async () => {
  const domain = await createDomain('example.co.uk')
  const [{ value: token = '' } = {}] = domain.records
  expect(domain.isRoot).toBe(true)
  expect(domain.records.slice(1)).toEqual([
    { type: 'A', name: 'example.co.uk', value: '192.0.2.10', found: false },
    { type: 'AAAA', name: 'example.co.uk', value: '2001:db8::10', found: false },
  ])
  expect((await createDomain('www.example.co.uk')).isRoot).toBe(false)
  const txt = { '_storewright.example.co.uk': token }
  mockDns({ txt, a: { 'example.co.uk': '192.0.2.10' } })
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'active',
    records: [{ found: true }, { found: true }, { found: false }],
  })
  const a = { 'example.co.uk': '192.0.2.10' }
  mockDns({ txt, a, aaaa: { 'example.co.uk': '2001:db8::ffff' } })
  expect((await verifyDomain(domain)).body.data, 'an address of another server').toMatchObject({
    status: 'failed',
    lastError: 'not_pointing',
  })
  mockDns({ txt, a, aaaa: { 'example.co.uk': '2001:db8::10' } })
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'active',
    records: [{ found: true }, { found: true }, { found: true }],
  })
})

test('a domain keeps its status while the name servers do not respond', async () => {
  const domain = await createDomain('slow.example.org')
  mockDns({}, 'ETIMEOUT')
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'pending',
    lastError: 'no_dns_response',
  })
  mockDns(toDnsZone(domain))
  await verifyDomain(domain)
  mockDns({}, 'ESERVFAIL')
  expect((await verifyDomain(domain)).body.data).toMatchObject({
    status: 'active',
    lastError: 'no_dns_response',
  })
})

test('the token of another store is not accepted, and a host is active in one store only', async () => {
  const ownDomain = await createDomain('contested.example.org')
  const otherStoreDomain = await createDomain('contested.example.org', 'stranger')
  mockDns(toDnsZone(ownDomain))
  expect((await verifyDomain(otherStoreDomain, 'stranger')).body.data.status).toBe('failed')
  expect((await verifyDomain(ownDomain)).body.data.status).toBe('active')
  mockDns(toDnsZone(otherStoreDomain))
  expect((await verifyDomain(otherStoreDomain, 'stranger')).body.data).toMatchObject({
    status: 'failed',
    lastError: 'taken',
  })
})

test('no transaction is open during DNS lookups', async () => {
  const domain = await createDomain('waiting.example.org')
  mockDns(toDnsZone(domain))
  let openTransactions: number | undefined
  vi.spyOn(dnsClient, 'resolveTxt').mockImplementation(async () => {
    const [row] = await t.inStore(
      tx => tx<{ n: number }[]>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and state like 'idle in transaction%'`,
    )
    openTransactions = row?.n
    return []
  })
  await verifyDomain(domain)
  expect(openTransactions).toBe(0)
})

test('exactly one domain is primary, and the subdomain replaces a deleted or failed one', async () => {
  const listPrimaryDomains = async () =>
    (await listDomains()).filter(d => d.isPrimary).map(d => d.domain)
  const firstDomain = await createActiveDomain('one.example.org')
  const secondDomain = await createActiveDomain('two.example.org')
  await Promise.all(
    [firstDomain, secondDomain, firstDomain, secondDomain].map(d =>
      t.call('owner', domainApi.makePrimary, { params: { id: d._id } }),
    ),
  )
  expect(await listPrimaryDomains()).toHaveLength(1)
  await t.call('owner', domainApi.makePrimary, { params: { id: firstDomain._id } })
  expect(await listPrimaryDomains()).toEqual(['one.example.org'])
  expect(
    (await t.call('owner', domainApi.delete, { params: { id: firstDomain._id } })).body,
  ).toEqual({
    status: true,
    message: 'Domain deleted successfully',
  })
  expect(await listPrimaryDomains()).toEqual(['store-of-owner.storewright.localhost'])
  await t.call('owner', domainApi.makePrimary, { params: { id: secondDomain._id } })
  mockDns({})
  expect((await verifyDomain(secondDomain)).body.data).toMatchObject({
    status: 'failed',
    isPrimary: false,
  })
  expect(await listPrimaryDomains()).toEqual(['store-of-owner.storewright.localhost'])
})

test('rejected calls change nothing', async () => {
  const pending = await createDomain('pending.example.org')
  const [ownSubdomain] = await listDomains()
  const otherStoreDomain = await createDomain('theirs.example.org', 'stranger')
  const { create, makePrimary, delete: remove, verify: check } = domainApi
  const rejectedCases = [
    ['an invalid host', create, undefined, { domain: 'http://exa mple' }, 422, 'domain'],
    [
      'a host in a reserved zone',
      create,
      undefined,
      { domain: 'x.storewright.localhost' },
      422,
      'domain',
    ],
    ['a number', create, undefined, { domain: 5 }, 422, 'domain'],
    [
      'a domain that the store already has',
      create,
      undefined,
      { domain: 'PENDING.example.org.' },
      409,
      'domain',
    ],
    ['a pending domain as primary', makePrimary, pending._id, undefined, 409, undefined],
    ['deletion of the subdomain', remove, ownSubdomain?._id, undefined, 409, undefined],
    [
      'a check of a domain of another store',
      check,
      otherStoreDomain._id,
      undefined,
      404,
      undefined,
    ],
    [
      'a domain of another store as primary',
      makePrimary,
      otherStoreDomain._id,
      undefined,
      404,
      undefined,
    ],
    [
      'deletion of a domain of another store',
      remove,
      otherStoreDomain._id,
      undefined,
      404,
      undefined,
    ],
  ] as const
  const before = await t.changes()
  for (const [caseName, route, id, body, status, path] of rejectedCases) {
    const reply = await t.call('owner', route, { ...(id && { params: { id } }), body })
    expect([caseName, reply.status, reply.body.errors?.[0].path]).toEqual([caseName, status, path])
  }
  expect(await t.changes()).toBe(before)
})

test('a store has at most ten domains, also with concurrent requests', async () => {
  const replies = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      t.call('owner', domainApi.create, { body: { domain: `s${n}.example.net` } }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(replies.filter(({ body }) => body.code === 'domain_limit')).toHaveLength(4)
})
