import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainApi } from '#contract/domain.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { type Notice, noticeApi } from '#contract/notification.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { insert } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type As = 'owner' | 'stranger' | 'nobody' | Tester
const list = async (as: As = 'owner', query: Record<string, unknown> = {}): Promise<Notice[]> =>
  (await t.call(as, noticeApi.list, { query: { perPage: 100, ...query } })).body.data
const unread = async (as: As = 'owner'): Promise<number> =>
  (await t.call(as, noticeApi.list)).body.meta.unread
/** What the work has made known, oldest first. */
async function newsOf(work: () => Promise<unknown>): Promise<Notice[]> {
  const before = new Set((await list()).map(notice => notice._id))
  await work()
  return (await list()).filter(notice => !before.has(notice._id)).reverse()
}
const makeProduct = async (product: object = {}) => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Teapot', price: 1000, stock: 100, ...product },
  })
  return { product: String(body.data._id), variant: String(body.data.variants[0]._id) }
}
const order = (variant: string, quantity = 1, as: As = 'owner') =>
  t.call(as, orderApi.create, {
    body: { customer: { name: 'Ada Byron' }, lines: [{ variant, quantity }] },
  })
const setStock = (variant: string, stock: number) =>
  t.inStore(tx => tx`update variant set stock = ${stock} where id = ${variant}`)
const colleague = (name: string, abilities: Ability[]) =>
  makePerson(t.app, t.sql, name, { businessId: t.people.owner.businessId, abilities })

test('an order makes one notice with what its sentence needs; moving it makes none', async () => {
  const { variant } = await makeProduct()
  let id = ''
  const news = await newsOf(async () => {
    id = (await order(variant)).body.data._id
  })
  expect(news).toMatchObject([
    {
      kind: 'order_created',
      subject: 'order',
      subjectId: id,
      isRead: false,
      data: {
        number: '#1001',
        customer: 'Ada Byron',
        total: 1000,
        currency: 'USD',
        source: 'manual',
      },
    },
  ])
  expect(
    await newsOf(() =>
      t.call('owner', orderApi.updateStatus, { params: { id }, body: { status: 'confirmed' } }),
    ),
  ).toEqual([])
})

test('what is refused or rolled back makes none', async () => {
  const { variant } = await makeProduct({ stock: 6 })
  const news = await newsOf(async () => {
    expect((await order(variant, 7)).status).toBe(409)
    await t
      .inStore(async tx => {
        await insert(tx, 'order', { number: '#never', currency: 'USD' })
        await tx`update variant set stock = 0 where id = ${variant}`
        throw new Error('taken back')
      })
      .catch(() => {})
  })
  expect(news).toEqual([])
})

test('orders that are brought in, drafts and orders of long ago are no news; a draft that is placed is', async () => {
  const news = await newsOf(() =>
    t.inStore(async tx => {
      await insert(tx, 'order', { number: 'A1', currency: 'USD', source: 'import' })
      await insert(tx, 'order', {
        number: 'A2',
        currency: 'USD',
        createdAt: '2024-01-01T00:00:00Z',
      })
      const draft = await insert(tx, 'order', { number: 'A3', currency: 'USD', status: 'draft' })
      await tx`update "order" set status = 'pending' where id = ${draft}`
      await tx`update "order" set status = 'confirmed' where id = ${draft}`
    }),
  )
  expect(news.map(({ data }) => data.number)).toEqual(['A3'])
})

test('low stock is told when the limit is crossed, and again only after it was above', async () => {
  const { variant, product } = await makeProduct({ title: 'Mug', sku: 'MUG', stock: 7 })
  const kinds = async (work: () => Promise<unknown>) => (await newsOf(work)).map(({ kind }) => kind)
  expect(await kinds(() => order(variant))).toEqual(['order_created'])
  const news = await newsOf(() => order(variant))
  expect(news.find(({ kind }) => kind === 'stock_low')).toMatchObject({
    subject: 'product',
    subjectId: product,
    data: { title: 'Mug', sku: 'MUG', stock: 5 },
  })
  expect(news).toHaveLength(2)
  expect(await kinds(() => order(variant, 2))).toEqual(['order_created'])
  expect(await kinds(() => setStock(variant, 5))).toEqual([])
  expect(await kinds(() => setStock(variant, 60))).toEqual([])
  expect(await kinds(() => setStock(variant, 0))).toEqual(['stock_low'])
  await t.inStore(
    tx => tx`update variant set track_stock = false, stock = 80 where id = ${variant}`,
  )
  expect(await kinds(() => setStock(variant, 1))).toEqual([])
})

test("stock that a file sets is its report's matter", async () => {
  const { variant } = await makeProduct({ stock: 50 })
  expect(
    await newsOf(() =>
      t.inStore(async tx => {
        await tx`select set_config('app.request_id', 'import-7', true)`
        await tx`update variant set stock = 1 where id = ${variant}`
      }),
    ),
  ).toEqual([])
})

