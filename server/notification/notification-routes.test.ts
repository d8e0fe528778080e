import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { notificationApi, type StoreNotification } from '#contract/staff/notification.ts'
import { domainApi } from '#contract/store/domain.ts'
import { insertRow } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())

type TestActor = 'owner' | 'stranger' | 'nobody' | Tester
const listNotifications = async (
  as: TestActor = 'owner',
  query: Record<string, unknown> = {},
): Promise<StoreNotification[]> =>
  (await t.call(as, notificationApi.list, { query: { perPage: 100, ...query } })).body.data
const getUnreadCount = async (as: TestActor = 'owner'): Promise<number> =>
  (await t.call(as, notificationApi.list)).body.meta.unread
/** Runs the action and returns the notifications that it caused, oldest first. */
async function listNewNotifications(action: () => Promise<unknown>): Promise<StoreNotification[]> {
  const idsBefore = new Set((await listNotifications()).map(({ _id }) => _id))
  await action()
  return (await listNotifications()).filter(({ _id }) => !idsBefore.has(_id)).reverse()
}
const createProduct = async (product: object = {}) => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Teapot', price: 1000, stock: 100, ...product },
  })
  return { product: String(body.data._id), variant: String(body.data.variants[0]._id) }
}
const createOrder = (variant: string, quantity = 1, as: TestActor = 'owner') =>
  t.call(as, orderApi.create, {
    body: { customer: { name: 'Ada Byron' }, lines: [{ variant, quantity }] },
  })
const setStock = (variant: string, stock: number) =>
  t.inStore(tx => tx`update variant set stock = ${stock} where id = ${variant}`)
