import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { type Db, openDb, type Tx, withTransaction } from './db.ts'
import { batch } from './query-batch.ts'

let t: TestApp
let db: Db
beforeAll(async () => {
  t = await startTestApp()
  // Test databases do not wait for the disk, unlike those of an installation.
  const url = `${t.appUrl}?synchronous_commit=on`
  db = openDb(url, { poolSize: 6, usesPreparedStatements: true })
})
afterAll(async () => {
  await db.end()
  await t.close()
})

/** Returns queries that insert a category and read how long the log of the database is then. */
const insertCategory = (tx: Tx, slug: string) =>
  batch(
    [
      tx`insert into category (name, slug) values (${slug}, ${slug})`,
      tx<{ position: string }[]>`select pg_current_wal_insert_lsn()::text as position`,
    ],
    ([, [row]]) => String(row?.position),
  )

test('a transaction that commits with its last queries is on the disk at the reply', async () => {
  const unsaved: number[] = []
  for (let round = 0; round < 20; round++) {
    const position = await withTransaction(
      db,
      { storeId: t.people.owner.storeId, requestId: 'test' },
      (tx, commitWith) => commitWith(insertCategory(tx, `c${round}`)),
    )
    const [row] = await t.sql<{ isSaved: boolean }[]>`
      select pg_current_wal_flush_lsn() >= ${position}::pg_lsn as is_saved`
    if (!row?.isSaved) unsaved.push(round)
  }
  expect(unsaved).toEqual([])
})
