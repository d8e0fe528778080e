import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const token = 'a-token-for-figures-of-tests-only'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ METRICS_TOKEN: token })
})
afterAll(() => t.close())

const getMetrics = (authorization?: string) =>
  t.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
const getMetricsText = async () => (await getMetrics(`Bearer ${token}`)).body
const getValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )

test.each([undefined, 'Bearer ', `Bearer ${token}x`, `bearer ${token}`, token, `Basic ${token}`])(
  'returns 404 for the authorization %s',
  async authorization => {
    const rejectedReply = await getMetrics(authorization)
    const unknown = await t.app.inject('/metrics/nothing-here')
    expect([rejectedReply.statusCode, { ...rejectedReply.json(), requestId: '' }]).toEqual([
      404,
      { ...unknown.json(), requestId: '' },
    ])
  },
)

test('returns 404 without a token in the configuration', async () => {
  const appWithoutToken = await startTestApp()
  onTestFinished(() => appWithoutToken.close())
  const reply = await appWithoutToken.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer undefined' },
  })
  expect(reply.statusCode).toBe(404)
})

describe('the metrics', () => {
  test('list each name once with help and type, followed by its values', async () => {
    await t.call('owner', productApi.list)
    const reply = await getMetrics(`Bearer ${token}`)
    expect(reply.headers['content-type']).toContain('text/plain; version=0.0.4')
    const lines = reply.body.trimEnd().split('\n')
    const seenNames = new Set<string>()
    let name = ''
    for (const line of lines) {
      const head = /^# (HELP|TYPE) (\w+) .+$/.exec(line)
      if (head) {
        name = head[2] ?? ''
        expect(seenNames.has(`${head[1]} ${name}`), line).toBe(false)
        seenNames.add(`${head[1]} ${name}`)
      } else
        expect(line).toMatch(
          new RegExp(
            `^${name}(_bucket|_sum|_count)?(\\{(\\w+="(?:[^"\\\\]|\\\\.)*",?)+\\})? -?[0-9.e+-]+$`,
          ),
        )
    }
  })

  test('count requests by route pattern and status, never by URL', async () => {
    const id = '00000000-0000-7000-8000-0000000000ff'
    await t.call('owner', productApi.get, { params: { id } })
    for (const path of ['one', 'two', 'three']) await t.app.inject(`/nothing/${path}`)
    await t.app.inject({ method: 'PROPFIND', url: '/nothing' })
    const text = await getMetricsText()
    expect(
      getValue(
        text,
        'storewright_http_request_duration_seconds_count{method="GET",route="/api/product/:id",status="404"}',
      ),
    ).toBe(1)
    expect(text).not.toContain(id)
    expect(text).not.toContain('/nothing')
    const series =
      'storewright_http_request_duration_seconds_bucket{method="GET",route="/api/product/:id",status="404",le="+Inf"}'
    expect(getValue(text, series)).toBe(1)
    expect(getValue(text, 'storewright_http_requests_in_flight')).toBe(1)
  })

  test('count queries and transactions', async () => {
    await t.call('owner', productApi.list)
    const before = await getMetricsText()
    await t.call('owner', productApi.list)
    const after = await getMetricsText()
    const getIncrease = (series: string) => getValue(after, series) - getValue(before, series)
    expect(getIncrease('storewright_db_queries_total')).toBeGreaterThan(0)
    expect(
      getIncrease('storewright_db_transaction_duration_seconds_count{connection="shared"}'),
    ).toBe(1)
  })

  test('contain the connections in use and the transactions that wait for one', async () => {
    const { pool } = t.app.db
    const { size } = pool.getState()
    const connections = await Promise.all(Array.from({ length: size }, () => pool.acquire()))
    const waiting = pool.acquire()
    const text = await getMetricsText()
    expect(getValue(text, 'storewright_db_pool_connections{state="in_use"}')).toBe(size)
    expect(getValue(text, 'storewright_db_pool_waiting')).toBe(1)
    for (const connection of connections) pool.release(connection)
    pool.release(await waiting)
    expect(getValue(await getMetricsText(), 'storewright_db_pool_waiting')).toBe(0)
  })

  test('contain the jobs that wait, are scheduled for later and have failed', async () => {
    await t.sql`select graphile_worker.add_job('test.job')`
    await t.sql`select graphile_worker.add_job('test.job', run_at => now() + interval '1 hour')`
    await t.sql`select graphile_worker.add_job('test.job', max_attempts => 1)`
    await t.sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`
    const text = await getMetricsText()
    const getJobCount = (name: string) => getValue(text, `storewright_jobs{state="${name}"}`)
    expect([
      getJobCount('waiting'),
      getJobCount('later'),
      getJobCount('failed'),
      getJobCount('running'),
    ]).toEqual([1, 1, 1, 0])
    expect(getValue(text, 'storewright_db_up')).toBe(1)
  })

  test('contain waiting deliveries, and how long those of working webhooks have waited', async () => {
    await t.inStore(async tx => {
      for (const [isFailing, delay] of [
        [true, '-2 hours'],
        [false, '-1 minute'],
        [false, '1 hour'],
      ] as const)
        await tx`
          with w as (
            insert into webhook (url, events, secret, hint, failing_since)
            values ('https://example.com', '{order.paid}', '', '',
              case when ${isFailing} then now() end)
            returning id
          ), e as (
            insert into webhook_event (type, record_id, data)
            values ('order.paid', new_id(), '{}') returning id
          )
          insert into webhook_delivery (webhook_id, event_id, next_attempt_at)
          select w.id, e.id, now() + ${delay}::text::interval from w, e`
    })
    const text = await getMetricsText()
    expect(
      ['due', 'later'].map(state =>
        getValue(text, `storewright_webhook_deliveries{state="${state}"}`),
      ),
    ).toEqual([2, 1])
    const waitSeconds = getValue(text, 'storewright_webhook_wait_seconds')
    expect([waitSeconds >= 60, waitSeconds < 3600]).toEqual([true, true])
  })

  test('contain the event loop delay and memory', async () => {
    await expect
      .poll(getMetricsText)
      .toContain('storewright_event_loop_delay_seconds{quantile="0.99"}')
    const text = await getMetricsText()
    expect(getValue(text, 'storewright_memory_bytes{part="resident"}')).toBeGreaterThan(1e7)
  })
})
