import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/testing.ts'

/** Lists are sorted by these. The owner of the tables looks up hosts, and campaigns that are due. */
const sortingIndexes = [
  'campaign__due',
  'campaign__name',
  'conversation__assignee_waiting',
  'conversation__inbox_waiting',
  'conversation__unassigned_waiting',
  'customer__last_order',
  'customer__name',
  'discount__name',
  'earlier_store_host__handle',
  'page__title',
  'post__publish',
  'post__title',
]

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('no row is found by an index on an expression, because row security keeps it from being used', async () => {
  const indexes = await t.sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relrowsecurity and i.indexprs is not null and not i.indisunique
    order by 1`
  expect(
    indexes.map(({ name }) => name),
    'find rows by a stored generated column, such as customer.folded_email',
  ).toEqual(sortingIndexes)
})

/** Returns the plan of a statement. Tables of tests are too small for an index. */
const explain = (statement: string) =>
  t.inStore(async tx => {
    await tx`set local enable_seqscan = off`
    const rows = await tx.unsafe(`explain ${statement}`)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })

test.each(['customer', '"order"'])(
  'the rows of %s with an email are found by an index',
  async table => {
    expect(
      await explain(
        `select from ${table} where folded_email = 'a@example.com' and folded_email <> ''`,
      ),
    ).toMatch(/Index Cond: .*folded_email = 'a@example.com'/)
  },
)

test.each(['payment', 'payment_refund', 'refund_line', 'invoice'])(
  'the rows of %s with a refund are found by an index',
  async table => {
    const id = '00000000-0000-0000-0000-000000000001'
    expect(await explain(`select from ${table} where refund_id = '${id}'`)).toMatch(
      /Index Cond: .*refund_id = '/,
    )
  },
)
