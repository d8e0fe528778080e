import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Domain, domainApi } from '#contract/domain.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { dns } from './domain-lookup.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const nothing = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
/** The name system with the wanted records of these domains, and nothing else. */
function pretend(domains: readonly Domain[]) {
  const asked: string[] = []
  const recordOf = (name: string) =>
    domains.flatMap(({ records }) => records).find(record => record.name === name)?.value
  vi.spyOn(dns, 'resolve4').mockImplementation(nothing)
  vi.spyOn(dns, 'resolveTxt').mockImplementation(name => {
    asked.push(name)
    const value = recordOf(name)
    return value ? Promise.resolve([[value]]) : nothing()
  })
  vi.spyOn(dns, 'resolveCname').mockImplementation(name => {
    const value = recordOf(name)
    return value ? Promise.resolve([value]) : nothing()
  })
  return asked
}
const add = async (domain: string): Promise<Domain> =>
  (await t.call('owner', domainApi.create, { body: { domain } })).body.data
const get = async (id: string): Promise<Domain> =>
  (await t.call('owner', domainApi.list)).body.data.find(({ _id }: Domain) => _id === id)
/** As the clock does it. */
async function tick() {
  await t.sql`select graphile_worker.add_job('domain.recheck')`
  await t.runJobs()
}
const lastSeen = (id: string, ago: string, createdAgo = ago) =>
  t.inStore(
    tx => tx`
  update domain set last_checked_at = now() - ${ago}::text::interval, created_at = now() - ${createdAgo}::text::interval where id = ${id}`,
  )

test('a domain becomes active by itself once its records are there, and waits patiently until then', async () => {
  const domain = await add('tea.example.org')
  const asked = pretend([])
  await tick()
  expect(asked).toEqual([])
  await lastSeen(domain._id, '10 minutes')
  await tick()
  expect(await get(domain._id)).toMatchObject({
    status: 'pending',
    lastError: '',
    lastCheckedAt: expect.any(String),
  })
  pretend([domain])
  await lastSeen(domain._id, '10 minutes')
  await tick()
  expect(await get(domain._id)).toMatchObject({
    status: 'active',
    records: [{ found: true }, { found: true }],
  })
})

test('one that is not set for days is called failed, and looked up ever more seldom', async () => {
  const domain = await add('late.example.org')
  pretend([])
  await lastSeen(domain._id, '7 hours', '5 days')
  await tick()
  expect((await get(domain._id)).status).toBe('failed')
  await lastSeen(domain._id, '5 hours', '5 days')
  expect(pretend([])).toEqual([])
  await tick()
  const asked = pretend([])
  await lastSeen(domain._id, '23 hours', '30 days')
  await tick()
  expect(asked).toEqual([])
  await lastSeen(domain._id, '25 hours', '30 days')
  await tick()
  expect(asked).toEqual(['_storewright.late.example.org'])
})

test('an active domain is looked up once a day, and lost by the second miss alone', async () => {
  const domain = await add('daily.example.org')
  await t.inStore(tx => tx`update domain set status = 'active' where id = ${domain._id}`)
  const asked = pretend([])
  await lastSeen(domain._id, '23 hours', '30 days')
  await tick()
  expect(asked).toEqual([])
  await lastSeen(domain._id, '29 hours', '30 days')
  await tick()
  expect(await get(domain._id)).toMatchObject({
    status: 'active',
    lastError: expect.stringContaining('does not lead'),
  })
  await lastSeen(domain._id, '31 minutes', '30 days')
  await tick()
  expect((await get(domain._id)).status).toBe('failed')
})
