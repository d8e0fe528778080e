import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const readRows = async (tx: Tx) => {
  const [row] = await tx<{ rows: number }[]>`
    select (seq_tup_read + idx_tup_fetch)::integer as rows
    from pg_stat_xact_user_tables where relname = 'record_tally'`
  return row?.rows ?? 0
}

/** Returns how many rows of the counts of customers the work reads. */
async function countReadRows(tx: Tx, work: PromiseLike<unknown>): Promise<number> {
  const before = await readRows(tx)
  await work
  return (await readRows(tx)) - before
}

test('new customers are counted without reading all days of the store', async () => {
  await t.inStore(
    tx => tx`
      insert into customer (name, created_at)
      select n, '2026-03-01T12:00:00Z'::timestamptz - n * interval '1 day' from generate_series(0, 2999) n`,
  )
  await t.sql`vacuum analyze record_tally`
  await t.inStore(async tx => {
    const since = '2026-01-31T23:00:00Z'
    const until = '2026-02-28T23:00:00Z'
    const count = tx<{ count: number }[]>`select count_new_customers(${since}, ${until}) as count`
    expect(await countReadRows(tx, count)).toBeLessThan(100)
    expect(await count).toEqual([{ count: 28 }])
    const add = () => tx`insert into customer (name) values ('New')`
    await add()
    expect(await countReadRows(tx, add())).toBeLessThan(100)
  })
})
