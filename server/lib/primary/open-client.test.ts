import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openConnection } from '../db/pool.ts'
import { openWorkerConnection } from '../job/worker-connection.ts'
import { type DatabaseHost, listDatabaseHosts, replaceCredentials } from './database-hosts.ts'
import { findPrimary } from './find-primary.ts'
import { openClient } from './open-client.ts'
import { type HostState, isPrimary, rejectOtherPrimaries } from './reject-other-primaries.ts'

let database: TestDatabase
let closedAddress: string
beforeAll(async () => {
  database = await createTestDatabase()
  closedAddress = `127.0.0.1:${await findFreePort()}`
})
afterAll(() => database.drop())

/** Returns the URL of the database behind a host that does not respond. */
const withClosedHost = (url: string) => url.replace('127.0.0.1', `${closedAddress},127.0.0.1`)

test('clients, pooled connections and jobs find the host that accepts writes', async () => {
  const url = withClosedHost(database.ownerUrl)
  const sql = openClient(url, { max: 1 })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await sql.end()
  const pooledConnection = await openConnection({ url, prepare: true })
  expect(await pooledConnection.connection`select 1 as one`).toEqual([{ one: 1 }])
  await pooledConnection.close()
  const { options, end } = openWorkerConnection(url, 1)
  if (!('pgPool' in options)) throw new Error('The pool is missing.')
  expect((await options.pgPool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await end()
})

test('names the state of each host if none accepts writes', async () => {
  const role = 'storewright_read_only'
  const owner = openClient(database.ownerUrl, { max: 1, onnotice: () => {} })
  await owner.unsafe(`drop role if exists ${role}`)
  await owner.unsafe(`create role ${role} login password 'of a reader'`)
  await owner.unsafe(`alter role ${role} set default_transaction_read_only = on`)
  const url = replaceCredentials(withClosedHost(database.ownerUrl), role, 'of a reader')
  await expect(findPrimary(url, 0)).rejects.toThrow(
    new RegExp(`${closedAddress} cannot be used \\(ECONNREFUSED\\); .* is a standby or read-only`),
  )
  const deniedUrl = replaceCredentials(url, role, 'wrong')
  await expect(findPrimary(deniedUrl, 0)).rejects.toMatchObject({ code: '28P01' })
  await owner.unsafe(`drop role ${role}`)
  await owner.end()
})

test('a server that alone accepts writes is the primary, unless it was replaced', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const known = toState('single1')
  expect(listPrimaries(known, toStandby('single2'))).toEqual(['single1:5432'])
  const moved = toState('single2', { startedAt: '11:30' })
  expect(listPrimaries(toStandby('single1'), moved)).toEqual(['single2:5432'])
  const restarted = ['single1', 'single2'].map(name => toState(name, { startedAt: '12:00' }))
  expect(listPrimaries(...restarted)).toEqual(['single1:5432', 'single2:5432'])
  const promoted = toState('single2', { startedAt: '10:00', timeline: 3 })
  expect(listPrimaries(toStandby('single1'), promoted)).toEqual(['single2:5432'])
  expect(warn).not.toHaveBeenCalled()
  expect(listPrimaries(known, toStandby('single2'))).toEqual([])
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining(
      'single1:5432 accepts writes on timeline 2, but was replaced by single2',
    ),
  ])
  vi.restoreAllMocks()
})

test('of two servers that accept writes, at most one is the primary', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const first = toState('twice1')
  const second = toState('twice2', { startedAt: '11:30' })
  expect(listPrimaries(first, second)).toEqual([])
  expect(listPrimaries(first, toStandby('twice2'))).toEqual(['twice1:5432'])
  expect(listPrimaries(first, second)).toEqual(['twice1:5432'])
  const restarted = toState('twice1', { startedAt: '12:00' })
  expect(listPrimaries(restarted, second)).toEqual(['twice1:5432'])
  expect(listPrimaries(restarted, { ...second, timeline: 3 })).toEqual(['twice2:5432'])
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining('timeline 2: twice1:5432, twice2:5432. None is used.'),
    expect.stringContaining('timeline 2: twice1:5432, twice2:5432. Only twice1:5432 is used.'),
    expect.stringMatching(/twice1:5432 .* replaced by twice2:5432 .* writes .* are missing there/),
  ])
  vi.restoreAllMocks()
})

const listPrimaries = (...states: HostState[]) =>
  rejectOtherPrimaries(states)
    .filter(isPrimary)
    .map(({ host }) => host.address)

function toState(name: string, { startedAt = '11:00', timeline = 2 } = {}): HostState {
  return { host: toHost(name), timeline, startedAt }
}

const toStandby = (name: string): HostState => ({ host: toHost(name), problem: 'is a standby' })

function toHost(name: string): DatabaseHost {
  const [host] = listDatabaseHosts(`postgres://${name}/storewright`)
  if (!host) throw new Error('The URL names no host.')
  return host
}

test('a primary that has restarted is used only after the replies of all hosts', async () => {
  let replyCount = 0
  const slowHost = createServer(socket => {
    setTimeout(() => {
      replyCount += 1
      const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0'
      socket.end(
        Buffer.concat([Buffer.from([69, 0, 0, 0, fields.length + 4]), Buffer.from(fields)]),
      )
    }, 600)
  })
  await new Promise<void>(resolve => slowHost.listen(0, '127.0.0.1', resolve))
  const { port } = slowHost.address() as AddressInfo
  const url = database.ownerUrl.replace('127.0.0.1', `127.0.0.1:${port},127.0.0.1`)
  const timeline = 1
  rejectOtherPrimaries(
    listDatabaseHosts(url).map(host => ({ host, timeline, startedAt: 'before the restart' })),
  )
  await findPrimary(url, 0)
  expect(replyCount).toBe(1)
  slowHost.close()
})

test('a client works again after its queries have failed', async () => {
  const url = withClosedHost(database.ownerUrl)
  const sql = openClient(replaceCredentials(url, 'storewright_nobody', 'wrong'), { max: 1 })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await sql.end()
})

test('a connection that cannot be opened names the cause', async () => {
  const url = replaceCredentials(withClosedHost(database.ownerUrl), 'storewright_nobody', 'wrong')
  await expect(openConnection({ url, prepare: true })).rejects.toMatchObject({ code: '28P01' })
})
