import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { searchApi } from '#contract/store/search.ts'
import { withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import { eventually } from '../eventually.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing.ts'

const poolSize = 4
const stores: (Tester & { mark: string })[] = []
let t: TestApp
let port: number

beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: String(poolSize) })
  for (const mark of ['amselruf', 'birkhahn', 'dompfaff']) {
    const person = await makePerson(t.app, t.sql, mark)
    stores.push({ ...person, mark })
    await withStoreTransaction(t.app.db, person.storeId, async tx => {
      await tx`
        insert into product (title, slug, status)
        select ${mark} || ' ' || n, ${mark} || '-' || n, 'active'
        from generate_series(1, 300) n`
      await tx`insert into category (name, slug) values (${mark}, ${mark})`
      await tx`insert into "order" (number, currency, customer_name) values ('#1', 'USD', ${mark})`
    })
  }
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => t.close())

type LoadRequest = { route: Route; path?: string; body?: object }
let requestNumber = 0
/** Reads on shared and own connections, writes, a streamed export, and calls that fail midway. */
function pickRequest(mark: string): LoadRequest {
  requestNumber += 1
  const requests: LoadRequest[] = [
    { route: productApi.list, path: '/api/product/getAll?perPage=20' },
    { route: productApi.list, path: `/api/product/getAll?q=${mark}&perPage=20` },
    { route: orderApi.list },
    { route: categoryApi.list },
    { route: searchApi.find, path: `/api/search/find?q=${mark}` },
    { route: productApi.export },
    { route: categoryApi.create, body: { name: `${mark} ${requestNumber}` } },
    { route: categoryApi.create, body: { name: mark } },
    { route: productApi.create, body: { title: `${mark} ${requestNumber}`, price: 1 } },
  ]
  return requests[requestNumber % requests.length] ?? { route: productApi.list }
}

/** Returns the reply, or undefined if the client disconnected before or during the reply. */
async function sendRequest(
  store: Tester & { mark: string },
  disconnectAfterMs: number | undefined,
): Promise<{ status: number; text: string } | undefined> {
  const { route, path, body } = pickRequest(store.mark)
  const clientRequest = request({
    port,
    host: '127.0.0.1',
    method: route.method,
    path: path ?? getRouteUrl(route),
    headers: {
      authorization: `Bearer ${store.token}`,
      'x-business-id': store.storeId,
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  clientRequest.on('error', () => {})
  clientRequest.end(body && JSON.stringify(body))
  if (disconnectAfterMs !== undefined) {
    await sleep(disconnectAfterMs)
    clientRequest.destroy()
    return undefined
  }
  const [reply] = await once(clientRequest, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { status: reply.statusCode, text: Buffer.concat(chunks).toString() }
}

const getOtherStores = (mark: string) => stores.filter(store => store.mark !== mark)
const findLeaks = (mark: string, reply: { status: number; text: string } | undefined) =>
  reply && getOtherStores(mark).some(other => reply.text.includes(other.mark))
    ? [`${mark} received data of another store: ${reply.text.slice(0, 200)}`]
    : []

test('replies contain only the own store, with few connections and clients that disconnect', async () => {
  const leaks: string[] = []
  const statuses = new Map<number, number>()
  const runClient = async (clientNumber: number) => {
    for (let round = 0; round < 25; round++) {
      const store = stores[(clientNumber + round) % stores.length]
      if (!store) continue
      const step = (clientNumber * 7 + round * 13) % 20
      const reply = await sendRequest(store, step < 3 ? step * 4 : undefined)
      leaks.push(...findLeaks(store.mark, reply))
      if (reply) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, clientNumber) => runClient(clientNumber)))
  expect(leaks).toEqual([])
  expect([...statuses.keys()].filter(status => ![200, 201, 409].includes(status))).toEqual([])
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(250)
})

test('afterwards the pool is complete, and no connection is still bound to a store', async () => {
  const connections = await Promise.all(
    Array.from({ length: poolSize - 1 }, () => t.app.db.pool.acquire()),
  )
  const settings = await Promise.all(
    connections.map(
      ({ connection }) =>
        connection`
          select current_setting('app.store_id', true) as store,
            current_setting('app.person_id', true) as person,
            pg_current_xact_id_if_assigned() as open`,
    ),
  )
  for (const pooledConnection of connections) t.app.db.pool.release(pooledConnection)
  expect(
    settings.map(([row]) => [row?.['store'] ?? '', row?.['person'] ?? '', row?.['open']]),
  ).toEqual(connections.map(() => ['', '', null]))
  await eventually(async () => {
    // The connection of this query is active itself.
    const activities = await withTransaction(
      t.app.db,
      {},
      tx => tx<{ state: string; n: number }[]>`
      select state, count(*)::integer as n from pg_stat_activity
      where datname = current_database() and usename = current_user
        and pid <> pg_backend_pid()
      group by 1`,
    )
    expect(activities.filter(({ state }) => state !== 'idle')).toEqual([])
    expect(activities.reduce((sum, { n }) => sum + n, 0)).toBeLessThanOrEqual(poolSize)
  })
})

test('every write is in the own store', async () => {
  for (const { mark, storeId } of stores) {
    const foreignRows = await withStoreTransaction(
      t.app.db,
      storeId,
      tx =>
        tx`
          select title as name from product where title not like ${`${mark}%`}
          union all select name from category where name not like ${`${mark}%`}`,
    )
    expect(foreignRows).toEqual([])
  }
})
