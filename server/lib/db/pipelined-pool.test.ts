import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { openDb, withTransaction } from './db.ts'
import { executeBatch } from './execute-batch.ts'
import { batch } from './query-batch.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '6' })
  for (const { storeId } of [t.people.owner, t.people.stranger])
    await withTransaction(
      t.app.db,
      { storeId },
      tx => tx`insert into category (name, slug) values (${`of ${storeId}`}, 'only')`,
    )
})
afterAll(() => t.close())

const listCategoryNames = (storeId: string, { fails = false } = {}) =>
  executeBatch(t.app.db, { storeId }, tx =>
    batch(
      [
        tx<{ name: string }[]>`
          select name from category
          where ${fails ? 1 : 0}::integer / ${fails ? 0 : 1}::integer = 0`,
        tx<{ id: string }[]>`select current_store() as id`,
      ],
      ([categories, [store]]) => ({ names: categories.map(row => row.name), id: store?.id }),
    ),
  )

/** Ends other connections of the same role, which PostgreSQL allows. */
const terminateConnections = (condition: string) =>
  withTransaction(
    t.app.db,
    {},
    tx => tx`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where usename = current_user and datname = current_database()
        and pid <> pg_backend_pid() and ${tx.unsafe(condition)}`,
  )

const runMixedReads = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const { storeId } = i % 2 ? t.people.owner : t.people.stranger
      const fails = i % 7 === 0
      const answer = await listCategoryNames(storeId, { fails }).catch((error: unknown) => error)
      return { storeId, fails, answer }
    }),
  )

describe('reads of two stores on shared connections', () => {
  test("never return each other's rows, and a failing read affects no other", async () => {
    for (const { storeId, fails, answer } of await runMixedReads(2000)) {
      if (fails) expect(answer).toMatchObject({ code: '22012' })
      else expect(answer).toEqual({ names: [`of ${storeId}`], id: storeId })
    }
  })

  test('never mix after all connections are lost', async () => {
    const running = Array.from({ length: 8 }, () => runMixedReads(250))
    await terminateConnections('true')
    const answers = (await Promise.all(running)).flat()
    const successes = answers.filter(({ answer }) => !(answer instanceof Error))
    for (const { storeId, answer } of successes)
      expect(answer).toEqual({ names: [`of ${storeId}`], id: storeId })
    const after = await runMixedReads(100)
    expect(after.filter(({ fails, answer }) => !fails && answer instanceof Error)).toEqual([])
  })
})

test('a transaction fails after its connection is lost, and the next one gets a new connection', async () => {
  const { storeId } = t.people.owner
  const work = withTransaction(t.app.db, { storeId }, async tx => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    await terminateConnections(`pid = ${row!.pid}`)
    return tx`select name from category`
  })
  await expect(work).rejects.toThrow(/lost/)
  expect(
    await withTransaction(t.app.db, { storeId }, tx => tx`select name from category`),
  ).toHaveLength(1)
})

test('every waiting transaction gets a connection in turn', async () => {
  const { storeId } = t.people.owner
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      withTransaction(
        t.app.db,
        { storeId },
        tx => tx`select pg_sleep(0.01), current_store() as id`,
      ),
    ),
  )
  expect(answers.every(([row]) => row?.['id'] === storeId)).toBe(true)
})

test('reads and transactions fail after the end, and no connection remains open', async () => {
  const db = openDb(t.appUrl, { poolSize: 6, usesPreparedStatements: true })
  const read = () => executeBatch(db, {}, tx => batch([tx`select 1`], () => 'read'))
  expect(await read()).toBe('read')
  await db.end()
  const before = await countConnections()
  await expect(read()).rejects.toThrow(/ended/)
  await expect(withTransaction(db, {}, tx => tx`select 1`)).rejects.toThrow(/ended/)
  // Connections of the previous tests may still be closing.
  expect(await countConnections()).toBeLessThanOrEqual(before)
})

async function countConnections() {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity where datname = current_database()`
  return row?.count ?? 0
}
