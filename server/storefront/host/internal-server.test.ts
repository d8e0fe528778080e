import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { domainApi } from '#contract/store/domain.ts'
import { getOwnerHost, setStoreStatus } from '../../testing/subject/storefront-testing.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { startInternalServer } from './internal-server.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  const database = await createTestDatabase({ hasCanaryStore: true, usesPooler: false })
  t = await startTestApp({}, { database })
  const address = (await startInternalServer(t.app, t.appUrl)).address() as AddressInfo
  expect(address.address).toBe('127.0.0.1')
  port = address.port
})
afterAll(() => t.close())

const send = (path: string, method = 'GET'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method }, reply => {
      reply.resume()
      resolve(reply.statusCode)
    })
      .on('error', reject)
      .end()
  })
const ask = (host: string) => send(`/internal/tls/allowed?domain=${encodeURIComponent(host)}`)
async function waitForAnswer(host: string, status: number) {
  while ((await ask(host)) !== status) await sleep(20)
}
const activate = (host: string) =>
  t.inStore(
    tx => tx`update domain set status = 'active' where domain = ${host} and status <> 'active'`,
  )

test('allows the hosts of stores and of previews, in any notation, and nothing else', async () => {
  const host = getOwnerHost(t)
  for (const allowed of [host, host.toUpperCase(), `${host}.`, 'preview.storewright.localhost'])
    expect([allowed, await ask(allowed)]).toEqual([allowed, 200])
  for (const denied of [
    '',
    'storewright.localhost',
    'no-such-store.storewright.localhost',
    `x.${host}`,
    `${host}.example.com`,
    'preview.example.com',
    '127.0.0.1',
    `${host}\0`,
    'a'.repeat(5000),
    "' or true --",
  ])
    expect([denied, await ask(denied)]).toEqual([denied, 404])
  expect(await send('/internal/tls/allowed')).toBe(404)
  expect(await send('/internal/tls/allowed?domain=%')).toBe(404)
  expect(await send(`/?domain=${host}`)).toBe(404)
  expect(await send('/api/health/live')).toBe(404)
  expect(await send(`/internal/tls/allowed?domain=${host}`, 'POST')).toBe(405)
})

test('follows domains that become active or are deleted, and stores that close', async () => {
  const domain = (await t.call('owner', domainApi.create, { body: { domain: 'kiln.example.org' } }))
    .body.data
  expect(await ask('kiln.example.org')).toBe(404)
  await activate('kiln.example.org')
  await waitForAnswer('kiln.example.org', 200)
  await setStoreStatus(t, 'closed')
  await waitForAnswer('kiln.example.org', 404)
  expect(await ask(getOwnerHost(t))).toBe(404)
  await setStoreStatus(t, 'live')
  await waitForAnswer('kiln.example.org', 200)
  await t.call('owner', domainApi.delete, { params: { id: domain._id } })
  await waitForAnswer('kiln.example.org', 404)
  expect(await ask(getOwnerHost(t))).toBe(200)
})

test('replies from memory, also while the database is not available', async () => {
  const acquire = vi.spyOn(t.app.db.pool, 'acquire').mockRejectedValue(new Error('down'))
  expect(await ask(getOwnerHost(t))).toBe(200)
  expect(await ask('no-such-store.storewright.localhost')).toBe(404)
  expect(acquire).not.toHaveBeenCalled()
  acquire.mockRestore()
})

test('reads all hosts again after the connection to the database was lost', async () => {
  await t.call('owner', domainApi.create, { body: { domain: 'deaf.example.org' } })
  const appSql = postgres(t.appUrl, { max: 1 })
  const ended = await appSql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'storewright-listen' and datname = current_database()`
  await appSql.end()
  expect(ended).toHaveLength(1)
  await activate('deaf.example.org')
  await waitForAnswer('deaf.example.org', 200)
})
