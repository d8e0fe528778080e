import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDb, withTransaction } from '../db/db.ts'
import { executeBatch } from '../db/execute-batch.ts'
import { batch } from '../db/query-batch.ts'
import { getRemainingMs, pauseDeadline, withDeadline } from './deadline.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => vi.useRealTimers())

/** Longer than a connection takes on an idle machine. */
const slowConnectionMs = 10_000

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
/** Returns the time limits of a statement and of the wait for a lock. */
const readLimits = (db: ReturnType<typeof openDb>) =>
  withTransaction(db, {}, async tx => {
    const [limits] = await tx<{ statement: string; lock: string }[]>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    return limits
  })

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
    vi.useFakeTimers({ toFake: ['performance'] })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const running = withTransaction(db, {}, () => released)
    const reading = withDeadline(8000, () => readLimits(db))
    vi.advanceTimersByTime(3000)
    release()
    await running
    // The query has the time that the wait for the connection leaves.
    expect(await reading).toMatchObject({ statement: '5s' })
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
    expect(await readLimits(db)).toEqual({ statement: '15s', lock: '5s' })
  }))

test('waits for a lock until the deadline, longer than without one', () =>
  withDb(1, async db => {
    expect(await withDeadline(60_000, () => readLimits(db))).toMatchObject({ lock: '0' })
  }))

test('extends the deadline by paused work', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return withDeadline(60_000, async () => {
    vi.advanceTimersByTime(200)
    expect(getRemainingMs()).toBe(59_800)
    await pauseDeadline(async () => vi.advanceTimersByTime(300))
    expect(getRemainingMs()).toBe(59_800)
  })
})

test('waits for a slow connection until the deadline', async () => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  })
  const target = new URL(database.appUrl)
  const slowGate = createServer().listen(0, '127.0.0.1')
  await once(slowGate, 'listening')
  const { port } = slowGate.address() as AddressInfo
  const slowUrl = Object.assign(new URL(target), { port }).href
  const slowDb = openDb(slowUrl, { poolSize: 1, usesPreparedStatements: true })
  try {
    const connecting = withDeadline(60_000, () => withTransaction(slowDb, {}, tx => tx`select 1`))
    const [client]: Socket[] = await once(slowGate, 'connection')
    await vi.advanceTimersByTimeAsync(slowConnectionMs)
    const upstream = connect(Number(target.port), target.hostname)
    client?.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket?.on('error', () => socket.destroy())
    expect(await connecting).toHaveLength(1)
  } finally {
    vi.useRealTimers()
    await slowDb.end()
    slowGate.close()
  }
})
