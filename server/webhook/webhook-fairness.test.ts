import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { encryptSecret } from '../lib/security/encrypt-secret.ts'
import { startWebhookReceiver } from '../testing/subject/webhook-testing.ts'
import { startTestApp, type TestApp, type Tester } from '../testing/testing.ts'
import { getWebhookPolicy } from './rule/webhook-url.ts'
import { startDeliveryWorker } from './webhook-delivery-worker.ts'
import { sendDelivery } from './webhook-send.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let stores: Tester[]
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  stores = [t.people.owner, t.people.stranger, t.canaryOwner]
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(async () => {
  for (const { storeId } of stores)
    await withStoreTransaction(t.app.db, storeId, tx => tx`delete from webhook`)
  receiver.received.length = 0
})

/**
 * Creates a webhook with `count` deliveries that have been due for `age` hours, and returns its id.
 */
const createWaitingDeliveries = (
  store: Tester | undefined,
  count: number,
  { url = receiver.url, isFailing = false, age = 1 } = {},
) =>
  withStoreTransaction(t.app.db, store?.storeId ?? '', async tx => {
    const [newIdRow] = await tx<{ id: string }[]>`select new_id() as id`
    const id = newIdRow?.id ?? ''
    const secret = encryptSecret(t.app.keys.webhook, id, 'whsec_one')
    await tx`
    insert into webhook (id, url, events, secret, hint, failing_since)
    values (${id}, ${url}, '{customer.created}', ${secret}, '', ${isFailing ? new Date() : null})`
    await tx`
    with e as (
      insert into webhook_event (type, record_id, data)
      select 'customer.created', new_id(), '{}' from generate_series(1, ${count}) returning id
    )
    insert into webhook_delivery (webhook_id, event_id, next_attempt_at)
    select ${id}, id, now() - make_interval(hours => ${age}) from e`
    return id
  })
type ClaimedDelivery = { storeId: string; webhookId: string; id: string; isProbe: boolean }
const listClaimedStores = (busy: ClaimedDelivery[], areProbes: boolean) =>
  busy.filter(({ isProbe }) => isProbe === areProbes).map(({ storeId }) => storeId)
const runClaim = (tx: Tx, { maxCount = 40, maxProbes = 10, busy = [] as ClaimedDelivery[] } = {}) =>
  tx<ClaimedDelivery[]>`
  select * from claim_deliveries(
    ${maxCount}, ${maxProbes}, ${listClaimedStores(busy, false)}::uuid[],
    ${busy.map(({ webhookId }) => webhookId)}::uuid[], '1 hour',
    ${listClaimedStores(busy, true)}::uuid[])`
const claimInStore = (options?: Parameters<typeof runClaim>[1]) =>
  withTransaction(t.app.db, {}, tx => runClaim(tx, options))
const countForWebhook = (rows: readonly ClaimedDelivery[], webhook: string) =>
  rows.filter(({ webhookId }) => webhookId === webhook).length

test('a backlog does not delay another store or another webhook of the same store', async () => {
  const longQueues = [
    await createWaitingDeliveries(stores[0], 1100, { age: 5 }),
    await createWaitingDeliveries(stores[1], 1100, { age: 5 }),
  ]
  const singleDelivery = await createWaitingDeliveries(stores[2], 1, { age: 0 })
  const besideDelivery = await createWaitingDeliveries(stores[0], 1, { age: 0 })
  const rows = await claimInStore()
  expect(
    [...longQueues, singleDelivery, besideDelivery].map(webhook => countForWebhook(rows, webhook)),
  ).toEqual([2, 2, 1, 1])
  // The webhooks already have their maximum number of deliveries in progress.
  expect(await claimInStore({ busy: [...rows] })).toEqual([])
  expect(
    (
      await claimInStore({
        busy: rows
          .filter(({ webhookId }) => webhookId !== longQueues[1])
          .concat(rows.filter(({ webhookId }) => webhookId === longQueues[1]).slice(0, 1)),
      })
    ).map(({ webhookId }) => webhookId),
  ).toEqual([longQueues[1]])
})

test('a store has at most four deliveries in progress over all its webhooks', async () => {
  for (let i = 0; i < 5; i++) await createWaitingDeliveries(stores[0], 3)
  const rows = await claimInStore()
  expect(rows).toHaveLength(4)
  expect(await claimInStore({ busy: [...rows] })).toEqual([])
  expect(await claimInStore({ busy: rows.slice(1) })).toHaveLength(1)
})

test('a failing webhook gets one probe at a time, which does not displace other deliveries', async () => {
  const deadWebhooks = [] as string[]
  for (const store of [0, 0, 0, 1, 1, 2])
    deadWebhooks.push(await createWaitingDeliveries(stores[store], 50, { isFailing: true, age: 9 }))
  const healthyWebhook = await createWaitingDeliveries(stores[0], 3)
  const rows = await claimInStore()
  expect(countForWebhook(rows, healthyWebhook)).toBe(2)
  expect(
    rows
      .filter(({ isProbe }) => isProbe)
      .map(({ webhookId }) => webhookId)
      .toSorted(),
  ).toEqual(expect.arrayContaining(deadWebhooks.slice(3)))
  expect(deadWebhooks.map(webhook => countForWebhook(rows, webhook)).toSorted()).toEqual([
    0, 1, 1, 1, 1, 1,
  ])
  await withStoreTransaction(
    t.app.db,
    stores[0]?.storeId ?? '',
    tx => tx`update webhook_delivery set next_attempt_at = now() - interval '1 second'`,
  )
  const [fewClaims, other] = [
    await claimInStore({ maxCount: 3, maxProbes: 1 }),
    await createWaitingDeliveries(stores[2], 2),
  ]
  expect([
    fewClaims.filter(({ isProbe }) => isProbe).length,
    countForWebhook(fewClaims, healthyWebhook),
  ]).toEqual([1, 2])
  expect(
    (await claimInStore({ maxProbes: 0 }))
      .map(({ webhookId }) => webhookId)
      .filter(webhook => webhook === other),
  ).toHaveLength(2)
})