test('an import is told when it is checked, done or broken, and not when somebody stops it', async () => {
  const at = (id: string, status: string, rest: object = {}) =>
    t.inStore(tx => tx`update import set ${tx({ status, ...rest })} where id = ${id}`)
  const file = () =>
    t.inStore(tx =>
      insert(tx, 'import', { kind: 'products', fileName: 'spring.csv', fileKey: 'k', bytes: 1 }),
    )
  const id = await file()
  const news = await newsOf(async () => {
    await at(id, 'planning', { progress: 0.5 })
    for (const status of ['planned', 'planned', 'running', 'done']) await at(id, status)
    await at(await file(), 'failed', { message: 'No header' })
    await at(await file(), 'cancelled')
  })
  expect(news.map(({ kind }) => kind)).toEqual(['import_ready', 'import_done', 'import_failed'])
  expect(news[1]).toMatchObject({
    subjectId: id,
    data: { fileName: 'spring.csv', kind: 'products', create: 0 },
  })
  expect(news[2]?.data.message).toBe('No header')
})

test('a domain is told when it is proven or lost', async () => {
  const { body } = await t.call('owner', domainApi.create, { body: { domain: 'shop.example.org' } })
  const to = (status: string, lastError = '') =>
    t.inStore(
      tx =>
        tx`update domain set ${tx({ status, last_error: lastError })} where id = ${body.data._id}`,
    )
  const news = await newsOf(async () => {
    await to('active')
    await to('active')
    await to('failed', 'It leads elsewhere')
  })
  expect(news.map(({ kind, data }) => [kind, data.domain])).toEqual([
    ['domain_active', 'shop.example.org'],
    ['domain_failed', 'shop.example.org'],
  ])
})

test('each person sees what they may read, and in their own store alone', async () => {
  const seller = await colleague('orders-only', [{ action: 'read', subject: 'order' }])
  expect(new Set((await list(seller)).map(({ subject }) => subject))).toEqual(new Set(['order']))
  expect(await list('nobody')).toEqual([])
  expect(await unread('nobody')).toBe(0)
  expect(await list('stranger')).toEqual([])
  const low = (await list()).find(({ kind }) => kind === 'stock_low')
  for (const as of [seller, 'nobody', 'stranger'] as const)
    for (const body of [{ _id: low?._id }, { upTo: low?._id }])
      expect((await t.call(as, noticeApi.read, { body })).status).toBe(404)
  const rows = await t.inStore(
    tx => tx`select 1 from notice_reader union all select 1 from notice_read`,
  )
  expect(rows).toHaveLength(0)
})

test('what was before somebody came is not unread to them', async () => {
  const late = await colleague('late', [{ action: 'manage', subject: 'all' }])
  expect(await unread(late)).toBe(0)
  await order((await makeProduct()).variant)
  expect(await unread(late)).toBe(1)
})

test('one is read, or all up to one; each person for themselves', async () => {
  const other = await colleague('other', [{ action: 'manage', subject: 'all' }])
  const { variant } = await makeProduct()
  for (let i = 0; i < 3; i++) await order(variant)
  const before = await unread()
  const [newest, second, third] = await list()
  const read = (body: object) => t.call('owner', noticeApi.read, { body })
  expect((await read({ _id: second?._id })).body.data).toEqual({ unread: before - 1, work: [] })
  expect((await read({ _id: second?._id })).body.data.unread).toBe(before - 1)
  expect((await list('owner', { unread: true })).map(({ _id }) => _id).slice(0, 2)).toEqual([
    newest?._id,
    third?._id,
  ])
  expect((await read({ upTo: second?._id })).body.data.unread).toBe(1)
  expect((await read({ upTo: third?._id })).body.data.unread).toBe(1)
  expect((await list()).map(({ isRead }) => isRead).slice(0, 3)).toEqual([false, true, true])
  expect((await read({ upTo: newest?._id })).body.data.unread).toBe(0)
  expect(await unread(other)).toBe(3)
})

test('a mark names either one or the last one', async () => {
  const id = (await list())[0]?._id
  for (const body of [{}, { _id: id, upTo: id }, { _id: 'x' }, { _id: null }])
    expect((await t.call('owner', noticeApi.read, { body })).status).toBe(422)
})

test('pages follow each other by cursor', async () => {
  const all = await list()
  const first = await t.call('owner', noticeApi.list, { query: { perPage: 4 } })
  const second = await t.call('owner', noticeApi.list, {
    query: { perPage: 4, after: first.body.meta.next },
  })
  expect([...first.body.data, ...second.body.data].map(({ _id }: Notice) => _id)).toEqual(
    all.slice(0, 8).map(({ _id }) => _id),
  )
})

test('ninety days are kept, and what was read of the older ones goes with them', async () => {
  const [kept, old] = await list()
  await t.call('owner', noticeApi.read, { body: { _id: old?._id } })
  await t.inStore(
    tx =>
      tx`update notice set created_at = now() - interval '89 days' where id = ${kept?._id ?? ''}`,
  )
  await t.inStore(
    tx =>
      tx`update notice set created_at = now() - interval '91 days' where id = ${old?._id ?? ''}`,
  )
  const before = (await list()).length
  await t.inStore(tx => tx`select add_job('notice.forget', '{}')`)
  await t.runJobs()
  const after = (await list()).map(({ _id }) => _id)
  expect(after).toHaveLength(before - 1)
  expect(after).toContain(kept?._id)
})

test('the application can neither say what another store hears nor read its news by accident', async () => {
  const theirs = t.people.stranger.businessId
  await expect(
    t.inStore(
      tx =>
        tx`insert into notice (business_id, kind, subject, subject_id) values (${theirs}, 'order_created', 'order', ${theirs})`,
    ),
  ).rejects.toThrow(/row-level security/)
})
