import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Domain, domainApi } from '#contract/store/domain.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const rejectNotFound = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
/**
 * Mocks a DNS with the required records of these domains only. Returns the names that are looked
 * up.
 */
function mockDns(domains: readonly Domain[]) {
  const queriedNames: string[] = []
  const findRecord = (name: string) =>
    domains.flatMap(({ records }) => records).find(record => record.name === name)?.value
  vi.spyOn(dnsClient, 'resolve4').mockImplementation(rejectNotFound)
  vi.spyOn(dnsClient, 'resolve6').mockImplementation(rejectNotFound)
  vi.spyOn(dnsClient, 'resolveTxt').mockImplementation(name => {
    queriedNames.push(name)
    const value = findRecord(name)
    return value ? Promise.resolve([[value]]) : rejectNotFound()
  })
  vi.spyOn(dnsClient, 'resolveCname').mockImplementation(name => {
    const value = findRecord(name)
    return value ? Promise.resolve([value]) : rejectNotFound()
  })
  return queriedNames
}
const createDomain = async (domain: string): Promise<Domain> =>
  (await t.call('owner', domainApi.create, { body: { domain } })).body.data
const getDomain = async (id: string): Promise<Domain> =>
  (await t.call('owner', domainApi.list)).body.data.find(({ _id }: Domain) => _id === id)
/** Runs the scheduled job. */
async function runRecheck() {
  await t.sql`select graphile_worker.add_job('domain.recheck')`
  await t.runJobs()
}
const setLastChecked = (id: string, ago: string, createdAgo = ago) =>
  t.inStore(
    tx => tx`
    update domain set last_checked_at = now() - ${ago}::text::interval,
      created_at = now() - ${createdAgo}::text::interval
    where id = ${id}`,
  )

test('a new domain stays pending until its records exist, then becomes active', async () => {
  const domain = await createDomain('tea.example.org')
  const queriedNames = mockDns([])
  await runRecheck()
  expect(queriedNames).toEqual([])
  await setLastChecked(domain._id, '10 minutes')
  await runRecheck()
  expect(await getDomain(domain._id)).toMatchObject({
    status: 'pending',
    lastError: '',
    lastCheckedAt: expect.any(String),
  })
  mockDns([domain])
  await setLastChecked(domain._id, '10 minutes')
  await runRecheck()
  expect(await getDomain(domain._id)).toMatchObject({
    status: 'active',
    records: [{ found: true }, { found: true }],
  })
})

test('a domain without records fails after some days and is checked less and less often', async () => {
  const domain = await createDomain('late.example.org')
  mockDns([])
  await setLastChecked(domain._id, '7 hours', '5 days')
  await runRecheck()
  expect((await getDomain(domain._id)).status).toBe('failed')
  await setLastChecked(domain._id, '5 hours', '5 days')
  expect(mockDns([])).toEqual([])
  await runRecheck()
  const queriedNames = mockDns([])
  await setLastChecked(domain._id, '23 hours', '30 days')
  await runRecheck()
  expect(queriedNames).toEqual([])
  await setLastChecked(domain._id, '25 hours', '30 days')
  await runRecheck()
  expect(queriedNames).toEqual(['_storewright.late.example.org'])
})

test('an active domain is checked once a day and fails after the second failed check', async () => {
  const domain = await createDomain('daily.example.org')
  await t.inStore(tx => tx`update domain set status = 'active' where id = ${domain._id}`)
  const queriedNames = mockDns([])
  await setLastChecked(domain._id, '23 hours', '30 days')
  await runRecheck()
  expect(queriedNames).toEqual([])
  await setLastChecked(domain._id, '29 hours', '30 days')
  await runRecheck()
  expect(await getDomain(domain._id)).toMatchObject({
    status: 'active',
    lastError: 'not_pointing',
  })
  await setLastChecked(domain._id, '31 minutes', '30 days')
  await runRecheck()
  expect((await getDomain(domain._id)).status).toBe('failed')
})
