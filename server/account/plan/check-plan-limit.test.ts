import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planApi } from '#contract/account/plan.ts'
import { allApis } from '#contract/all.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { importApi } from '#contract/import/import.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { productApi } from '#contract/product/product.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { domainApi } from '#contract/store/domain.ts'
import { storeApi } from '#contract/store/store.ts'
import { openTestCheckout, placeTestOrder } from '../../testing/subject/test-order.ts'
import { type PlanTest, startPlanTest } from '../../testing/subject/test-plan.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { makePerson } from '../../testing/testing.ts'

let p: PlanTest
beforeAll(async () => {
  p = await startPlanTest()
})
afterAll(() => p.close())
beforeEach(() => p.reset())

const password = samplePassword
const products = (count: number) =>
  p.t.inStore(
    tx => tx`
    insert into product (title, slug)
    select 'Bowl ' || n, 'bowl-' || n from generate_series(1, ${count}) n`,
  )
const countProducts = async () => {
  const [row] = await p.t.inStore(
    tx => tx<{ count: number }[]>`select count(*)::integer as count from product`,
  )
  return row?.count
}
const createProduct = (title: string, headers = {}) =>
  p.t.call('owner', productApi.create, { body: { title, price: 100 }, headers })

/** Returns a person who can manage the owner's store, and has a plan of their own: a trial. */
const makeHelper = () =>
  makePerson(p.t.app, p.t.sql, `helper-of-${p.t.people.owner.name}`, {
    storeId: p.t.people.owner.storeId,
    abilities: [
      { action: 'manage', subject: 'product' },
      { action: 'manage', subject: 'business' },
    ],
  })

const cases: [string, Route, () => object][] = [
  ['store', storeApi.create, () => ({ name: 'Second' })],
  ['domain', domainApi.create, () => ({ domain: 'pots.example.com' })],
  [
    'apiKey',
    apiKeyApi.create,
    () => ({ name: 'App', ability: [{ action: 'read', subject: 'product' }], password }),
  ],
  [
    'webhook',
    webhookApi.create,
    () => ({ url: 'https://app.example.com/hook', events: ['product.created'], password }),
  ],
]