test('many failing webhooks of a store do not displace the probe of another store', async () => {
  for (let i = 0; i < 20; i++)
    await createWaitingDeliveries(stores[0], 1, { isFailing: true, age: 9 })
  await createWaitingDeliveries(stores[1], 1, { isFailing: true })
  const claims = await claimInStore({ maxProbes: 3 })
  expect(claims.map(({ storeId }) => storeId).toSorted()).toEqual(
    [stores[0], stores[0], stores[1]].map(store => store?.storeId).toSorted(),
  )
})

test('probes and other deliveries of a store do not displace each other', async () => {
  for (let i = 0; i < 3; i++)
    await createWaitingDeliveries(stores[0], 9, { isFailing: true, age: 9 })
  const probes = [...(await claimInStore())]
  expect(probes.map(({ isProbe }) => isProbe)).toEqual([true, true])
  for (let i = 0; i < 3; i++) await createWaitingDeliveries(stores[0], 9)
  const healthyClaims = [...(await claimInStore({ busy: probes }))]
  expect(healthyClaims.map(({ isProbe }) => isProbe)).toEqual([false, false, false, false])
  const next = await claimInStore({ busy: [...healthyClaims, ...probes.slice(1)] })
  expect(next.map(({ isProbe }) => isProbe)).toEqual([true])
  expect(await claimInStore({ busy: [...healthyClaims, ...probes.slice(1), ...next] })).toEqual([])
})

test('two processes claim different deliveries at the same time without waiting', async () => {
  const webhooks = [
    await createWaitingDeliveries(stores[0], 3),
    await createWaitingDeliveries(stores[1], 3),
  ]
  const [first, second] = await withTransaction(
    t.app.db,
    {},
    async tx => [await runClaim(tx, { maxCount: 2 }), await claimInStore()] as const,
  )
  expect(first).toHaveLength(2)
  expect(second.length).toBeGreaterThan(0)
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(first.length + second.length)
  expect(
    webhooks
      .map(webhook => countForWebhook([...first, ...second], webhook))
      .every(count => count >= 2),
  ).toBe(true)
})

test('an attempt that ends during a change of the URL waits for it and does not count', async () => {
  const webhook = await createWaitingDeliveries(stores[0], 1)
  receiver.respond = reply => reply.writeHead(500).end()
  const [claim] = await claimInStore()
  const inStore = <T>(callback: (tx: Tx) => Promise<T>) =>
    withStoreTransaction(t.app.db, stores[0]?.storeId ?? '', callback)
  const countWaitingLocks = async () => {
    const locks = await t.sql`
      select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    return locks.length
  }
  const { sending } = await inStore(async tx => {
    await tx`select 1 from webhook where id = ${webhook} for update`
    const sending = claim
      ? sendDelivery(t.app, claim, getWebhookPolicy(t.app.config), new AbortController().signal)
      : undefined
    await expect.poll(countWaitingLocks).toBe(1)
    await tx`update webhook set url = ${`${receiver.url}/new`} where id = ${webhook}`
    await tx`update webhook_delivery set next_attempt_at = least(next_attempt_at, now()) where webhook_id = ${webhook}`
    return { sending }
  })
  await sending
  receiver.respond = reply => reply.writeHead(204).end()
  const [storedDelivery] = await inStore(
    tx => tx`
    select w.failing_since, d.response_status, d.status, d.next_attempt_at <= now() as is_due
    from webhook w join webhook_delivery d on d.webhook_id = w.id where w.id = ${webhook}`,
  )
  expect(storedDelivery).toEqual({
    failingSince: null,
    responseStatus: 500,
    status: 'waiting',
    isDue: true,
  })
})

test('a name server that never responds delays no other delivery, and the worker still stops', async () => {
  await createWaitingDeliveries(stores[0], 30, { url: 'http://silent.example/', age: 9 })
  await createWaitingDeliveries(stores[0], 5)
  await createWaitingDeliveries(stores[1], 5)
  const local = [{ address: '127.0.0.1', family: 4 }]
  const worker = startDeliveryWorker(t.app, {
    resolve: host => (host === 'silent.example' ? new Promise(() => {}) : Promise.resolve(local)),
    isAllowed: () => true,
  })
  const countWaiting = async () => {
    const [row] = await t.sql<{ n: number }[]>`
      select count(*)::integer as n from webhook_delivery d join webhook w on w.id = d.webhook_id
      where w.url = ${receiver.url} and d.last_attempt_at is null`
    return row?.n
  }
  await expect.poll(countWaiting).toBe(0)
  expect(receiver.received).toHaveLength(10)
  await worker.stop()
})
