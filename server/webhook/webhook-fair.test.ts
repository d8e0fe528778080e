import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inBusiness, inScope, type Tx } from '../lib/db/db.ts'
import { seal } from '../lib/security/seal.ts'
import { startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'
import { reachOf } from './webhook-address.ts'
import { startRounds } from './webhook-rounds.ts'
import { send } from './webhook-send.ts'
import { startReceiver } from './webhook-testing.ts'

let t: TestApp
let program: Awaited<ReturnType<typeof startReceiver>>
let stores: Tester[]
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  program = await startReceiver()
  stores = [t.people.owner, t.people.stranger, t.canaryOwner]
})
afterAll(async () => {
  program.close()
  await t.close()
})
beforeEach(async () => {
  for (const { businessId } of stores)
    await inBusiness(t.app.db, businessId, tx => tx`delete from webhook`)
  program.received.length = 0
})

/** A webhook of a store with so many deliveries that were due long ago. */
const waits = (
  store: Tester | undefined,
  count: number,
  { url = program.url, isFailing = false, age = 1 } = {},
) =>
  inBusiness(t.app.db, store?.businessId ?? '', async tx => {
    const [made] = await tx<{ id: string }[]>`select new_id() as id`
    const id = made?.id ?? ''
    await tx`
    insert into webhook (id, url, events, secret, hint, failing_since)
    values (${id}, ${url}, '{customer.created}', ${seal(t.app.keys.webhook, id, 'whsec_one')}, '', ${isFailing ? new Date() : null})`
    await tx`
    with e as (insert into webhook_event (type, about, data) select 'customer.created', new_id(), '{}' from generate_series(1, ${count}) returning id)
    insert into webhook_delivery (webhook_id, event_id, next_at) select ${id}, id, now() - make_interval(hours => ${age}) from e`
    return id
  })
type Claimed = { businessId: string; webhookId: string; id: string; isProbe: boolean }
const storesOf = (busy: Claimed[], areProbes: boolean) =>
  busy.filter(({ isProbe }) => isProbe === areProbes).map(({ businessId }) => businessId)
const claim = (tx: Tx, { atMost = 40, probes = 10, busy = [] as Claimed[] } = {}) => tx<Claimed[]>`
  select * from claim_deliveries(${atMost}, ${probes}, ${storesOf(busy, false)}::uuid[], ${busy.map(({ webhookId }) => webhookId)}::uuid[], '1 minute', ${storesOf(busy, true)}::uuid[])`
const claimed = (options?: Parameters<typeof claim>[1]) =>
  inScope(t.app.db, {}, tx => claim(tx, options))
const countOf = (rows: readonly Claimed[], webhook: string) =>
  rows.filter(({ webhookId }) => webhookId === webhook).length

test('a backlog, however long, keeps no store waiting that has a single message, nor another webhook of its own', async () => {
  const long = [await waits(stores[0], 1100, { age: 5 }), await waits(stores[1], 1100, { age: 5 })]
  const single = await waits(stores[2], 1, { age: 0 })
  const beside = await waits(stores[0], 1, { age: 0 })
  const rows = await claimed()
  expect([...long, single, beside].map(webhook => countOf(rows, webhook))).toEqual([2, 2, 1, 1])
  // Those are under way, and so all that a webhook may have.
  expect(await claimed({ busy: [...rows] })).toEqual([])
  expect(
    (
      await claimed({
        busy: rows
          .filter(({ webhookId }) => webhookId !== long[1])
          .concat(rows.filter(({ webhookId }) => webhookId === long[1]).slice(0, 1)),
      })
    ).map(({ webhookId }) => webhookId),
  ).toEqual([long[1]])
})

test('a store has four under way, of whichever of its webhooks', async () => {
  for (let i = 0; i < 5; i++) await waits(stores[0], 3)
  const rows = await claimed()
  expect(rows).toHaveLength(4)
  expect(await claimed({ busy: [...rows] })).toEqual([])
  expect(await claimed({ busy: rows.slice(1) })).toHaveLength(1)
})

