import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Tx, withBusinessTransaction, withTransaction } from '../lib/db/db.ts'
import { seal } from '../lib/security/seal.ts'
import { startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'
import { startDeliveryWorker } from './webhook-delivery-worker.ts'
import { sendDelivery } from './webhook-send.ts'
import { startWebhookReceiver } from './webhook-testing.ts'
import { getWebhookReach } from './webhook-url.ts'

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
  for (const { businessId } of stores)
    await withBusinessTransaction(t.app.db, businessId, tx => tx`delete from webhook`)
  receiver.received.length = 0
})

/** A webhook of a store with so many deliveries that were due long ago. */
const createWaitingDeliveries = (
  store: Tester | undefined,
  count: number,
  { url = receiver.url, isFailing = false, age = 1 } = {},
) =>
  withBusinessTransaction(t.app.db, store?.businessId ?? '', async tx => {
    const [newIdRow] = await tx<{ id: string }[]>`select new_id() as id`
    const id = newIdRow?.id ?? ''
    await tx`
    insert into webhook (id, url, events, secret, hint, failing_since)
    values (${id}, ${url}, '{customer.created}', ${seal(t.app.keys.webhook, id, 'whsec_one')}, '', ${isFailing ? new Date() : null})`
    await tx`
    with e as (insert into webhook_event (type, about, data) select 'customer.created', new_id(), '{}' from generate_series(1, ${count}) returning id)
    insert into webhook_delivery (webhook_id, event_id, next_at) select ${id}, id, now() - make_interval(hours => ${age}) from e`
    return id
  })
type ClaimedDelivery = { businessId: string; webhookId: string; id: string; isProbe: boolean }
const listClaimedStores = (busy: ClaimedDelivery[], areProbes: boolean) =>
  busy.filter(({ isProbe }) => isProbe === areProbes).map(({ businessId }) => businessId)
const runClaim = (tx: Tx, { atMost = 40, probes = 10, busy = [] as ClaimedDelivery[] } = {}) => tx<
  ClaimedDelivery[]
>`
  select * from claim_deliveries(${atMost}, ${probes}, ${listClaimedStores(busy, false)}::uuid[], ${busy.map(({ webhookId }) => webhookId)}::uuid[], '1 minute', ${listClaimedStores(busy, true)}::uuid[])`
const claimInStore = (options?: Parameters<typeof runClaim>[1]) =>
  withTransaction(t.app.db, {}, tx => runClaim(tx, options))
const countForWebhook = (rows: readonly ClaimedDelivery[], webhook: string) =>
  rows.filter(({ webhookId }) => webhookId === webhook).length

test('a backlog, however long, keeps no store waiting that has a single message, nor another webhook of its own', async () => {
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
  // Those are under way, and so all that a webhook may have.
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

test('a store has four under way, of whichever of its webhooks', async () => {
  for (let i = 0; i < 5; i++) await createWaitingDeliveries(stores[0], 3)
  const rows = await claimInStore()
  expect(rows).toHaveLength(4)
  expect(await claimInStore({ busy: [...rows] })).toEqual([])
  expect(await claimInStore({ busy: rows.slice(1) })).toHaveLength(1)
})

test('what fails is tried by one message at a time, and takes the places of nothing that arrives', async () => {
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
  await withBusinessTransaction(
    t.app.db,
    stores[0]?.businessId ?? '',
    tx => tx`update webhook_delivery set next_at = now() - interval '1 second'`,
  )
  const [fewClaims, other] = [
    await claimInStore({ atMost: 3, probes: 1 }),
    await createWaitingDeliveries(stores[2], 2),
  ]
  expect([
    fewClaims.filter(({ isProbe }) => isProbe).length,
    countForWebhook(fewClaims, healthyWebhook),
  ]).toEqual([1, 2])
  expect(
    (await claimInStore({ probes: 0 }))
      .map(({ webhookId }) => webhookId)
      .filter(webhook => webhook === other),
  ).toHaveLength(2)
})

test('probes that hang take no places of what arrives, and what arrives keeps no probe away', async () => {
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

test('two processes that look at once take different ones, and neither waits for the other', async () => {
  const webhooks = [
    await createWaitingDeliveries(stores[0], 3),
    await createWaitingDeliveries(stores[1], 3),
  ]
  const [first, second] = await withTransaction(
    t.app.db,
    {},
    async tx => [await runClaim(tx, { atMost: 2 }), await claimInStore()] as const,
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

test('an attempt that ends while its webhook is led elsewhere waits for that, and counts for nothing there', async () => {
  const webhook = await createWaitingDeliveries(stores[0], 1)
  receiver.respond = reply => reply.writeHead(500).end()
  const [one] = await claimInStore()
  const inStore = <T>(work: (tx: Tx) => Promise<T>) =>
    withBusinessTransaction(t.app.db, stores[0]?.businessId ?? '', work)
  const { ending } = await inStore(async tx => {
    await tx`select 1 from webhook where id = ${webhook} for update`
    const ending = one
      ? sendDelivery(t.app, one, getWebhookReach(t.app.config), new AbortController().signal)
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
    await tx`update webhook set url = ${`${receiver.url}/new`} where id = ${webhook}`
    await tx`update webhook_delivery set next_at = least(next_at, now()) where webhook_id = ${webhook}`
    return { ending }
  })
  await ending
  receiver.respond = reply => reply.writeHead(204).end()
  const [storedDelivery] = await inStore(
    tx => tx`
    select w.failing_since, d.response_status, d.status, d.next_at <= now() as is_due from webhook w join webhook_delivery d on d.webhook_id = w.id where w.id = ${webhook}`,
  )
  expect(storedDelivery).toEqual({
    failingSince: null,
    responseStatus: 500,
    status: 'waiting',
    isDue: true,
  })
})

test('a name server that never answers holds up nobody, and is let go of at the end', async () => {
  await createWaitingDeliveries(stores[0], 30, { url: 'http://silent.example/', age: 9 })
  await createWaitingDeliveries(stores[0], 5)
  await createWaitingDeliveries(stores[1], 5)
  const local = [{ address: '127.0.0.1', family: 4 }]
  const worker = startDeliveryWorker(t.app, {
    resolve: host => (host === 'silent.example' ? new Promise(() => {}) : Promise.resolve(local)),
    isAllowed: () => true,
  })
  const countWaiting = async () =>
    (
      await t.sql<{ n: number }[]>`
    select count(*)::integer as n from webhook_delivery d join webhook w on w.id = d.webhook_id where w.url = ${receiver.url} and d.tried_at is null`
    )[0]?.n
  await expect.poll(countWaiting, { timeout: 20_000 }).toBe(0)
  expect(receiver.received).toHaveLength(10)
  await worker.stop()
})