const createStaffMember = (name: string, abilities: Ability[]) =>
  makePerson(t.app, t.sql, `${name}-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities,
  })
/** Creates one notification for each order. */
const createOrders = async (count: number) => {
  const { variant } = await createProduct()
  for (let i = 0; i < count; i++) await createOrder(variant)
}

test('a new order creates one notification, a change of its status creates none', async () => {
  const { variant } = await createProduct()
  let id = ''
  const notifications = await listNewNotifications(async () => {
    id = (await createOrder(variant)).body.data._id
  })
  expect(notifications).toMatchObject([
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
    await listNewNotifications(() =>
      t.call('owner', orderApi.updateStatus, { params: { id }, body: { status: 'confirmed' } }),
    ),
  ).toEqual([])
})

test('a rejected order or a rolled-back change creates no notification', async () => {
  const { variant } = await createProduct({ stock: 6 })
  const notifications = await listNewNotifications(async () => {
    expect((await createOrder(variant, 7)).status).toBe(409)
    await t
      .inStore(async tx => {
        await insertRow(tx, 'order', { number: '#never', currency: 'USD' })
        await tx`update variant set stock = 0 where id = ${variant}`
        throw new Error('Rollback')
      })
      .catch(() => {})
  })
  expect(notifications).toEqual([])
})

test('imported, old and draft orders create no notification, but a placed draft does', async () => {
  const notifications = await listNewNotifications(() =>
    t.inStore(async tx => {
      await insertRow(tx, 'order', { number: 'A1', currency: 'USD', source: 'import' })
      await insertRow(tx, 'order', {
        number: 'A2',
        currency: 'USD',
        createdAt: '2024-01-01T00:00:00Z',
      })
      const draft = await insertRow(tx, 'order', { number: 'A3', currency: 'USD', status: 'draft' })
      await tx`update "order" set status = 'pending' where id = ${draft}`
      await tx`update "order" set status = 'confirmed' where id = ${draft}`
    }),
  )
  expect(notifications.map(({ data }) => data.number)).toEqual(['A3'])
})

test('low stock creates one notification each time the stock falls to the limit', async () => {
  const { variant, product } = await createProduct({ title: 'Mug', sku: 'MUG', stock: 7 })
  const listNewKinds = async (action: () => Promise<unknown>) =>
    (await listNewNotifications(action)).map(({ kind }) => kind)
  expect(await listNewKinds(() => createOrder(variant))).toEqual(['order_created'])
  const notifications = await listNewNotifications(() => createOrder(variant))
  expect(notifications.find(({ kind }) => kind === 'stock_low')).toMatchObject({
    subject: 'product',
    subjectId: product,
    data: { title: 'Mug', sku: 'MUG', stock: 5 },
  })
  expect(notifications).toHaveLength(2)
  expect(await listNewKinds(() => createOrder(variant, 2))).toEqual(['order_created'])
  expect(await listNewKinds(() => setStock(variant, 5))).toEqual([])
  expect(await listNewKinds(() => setStock(variant, 60))).toEqual([])
  expect(await listNewKinds(() => setStock(variant, 0))).toEqual(['stock_low'])
  await t.inStore(
    tx => tx`update variant set track_stock = false, stock = 80 where id = ${variant}`,
  )
  expect(await listNewKinds(() => setStock(variant, 1))).toEqual([])
})

test('stock that an import sets creates no notification', async () => {
  const { variant } = await createProduct({ stock: 50 })
  expect(
    await listNewNotifications(() =>
      t.inStore(async tx => {
        await tx`select set_config('app.request_id', 'import-7', true)`
        await tx`update variant set stock = 1 where id = ${variant}`
      }),
    ),
  ).toEqual([])
})

test('an import creates a notification when it is planned, done or failed, not when canceled', async () => {
  const setImportStatus = (id: string, status: string, rest: object = {}) =>
    t.inStore(tx => tx`update import set ${tx({ status, ...rest })} where id = ${id}`)
  const createImport = () =>
    t.inStore(tx =>
      insertRow(tx, 'import', { kind: 'products', fileName: 'spring.csv', fileKey: 'k', bytes: 1 }),
    )
  const id = await createImport()
  const notifications = await listNewNotifications(async () => {
    await setImportStatus(id, 'planning', { progress: 0.5 })
    for (const status of ['planned', 'planned', 'running', 'done'])
      await setImportStatus(id, status)
    await setImportStatus(await createImport(), 'failed', { message: 'No header' })
    await setImportStatus(await createImport(), 'cancelled')
  })
  expect(notifications.map(({ kind }) => kind)).toEqual([
    'import_ready',
    'import_done',
    'import_failed',
  ])
  expect(notifications[1]).toMatchObject({
    subjectId: id,
    data: { fileName: 'spring.csv', kind: 'products', create: 0 },
  })
  expect(notifications[2]?.data.message).toBe('No header')
})

test('a domain creates a notification when it becomes active or fails', async () => {
  const { body } = await t.call('owner', domainApi.create, { body: { domain: 'shop.example.org' } })
  const setDomainStatus = (status: string, lastError = '') =>
    t.inStore(
      tx =>
        tx`update domain set ${tx({ status, last_error: lastError })} where id = ${body.data._id}`,
    )
  const notifications = await listNewNotifications(async () => {
    await setDomainStatus('active')
    await setDomainStatus('active')
    await setDomainStatus('failed', 'It points to another server')
  })
  expect(notifications.map(({ kind, data }) => [kind, data.domain])).toEqual([
    ['domain_active', 'shop.example.org'],
    ['domain_failed', 'shop.example.org'],
  ])
})

test('a person sees only notifications of their store that they can read', async () => {
  const { variant } = await createProduct()
  await createOrder(variant)
  await setStock(variant, 0)
  const seller = await createStaffMember('orders-only', [{ action: 'read', subject: 'order' }])
  expect(new Set((await listNotifications(seller)).map(({ subject }) => subject))).toEqual(
    new Set(['order']),
  )
  expect(await listNotifications('nobody')).toEqual([])
  expect(await getUnreadCount('nobody')).toBe(0)
  expect(await listNotifications('stranger')).toEqual([])
  const low = (await listNotifications()).find(({ kind }) => kind === 'stock_low')
  expect(low).toBeDefined()
  for (const as of [seller, 'nobody', 'stranger'] as const)
    for (const body of [{ _id: low?._id }, { upTo: low?._id }])
      expect((await t.call(as, notificationApi.read, { body })).status).toBe(404)
  const rows = await t.inStore(
    tx => tx`select 1 from notification_reader union all select 1 from notification_read`,
  )
  expect(rows).toHaveLength(0)
})

test('notifications from before the membership of a person count as read', async () => {
  await createOrders(1)
  const newStaffMember = await createStaffMember('late', [{ action: 'manage', subject: 'all' }])
  expect(await getUnreadCount(newStaffMember)).toBe(0)
  await createOrders(1)
  expect(await getUnreadCount(newStaffMember)).toBe(1)
})

test('a person marks one notification or all up to one as read, for themselves only', async () => {
  const other = await createStaffMember('other', [{ action: 'manage', subject: 'all' }])
  await createOrders(3)
  const before = await getUnreadCount()
  const [newest, second, third] = await listNotifications()
  const read = (body: object) => t.call('owner', notificationApi.read, { body })
  expect((await read({ _id: second?._id })).body.data).toEqual({
    unread: before - 1,
    runningImports: [],
  })
  expect((await read({ _id: second?._id })).body.data.unread).toBe(before - 1)
  expect(
    (await listNotifications('owner', { unread: true })).map(({ _id }) => _id).slice(0, 2),
  ).toEqual([newest?._id, third?._id])
  expect((await read({ upTo: second?._id })).body.data.unread).toBe(1)
  expect((await read({ upTo: third?._id })).body.data.unread).toBe(1)
  expect((await listNotifications()).map(({ isRead }) => isRead).slice(0, 3)).toEqual([
    false,
    true,
    true,
  ])
  expect((await read({ upTo: newest?._id })).body.data.unread).toBe(0)
  expect(await getUnreadCount(other)).toBe(3)
})

test('rejects a request that does not name exactly one of `_id` and `upTo`', async () => {
  await createOrders(1)
  const id = (await listNotifications())[0]?._id
  for (const body of [{}, { _id: id, upTo: id }, { _id: 'x' }, { _id: null }])
    expect((await t.call('owner', notificationApi.read, { body })).status).toBe(422)
})

test('cursor pages continue where the previous page ends', async () => {
  await createOrders(9)
  const all = await listNotifications()
  const first = await t.call('owner', notificationApi.list, { query: { perPage: 4 } })
  const second = await t.call('owner', notificationApi.list, {
    query: { perPage: 4, after: first.body.meta.next },
  })
  expect(
    [...first.body.data, ...second.body.data].map(({ _id }: StoreNotification) => _id),
  ).toEqual(all.slice(0, 8).map(({ _id }) => _id))
  expect(all).toHaveLength(9)
})

test('notifications older than 90 days are deleted', async () => {
  await createOrders(3)
  const [newest, old] = await listNotifications()
  await t.call('owner', notificationApi.read, { body: { _id: old?._id } })
  await t.inStore(
    tx =>
      tx`update notification set created_at = now() - interval '89 days' where id = ${newest?._id ?? ''}`,
  )
  await t.inStore(
    tx =>
      tx`update notification set created_at = now() - interval '91 days' where id = ${old?._id ?? ''}`,
  )
  const before = (await listNotifications()).length
  await t.runJob('retention.cleanup')
  const after = (await listNotifications()).map(({ _id }) => _id)
  expect(after).toHaveLength(before - 1)
  expect(after).toContain(newest?._id)
})

test('row security prevents a notification for another store', async () => {
  const otherStoreId = t.people.stranger.storeId
  await expect(
    t.inStore(
      tx =>
        tx`insert into notification (store_id, kind, subject, subject_id)
          values (${otherStoreId}, 'order_created', 'order', ${otherStoreId})`,
    ),
  ).rejects.toThrow(/row-level security/)
})
