import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canary } from '../testing/db/test-canary.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { buildDeletion, buildSelection, createRetentionJobs } from './retention-jobs.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Runs the work on rows of the canary store, as the owner of the tables, and rolls it back. */
async function withCanaryRows<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const rollback = new Error('rollback')
  let result: { value: T } | undefined
  await t.sql
    .begin(async tx => {
      result = { value: await work(tx) }
      throw rollback
    })
    .catch(error => {
      if (error !== rollback) throw error
    })
  if (!result) throw new Error('The work did not end.')
  return result.value
}

/** Changes rows of the canary store. */
async function updateCanary(tx: postgres.TransactionSql, statement: string) {
  await tx`select set_config('app.store_id', ${canary.id}, true)`
  await tx.unsafe(statement)
  // The job has no store.
  await tx`select set_config('app.store_id', '', true)`
}

type RetentionCase = {
  table: string
  age: string
  /** Sets the time of the row to `$time`. */
  setTime: string
  /** Makes the rule match the row. */
  expire?: string
  /** Changes after which the rule does not match the row, however old it is. */
  keep?: string[]
}
/** In the order of the rules. */
const cases: RetentionCase[] = [
  {
    table: 'automation_email',
    age: '2 years',
    setTime: 'update automation_email set created_at = $time',
  },
  {
    table: 'billing_event',
    age: '30 days',
    setTime: `insert into billing_event values ('evt_1', 'invoice.paid', $time)`,
  },
  {
    table: 'campaign_recipient',
    age: '2 years',
    setTime: 'update campaign_recipient set created_at = $time',
  },
  { table: 'cart', age: '30 days', setTime: 'update cart set updated_at = $time' },
  {
    table: 'conversation',
    age: '2 years',
    setTime: 'update conversation set last_message_at = $time',
  },
  {
    table: 'conversation',
    age: '30 days',
    setTime: 'update conversation set updated_at = $time',
    expire: `update conversation set place = 'trash'`,
    keep: [`update conversation set place = 'inbox'`],
  },
  { table: 'empty_search', age: '90 days', setTime: 'update empty_search set last_at = $time' },
  { table: 'idempotency', age: '3 days', setTime: 'update idempotency set created_at = $time' },
  { table: 'invitation', age: '30 days', setTime: 'update invitation set expires_at = $time' },
  {
    table: 'mail_in',
    age: '14 days',
    setTime: 'update mail_in set created_at = $time',
    expire: `update mail_in set status = 'done'`,
    keep: ['new', 'dead'].map(status => `update mail_in set status = '${status}'`),
  },
  {
    table: 'mail_in',
    age: '90 days',
    setTime: 'update mail_in set created_at = $time',
    expire: `update mail_in set status = 'dead'`,
    keep: [`update mail_in set status = 'new'`],
  },
  { table: 'mail_link', age: '7 days', setTime: 'update mail_link set expires_at = $time' },
  {
    table: 'message',
    age: '90 days',
    setTime: 'update message set created_at = $time',
    expire: `update message set status = 'draft'`,
    keep: [`update message set status = 'queued'`],
  },
  { table: 'notification', age: '90 days', setTime: 'update notification set created_at = $time' },
  { table: 'order_print', age: '1 hour', setTime: 'update order_print set created_at = $time' },
  { table: 'packer_link', age: '30 days', setTime: 'update packer_link set expires_at = $time' },
  {
    table: 'product_alert',
    age: '30 days',
    setTime: 'update product_alert set requested_at = $time',
    expire: `update product_alert set state = 'pending'`,
    keep: ['confirmed', 'sent', 'unsubscribed'].map(
      state => `update product_alert set state = '${state}'`,
    ),
  },
  {
    table: 'product_alert',
    age: '1 year',
    setTime: 'update product_alert set requested_at = $time',
    expire: `update product_alert set state = 'sent'`,
    keep: ['confirmed', 'pending'].map(state => `update product_alert set state = '${state}'`),
  },
  {
    table: 'rate_limit_bucket',
    age: '0 seconds',
    setTime: `
      insert into rate_limit_bucket values ('${canary.id}', $time)
      on conflict (key) do update set full_at = excluded.full_at`,
  },
  {
    table: 'refresh_token',
    age: '1 day',
    setTime: `update session set expires_at = now() + interval '9 days', ended_at = $time`,
    keep: [`update session set expires_at = now() + interval '9 days', ended_at = null`],
  },
  {
    table: 'sale',
    age: '90 days',
    setTime: 'update sale set created_at = $time',
    expire: `update sale set state = 'late'`,
    keep: [
      `update sale set state = 'held'`,
      ...['opening', 'open', 'processing', 'late'].map(
        state => `update payment_session set order_id = null, state = '${state}'`,
      ),
    ],
  },
  {
    table: 'session',
    age: '90 days',
    setTime: `update session set expires_at = $time, ended_at = null where id = '${canary.id}'`,
    keep: [`update session set expires_at = now() + interval '9 days', ended_at = null`],
  },
  {
    table: 'subscriber',
    age: '30 days',
    setTime: 'update subscriber set requested_at = $time',
    expire: `update subscriber set state = 'pending'`,
    keep: ['confirmed', 'unsubscribed'].map(state => `update subscriber set state = '${state}'`),
  },
  {
    table: 'task',
    age: '30 days',
    setTime: 'update task set deleted_at = $time, source_id = null',
    keep: ['update task set source_id = id'],
  },
  {
    table: 'webhook_event',
    age: '30 days',
    setTime: 'update webhook_event set created_at = $time',
    expire: `update webhook_delivery set created_at = now() - interval '31 days'`,
    keep: [`update webhook_delivery set created_at = now() - interval '29 days'`],
  },
  {
    table: 'wish_list',
    age: '180 days',
    setTime: 'update wish_list set updated_at = $time',
    expire: `update wish_list set email = '', token_hash = '\\x00'`,
    keep: [`update wish_list set email = 'a@example.com', token_hash = null`],
  },
  { table: 'wish_list', age: '3 years', setTime: 'update wish_list set updated_at = $time' },
]