test('what fails is tried by one message at a time, and takes the places of nothing that arrives', async () => {
  const dead = [] as string[]
  for (const store of [0, 0, 0, 1, 1, 2])
    dead.push(await waits(stores[store], 50, { isFailing: true, age: 9 }))
  const well = await waits(stores[0], 3)
  const rows = await claimed()
  expect(countOf(rows, well)).toBe(2)
  expect(
    rows
      .filter(({ isProbe }) => isProbe)
      .map(({ webhookId }) => webhookId)
      .toSorted(),
  ).toEqual(expect.arrayContaining(dead.slice(3)))
  expect(dead.map(webhook => countOf(rows, webhook)).toSorted()).toEqual([0, 1, 1, 1, 1, 1])
  await inBusiness(
    t.app.db,
    stores[0]?.businessId ?? '',
    tx => tx`update webhook_delivery set next_at = now() - interval '1 second'`,
  )
  const [few, other] = [await claimed({ atMost: 3, probes: 1 }), await waits(stores[2], 2)]
  expect([few.filter(({ isProbe }) => isProbe).length, countOf(few, well)]).toEqual([1, 2])
  expect(
    (await claimed({ probes: 0 }))
      .map(({ webhookId }) => webhookId)
      .filter(webhook => webhook === other),
  ).toHaveLength(2)
})

test('probes that hang take no places of what arrives, and what arrives keeps no probe away', async () => {
  for (let i = 0; i < 3; i++) await waits(stores[0], 9, { isFailing: true, age: 9 })
  const probes = [...(await claimed())]
  expect(probes.map(({ isProbe }) => isProbe)).toEqual([true, true])
  for (let i = 0; i < 3; i++) await waits(stores[0], 9)
  const well = [...(await claimed({ busy: probes }))]
  expect(well.map(({ isProbe }) => isProbe)).toEqual([false, false, false, false])
  const next = await claimed({ busy: [...well, ...probes.slice(1)] })
  expect(next.map(({ isProbe }) => isProbe)).toEqual([true])
  expect(await claimed({ busy: [...well, ...probes.slice(1), ...next] })).toEqual([])
})

test('two processes that look at once take different ones, and neither waits for the other', async () => {
  const webhooks = [await waits(stores[0], 3), await waits(stores[1], 3)]
  const [first, second] = await inScope(
    t.app.db,
    {},
    async tx => [await claim(tx, { atMost: 2 }), await claimed()] as const,
  )
  expect(first).toHaveLength(2)
  expect(second.length).toBeGreaterThan(0)
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(first.length + second.length)
  expect(
    webhooks.map(webhook => countOf([...first, ...second], webhook)).every(count => count >= 2),
  ).toBe(true)
})

test('an attempt that ends while its webhook is led elsewhere waits for that, and counts for nothing there', async () => {
  const webhook = await waits(stores[0], 1)
  program.answer = reply => reply.writeHead(500).end()
  const [one] = await claimed()
  const inStore = <T>(work: (tx: Tx) => Promise<T>) =>
    inBusiness(t.app.db, stores[0]?.businessId ?? '', work)
  const { ending } = await inStore(async tx => {
    await tx`select 1 from webhook where id = ${webhook} for update`
    const ending = one
      ? send(t.app, one, reachOf(t.app.config), new AbortController().signal)
      : undefined
    await expect
      .poll(
        async () =>
          (
            await t.sql`select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
          ).length,
        { timeout: 20_000 },
      )
      .toBe(1)
    await tx`update webhook set url = ${`${program.url}/new`} where id = ${webhook}`
    await tx`update webhook_delivery set next_at = least(next_at, now()) where webhook_id = ${webhook}`
    return { ending }
  })
  await ending
  program.answer = reply => reply.writeHead(204).end()
  const [kept] = await inStore(
    tx => tx`
    select w.failing_since, d.response_status, d.status, d.next_at <= now() as is_due from webhook w join webhook_delivery d on d.webhook_id = w.id where w.id = ${webhook}`,
  )
  expect(kept).toEqual({ failingSince: null, responseStatus: 500, status: 'waiting', isDue: true })
})

test('a name server that never answers holds up nobody, and is let go of at the end', async () => {
  await waits(stores[0], 30, { url: 'http://silent.example/', age: 9 })
  await waits(stores[0], 5)
  await waits(stores[1], 5)
  const local = [{ address: '127.0.0.1', family: 4 }]
  const rounds = startRounds(t.app, {
    resolve: host => (host === 'silent.example' ? new Promise(() => {}) : Promise.resolve(local)),
    isAllowed: () => true,
  })
  const left = async () =>
    (
      await t.sql<{ n: number }[]>`
    select count(*)::integer as n from webhook_delivery d join webhook w on w.id = d.webhook_id where w.url = ${program.url} and d.tried_at is null`
    )[0]?.n
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  expect(program.received).toHaveLength(10)
  await rounds.stop()
})
