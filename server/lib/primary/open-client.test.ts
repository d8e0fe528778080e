import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openConnection } from '../db/pool.ts'
import { openWorkerConnection } from '../job/worker-connection.ts'
import { listDatabaseHosts, replaceCredentials } from './database-hosts.ts'
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

test('two servers that accept writes are not mistaken for one with two addresses', async () => {
  const [known, unknown] = ['known', 'unknown'].map(name => ({
    one: toState(`${name}1`),
    sameServer: toState(`${name}2`),
    other: toState(`${name}2`, '11:30'),
  }))
  if (!known || !unknown) throw new Error('A name is missing.')
  const listPrimaries = (...states: HostState[]) =>
    rejectOtherPrimaries(states)
      .filter(isPrimary)
      .map(({ host }) => host.address)
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  expect(listPrimaries(unknown.one, unknown.other)).toEqual([])
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining(
      'unknown1:5432 accepts writes on timeline 2, and so does another host.',
    ),
    expect.stringContaining(
      'unknown2:5432 accepts writes on timeline 2, and so does another host.',
    ),
  ])
  expect(listPrimaries(known.one, known.sameServer)).toHaveLength(2)
  const { timeline: _, ...isDown } = known.other
  expect(listPrimaries(known.one, { ...isDown, problem: 'is a standby' })).toEqual(['known1:5432'])
  expect(listPrimaries(known.one, known.other)).toEqual(['known1:5432'])
  expect(listPrimaries({ ...isDown, host: known.one.host }, known.other)).toEqual([])
  expect(listPrimaries(known.one, { ...known.other, timeline: 3 })).toEqual(['known2:5432'])
  vi.restoreAllMocks()
})

function toState(name: string, startedAt = '11:00'): HostState {
  const [host] = listDatabaseHosts(`postgres://${name}/storewright`)
  if (!host) throw new Error('The URL names no host.')
  return { host, timeline: 2, startedAt }
}

test('a client works again after its queries have failed', async () => {
  const url = withClosedHost(database.ownerUrl)
  const sql = openClient(replaceCredentials(url, 'storewright_nobody', 'wrong'), { max: 1 })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await sql.end()
})
