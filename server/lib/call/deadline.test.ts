import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeBatch, openDb, withTransaction } from '../db/db.ts'
import { batch } from '../db/query-batch.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
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

test('a query that takes longer than the call may is ended, and its connection is used again', () =>
  withDb(1, async db => {
    const getPid = async () =>
      (
        await withTransaction(db, {}, tx => tx<{ pid: number }[]>`select pg_backend_pid() as pid`)
      )[0]?.pid
    const pid = await getPid()
    await expect(withDeadline(200, () => sleepFor(db, 60))).rejects.toMatchObject({ code: '57014' })
    expect(await getPid()).toBe(pid)
  }))

test('the limit is of the call, not of each thing it waits for', () =>
  withDb(1, async db => {
    const running = sleepFor(db, 2)
    // Nearly all of it goes by waiting for the connection, so little is left for the query.
    await expect(withDeadline(2300, () => sleepFor(db, 60))).rejects.toMatchObject({
      code: '57014',
    })
    await running
  }))

test('who waits too long for a connection is told to come back, and takes none away from others', () =>
  withDb(1, async db => {
    const holder = sleepFor(db, 1)
    const refused = Array.from({ length: 5 }, () => withDeadline(100, () => sleepFor(db, 0)))
    for (const one of await Promise.allSettled(refused))
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { status: 503, details: { retryAfterSeconds: 1 } },
      })
    const patient = sleepFor(db, 0)
    await holder
    await patient
    await sleepFor(db, 0)
  }))

test('a read that holds its line up is done on a connection of its own', () =>
  withDb(6, async db => {
    const [row] = await executeBatch(db, {}, tx =>
      batch([tx<{ pid: number }[]>`select pg_sleep(1.5), 7 as seven`], ([rows]) => rows),
    )
    expect(row).toMatchObject({ seven: 7 })
  }))

test('a job has no limit of a call', () =>
  withDb(1, async db => {
    await withDeadline(100, async () => {})
    await sleepFor(db, 0.3)
  }))

test('what is waited for elsewhere takes nothing from the limit', () =>
  withDeadline(60_000, async () => {
    const before = performance.now()
    await pauseDeadline(() => sleep(300))
    const took = performance.now() - before
    // Counted, these 300 ms would be missing.
    expect(60_000 - Number(getRemainingMs())).toBeLessThan(took)
  }))
