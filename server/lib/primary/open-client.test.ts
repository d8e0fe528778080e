import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openConnection } from '../db/pool.ts'
import { openWorkerConnection } from '../job/worker-connection.ts'
import { replaceCredentials } from './database-hosts.ts'
import { findPrimary } from './find-primary.ts'
import { openClient } from './open-client.ts'

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
    new RegExp(`${closedAddress} cannot be used \\(ECONNREFUSED\\), .* is a standby or read-only`),
  )
  const deniedUrl = replaceCredentials(url, role, 'wrong')
  await expect(findPrimary(deniedUrl, 0)).rejects.toMatchObject({ code: '28P01' })
  await owner.unsafe(`drop role ${role}`)
  await owner.end()
})

test('a client works again after its queries have failed', async () => {
  const url = withClosedHost(database.ownerUrl)
  const sql = openClient(replaceCredentials(url, 'storewright_nobody', 'wrong'), { max: 1 })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  await sql.end()
})
