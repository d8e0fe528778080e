import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { allApis } from '#contract/all.ts'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { createDemoStores } from '../../seed/create-demo-stores.ts'
import { demoOwner, demoStores } from '../../seed/demo-store.ts'
import { startTestApp, type TestApp, type Tester } from '../testing.ts'

let t: TestApp
let small: Tester
let large: Tester

beforeAll(async () => {
  t = await startTestApp({ METRICS_TOKEN: 'so-that-queries-are-counted-at-all' })
  const draw = () =>
    sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
      .png()
      .toBuffer()
  const [most, least] = demoStores
  if (!most || !least) throw new Error('two stores are needed')
  await createDemoStores(t.app.db, t.app.config, draw, [
    { ...most, ordersPerDay: 0.3, customers: 60 },
    { ...least, ordersPerDay: 0.02, customers: 3, productTypes: ['Cards'] },
  ])
  const { body } = await t.call(undefined, accountApi.login, {
    body: { email: demoOwner.email, password: demoOwner.password },
  })
  const stores = await t.sql<{ id: string; slug: string }[]>`select id, slug from store`
  const inStore = (slug: string): Tester => ({
    personId: body.data._id,
    storeId: stores.find(store => store.slug === slug)?.id ?? '',
    token: body.data.accessToken,
  })
  large = inStore(most.slug)
  small = inStore(least.slug)
})
afterAll(() => t.close())

/**
 * Returns the number of queries of one call, without those whose results are cached between calls.
 */
async function countQueries(as: Tester, route: Route, params = {}): Promise<number> {
  const counts: number[] = []
  for (let n = 0; n < 3; n++) {
    const before = t.app.db.metrics?.current.queries ?? 0
    expect((await t.call(as, route, { params })).status).toBeLessThan(300)
    counts.push((t.app.db.metrics?.current.queries ?? 0) - before)
  }
  return Math.min(...counts)
}

test.each([
  { list: productApi.list, get: productApi.get },
  { list: orderApi.list, get: orderApi.get },
])(
  '$list.feature: a list and a record with its parts are one query each',
  async ({ list, get }) => {
    const { body } = await t.call(large, list)
    expect(await countQueries(large, list)).toBe(1)
    expect(await countQueries(large, get, { id: body.data[0]._id })).toBe(1)
  },
)

const listRoutes = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(
    route =>
      route.method === 'GET' &&
      route.can !== 'public' &&
      !route.downloadType &&
      !getRouteUrl(route).includes(':') &&
      route.query.safeParse({}).success,
  )
  .map(route => ({ title: getRouteUrl(route), route }))

test('the two stores differ widely in size', async () => {
  const [count] = await t.sql.begin(async tx => {
    await tx
      .unsafe(
        `set local app.backup = 'on'; set local app.store_id = '00000000-0000-0000-0000-000000000000'`,
      )
      .simple()
    return tx<{ more: number; less: number }[]>`
      select
        (select count(*)::integer from "order" where store_id = ${large.storeId}) as more,
        (select count(*)::integer from "order" where store_id = ${small.storeId}) as less`
  })
  expect(count?.less).toBeGreaterThan(0)
  expect(count?.more).toBeGreaterThan(5 * (count?.less ?? 0))
  expect(listRoutes.length).toBeGreaterThan(15)
})

describe('the number of queries of a call does not depend on the number of rows', () => {
  test.each(listRoutes)('$title', async ({ route }) => {
    const few = await countQueries(small, route)
    const many = await countQueries(large, route)
    expect(few, 'queries are counted').toBeGreaterThan(0)
    expect(many).toBeLessThanOrEqual(few)
  })
})

test('simultaneous readiness probes share one query', async () => {
  const before = t.app.db.metrics?.current.queries ?? 0
  await Promise.all(Array.from({ length: 200 }, () => t.app.inject('/health/ready')))
  // The result is cached for a second, and a slow machine may take longer for all probes.
  expect((t.app.db.metrics?.current.queries ?? 0) - before).toBeLessThan(20)
})