describe('with Basic', () => {
  beforeEach(() => p.passDays(8))

  test.each(cases)('a further %s is rejected and nothing is written', async (name, route, body) => {
    const before = await p.t.changes()
    const reply = await p.t.call('owner', route, { body: body() })
    expect([reply.status, reply.body.code]).toEqual([403, `plan_limit_${name}`])
    expect(reply.body.params.plan).toBe('Standard')
    expect(await p.t.changes()).toBe(before)
  })

  test('a closed store counts again when it is reopened', async () => {
    const { storeId: id } = p.t.people.owner
    const setStatus = (status: string) =>
      p.t.call('owner', storeApi.update, { params: { id }, body: { data: { status } } })
    expect((await setStatus('closed')).status).toBe(200)
    const second = await p.t.call('owner', storeApi.create, { body: { name: 'Second' } })
    expect(second.status).toBe(201)
    const before = await p.t.changes()
    const { status, body } = await setStatus('draft')
    expect([status, body.code, body.params.used]).toEqual([403, 'plan_limit_store', 1])
    expect(await p.t.changes()).toBe(before)
    expect((await setStatus('closed')).status).toBe(200)
  })

  test('the limit is that of the owner, who is asked to choose a larger plan', async () => {
    const helper = await makeHelper()
    const { storeId: id } = p.t.people.owner
    const setStatus = (as: typeof helper | 'owner', status: string) =>
      p.t.call(as, storeApi.update, { params: { id }, body: { data: { status } } })
    await products(100)
    expect((await setStatus('owner', 'closed')).status).toBe(200)
    await p.t.call('owner', storeApi.create, { body: { name: 'Second' } })
    const before = await p.t.changes()
    for (const { status, body } of [
      await p.t.call(helper, productApi.create, { body: { title: 'More', price: 100 } }),
      await setStatus(helper, 'draft'),
    ])
      expect([status, body.code]).toEqual([403, 'owner_plan_limit'])
    expect(await p.t.changes()).toBe(before)
    await p.buy('standard')
    expect((await setStatus(helper, 'draft')).status).toBe(200)
    const changes = await p.t.sql`
      select 1 from audit
      where store_id = ${id} and person_id = ${helper.personId} and action = 'update'`
    expect(changes).toHaveLength(1)
  })

  test('the limit of staff counts an expired invitation only when it is sent again', async () => {
    const { personId } = p.t.people.nobody
    await p.t.inStore(tx => tx`delete from membership where person_id = ${personId}`)
    const invite = (email: string) =>
      p.t.call('owner', staffApi.invite, { body: { email, role: 'user' } })
    const { _id: id } = (await invite('a@example.com')).body.data
    await p.t.inStore(
      tx => tx`
      update invitation set expires_at = now() - interval '1 day', sent_at = now() - interval '8 days'`,
    )
    expect((await invite('b@example.com')).status).toBe(201)
    const before = await p.t.changes()
    const { status, body } = await p.t.call('owner', staffApi.resend, { params: { id } })
    expect([status, body.code]).toEqual([403, 'plan_limit_staff'])
    expect(await p.t.changes()).toBe(before)
  })

  test('the limit of staff counts invitations', async () => {
    const invite = (email: string) =>
      p.t.call('owner', staffApi.invite, { body: { email, role: 'user' } })
    const codes = [await invite('a@example.com'), await invite('b@example.com')]
    expect(codes.some(({ body }) => body.code === 'plan_limit_staff')).toBe(true)
  })

  test('the product that reaches the limit is the last, and its repeated call is answered', async () => {
    await products(99)
    const headers = { 'idempotency-key': 'one' }
    const last = await createProduct('Last', headers)
    expect(last.status).toBe(201)
    const refused = await createProduct('One more')
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      403,
      'plan_limit_product',
      { limit: 100, used: 100, plan: 'Standard' },
    ])
    expect(await countProducts()).toBe(100)
  })

  test('owners are notified at 80% and at 100% of a limit, once a month', async () => {
    await makeHelper()
    const list = async () => {
      await p.t.runJob('plan.notifyLimits')
      await p.t.runJob('plan.notifyLimits')
      return p.t.sql`
        select kind, person_id, data from notification
        where store_id = ${p.t.people.owner.storeId} and data ->> 'resource' = 'product' order by id`
    }
    const { personId } = p.t.people.owner
    const at = (kind: string, used: number) => ({
      kind,
      personId,
      data: { resource: 'product', used, limit: 100 },
    })
    await products(79)
    expect(await list()).toEqual([])
    await createProduct('80')
    expect(await list()).toEqual([at('limit_near', 80)])
    await p.t.inStore(
      tx => tx`
      insert into product (title, slug) select 'Cup', 'cup-' || n from generate_series(1, 20) n`,
    )
    const both = [at('limit_near', 80), at('limit_reached', 100)]
    expect(await list()).toEqual(both)
    await p.t.inStore(tx => tx`delete from product where slug = 'cup-1'`)
    expect(await list()).toEqual(both)
    await p.t.sql`update notification set created_at = created_at - interval '32 days'`
    expect(await list()).toEqual([...both, at('limit_near', 99)])
  })

  test('two calls at once do not exceed the limit together', async () => {
    await products(98)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => createProduct(`At once ${n}`)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await countProducts()).toBe(100)
  })

  test('the order of a shopper above the limit of a month is accepted', async () => {
    await openTestCheckout(p.t)
    await p.t.inStore(
      tx => tx`
        insert into "order" (number, currency, subtotal, total)
        select 'M' || n, 'USD', 1000, 1000 from generate_series(1, 50) n`,
    )
    const { body } = await p.t.call('owner', planApi.get)
    expect(body.data.stores[0].uses).toContainEqual({ resource: 'order', used: 50, limit: 50 })
    await placeTestOrder(p.t)
    const [row] = await p.t.inStore(tx => tx`select count(*)::integer as count from "order"`)
    expect(row?.['count']).toBe(51)
  })

  test('records beyond the limit stay readable and editable', async () => {
    await products(150)
    const { body } = await p.t.call('owner', productApi.list)
    expect(body.meta.total).toBe(150)
    const [{ _id: id }] = body.data
    const update = await p.t.call('owner', productApi.update, {
      params: { id },
      body: { title: 'Renamed' },
    })
    expect(update.status).toBe(200)
  })
})

test('an import writes the products up to the limit, and reports the others', async () => {
  await p.passDays(8)
  await products(95)
  const rows = Array.from({ length: 12 }, (_, n) => `plate-${n},Plate ${n},5`)
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([`Handle,Title,Variant Price\n${rows.join('\n')}\n`]), 'plates.csv')
  const created = await p.t.call('owner', importApi.create, { body })
  const params = { id: created.body.data._id }
  await p.t.runJobs()
  await p.t.call('owner', importApi.start, { params, body: { copyImages: false } })
  await p.t.runJobs()
  const { data } = (await p.t.call('owner', importApi.get, { params })).body
  expect(data).toMatchObject({ status: 'done', counts: { create: 5, skip: 7 } })
  expect(await countProducts()).toBe(100)
  expect(data.problems[0]).toMatchObject({ code: 'plan_limit_product' })
})

test('a paid plan raises the limits at once', async () => {
  await p.passDays(8)
  await products(100)
  expect((await createProduct('No')).status).toBe(403)
  await p.buy('standard')
  expect((await createProduct('Yes')).status).toBe(201)
})

test('the limits that plans have are those that calls declare', () => {
  const uses = allApis.flatMap(api => Object.values(api)).flatMap(({ uses: own }) => own ?? [])
  expect([...new Set(uses)].toSorted()).toEqual([
    'apiKey',
    'domain',
    'product',
    'staff',
    'store',
    'webhook',
  ])
})