const pairs = cases.map((example, index) => ({ ...example, rule: retentionRules[index] }))
const assertRule = (rule: RetentionRule | undefined): RetentionRule => {
  if (!rule) throw new Error('A case has no rule.')
  return rule
}
/** The time that makes a row older than the age by this interval. */
const olderBy = (age: string, interval: string) =>
  `now() - interval '${age}' - interval '${interval}'`

test('every rule has a case here', () => {
  expect(retentionRules.map(({ table, age }) => [table, age])).toEqual(
    cases.map(({ table, age }) => [table, age]),
  )
})

describe.each(pairs)('rows of $table', ({ rule, age, setTime, expire, keep = [] }) => {
  const countDeleted = (statements: string[]) =>
    withCanaryRows(async tx => {
      for (const statement of statements) await updateCanary(tx, statement)
      return (await tx.unsafe(buildDeletion(assertRule(rule)))).count
    })
  const prepare = (interval: string) => [
    ...(expire ? [expire] : []),
    setTime.replace('$time', olderBy(age, interval)),
  ]

  test(`are deleted at the age of ${age}, in every store`, async () => {
    expect(await countDeleted(prepare('-1 minute'))).toBe(0)
    expect(await countDeleted(prepare('1 minute'))).toBe(1)
  })
  if (keep.length > 0)
    test('are kept in other states', async () => {
      for (const change of keep)
        expect(await countDeleted([...prepare('1000 days'), change]), change).toBe(0)
    })
  test('are found by an index', async () => {
    const plan = await withCanaryRows(async tx => {
      // Tables of tests are too small for an index.
      await tx`set local enable_seqscan = off`
      const rows = await tx.unsafe(`explain ${buildSelection(assertRule(rule))}`)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    const [, column = ''] = /\.(\w+)/.exec(assertRule(rule).since) ?? []
    const usesIndex = new RegExp(`Index Cond: [^\n]*\\b${column}\\b[^\n]* < `)
    if (rule?.isScanned) expect(plan).toContain('Seq Scan')
    else expect(plan).toMatch(usesIndex)
  })
})

describe('the job', () => {
  const addBuckets = (count: number) => t.sql`
    insert into rate_limit_bucket (key, full_at)
    select gen_random_uuid(), now() - interval '1 hour' from generate_series(1, ${count}::integer)`
  const countBuckets = async () =>
    (await t.sql`select 1 from rate_limit_bucket where full_at < now()`).length
  const runWith = async (rules: RetentionRule[], signal = new AbortController().signal) => {
    const job = createRetentionJobs(rules)['retention.cleanup']
    const batches: number[] = []
    const query = async (statement: string) => {
      const { count } = await t.sql.unsafe(statement)
      batches.push(count)
      return { rowCount: count }
    }
    const error = await Promise.resolve(job?.({}, { query, abortSignal: signal } as never)).catch(
      (reason: unknown) => reason,
    )
    return { batches, error }
  }
  const bucketRule: RetentionRule = {
    table: 'rate_limit_bucket',
    since: 'rate_limit_bucket.full_at',
    age: '0 seconds',
    batchSize: 10,
  }

  test('deletes batch after batch', async () => {
    await addBuckets(25)
    const { batches, error } = await runWith([bucketRule])
    expect(error).toBeUndefined()
    expect(batches.slice(0, 2)).toEqual([10, 10])
    expect(batches.at(-1)).toBeLessThan(10)
    expect(await countBuckets()).toBe(0)
  })
  test('continues after it was stopped', async () => {
    await addBuckets(25)
    expect((await runWith([bucketRule], AbortSignal.abort())).batches).toEqual([])
    expect(await countBuckets()).toBe(25)
    await runWith([bucketRule])
    expect(await countBuckets()).toBe(0)
  })
  test('applies the other rules if one fails, and then fails', async () => {
    await addBuckets(25)
    const { error } = await runWith([{ ...bucketRule, table: 'missing' }, bucketRule])
    expect(await countBuckets()).toBe(0)
    expect(String(error)).toContain('Expired rows of missing remain.')
  })
})
