import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { executeBatch, openDb, withTransaction } from '../db/db.ts'
import { batch } from '../db/query-batch.ts'
import { getRemainingMs, pauseDeadline, withDeadline } from './deadline.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function withDb(poolSize: number, work: (db: ReturnType<typeof openDb>) => Promise<void>) {
  const db = openDb(database.appUrl, { poolSize, usesPreparedStatements: true })
  try {
    await work(db)
  } finally {
    await db.end()
  }
}
const sleepFor = (db: ReturnType<typeof openDb>, seconds: number) =>
  withTransaction(db, {}, tx => tx`select pg_sleep(${seconds})`)

test('cancels a query at the deadline and reuses its connection', () =>
  withDb(1, async db => {
    const getPid = () =>
      withTransaction(db, {}, async tx => {
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
        return row?.pid
      })
    const pid = await getPid()
    await expect(withDeadline(2000, () => sleepFor(db, 60))).rejects.toMatchObject({
      code: '57014',
    })
    expect(await getPid()).toBe(pid)
  }))

test('applies one deadline to waiting for a connection and to the query', () =>
  withDb(1, async db => {
    const running = sleepFor(db, 1)
    // The query has the time that the wait for the connection leaves.
    const [result] = await Promise.allSettled([withDeadline(8000, () => sleepFor(db, 60)), running])
    expect(result).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
  }))

test('rejects a call that waits too long for a connection, and leaves the connection to others', () =>
  withDb(1, async db => {
    const running = sleepFor(db, 1)
    const timedOut = Array.from({ length: 5 }, () => withDeadline(100, () => sleepFor(db, 0)))
    for (const result of await Promise.allSettled(timedOut))
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { status: 503, details: { retryAfterSeconds: 1 } },
      })
    const waiting = sleepFor(db, 0)
    await running
    await waiting
    await sleepFor(db, 0)
  }))

test('repeats a read that is too slow for a shared connection on a connection of its own', () =>
  withDb(6, async db => {
    const [row] = await executeBatch(db, {}, tx =>
      batch([tx<{ pid: number }[]>`select pg_sleep(1.5), 7 as seven`], ([rows]) => rows),
    )
    expect(row).toMatchObject({ seven: 7 })
  }))

test('applies no deadline outside a call, as in a job', () =>
  withDb(1, async db => {
    await withDeadline(100, async () => {})
    await sleepFor(db, 0.3)
  }))

test('extends the deadline by paused work', () =>
  withDeadline(60_000, async () => {
    const startedAt = performance.now()
    await pauseDeadline(() => sleep(300))
    const elapsedMs = performance.now() - startedAt
    expect(60_000 - Number(getRemainingMs())).toBeLessThan(elapsedMs)
  }))

/** Longer than the lock timeout of the role, and than a connection takes on an idle machine. */
const longWaitMs = 6000

test('waits for a slow connection and for a lock until the deadline', async () => {
  const target = new URL(database.appUrl)
  const slowGate = createServer(async client => {
    await sleep(longWaitMs)
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
  slowGate.listen(0, '127.0.0.1')
  await once(slowGate, 'listening')
  const { port } = slowGate.address() as AddressInfo
  const slowUrl = Object.assign(new URL(target), { port }).href
  const slowDb = openDb(slowUrl, { poolSize: 1, usesPreparedStatements: true })
  const lock = (db: ReturnType<typeof openDb>) =>
    withTransaction(db, {}, async tx => {
      await tx`select pg_advisory_xact_lock(4711)`
      await tx`select pg_sleep(${longWaitMs / 1000})`
    })
  try {
    const connecting = withDeadline(60_000, () => withTransaction(slowDb, {}, tx => tx`select 1`))
    await withDb(2, async db => {
      await withDeadline(60_000, () => Promise.all([lock(db), lock(db)]))
    })
    expect(await connecting).toHaveLength(1)
  } finally {
    await slowDb.end()
    slowGate.close()
  }
})
