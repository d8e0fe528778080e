import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { maxViews, type View, viewApi } from '#contract/staff/view.ts'
import { startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
/**
 * A staff member in the store of the owner who reads products and orders and changes only products.
 */
let staffMember: Tester
beforeAll(async () => {
  t = await startTestApp()
  staffMember = t.people.nobody
  const abilities: Ability[] = [
    { action: 'read', subject: 'business' },
    { action: 'manage', subject: 'product' },
    { action: 'read', subject: 'order' },
  ]
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${staffMember.storeId}, true)`
    await tx`update membership set abilities = ${tx.json(abilities)} where person_id = ${staffMember.personId}`
  })
})
afterAll(() => t.close())
beforeEach(() =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    for (const { personId } of [t.people.owner, staffMember]) {
      await tx`select set_config('app.person_id', ${personId}, true)`
      await tx`delete from list_layout`
      await tx`delete from list_view`
    }
  }),
)

type ViewTestActor = 'owner' | 'stranger' | Tester
const createView = (as: ViewTestActor, body: object) =>
  t.call(as, viewApi.create, {
    body: { list: 'product', name: 'Mine', query: { status: 'active' }, ...body },
  })
const getListViews = async (as: ViewTestActor, list = 'product') =>
  (await t.call(as, viewApi.list, { query: { list } })).body.data
const listNames = async (as: ViewTestActor, list = 'product') =>
  (await getListViews(as, list)).views.map((view: View) => view.name)
const updateView = (as: ViewTestActor, { _id }: View, body: object) =>
  t.call(as, viewApi.update, { params: { id: _id }, body })

test('a view stores all its values for the person who created it', async () => {
  const columns = [
    { key: 'price', isHidden: false, width: 140 },
    { key: 'vendor', isHidden: true, width: null },
  ]
  const { status, body } = await createView('owner', {
    name: '  Low on tea ',
    query: { q: 'tea', sort: '-price', perPage: '50' },
    columns,
    density: 'compact',
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    name: 'Low on tea',
    list: 'product',
    query: { q: 'tea', sort: '-price', perPage: '50' },
    columns,
    density: 'compact',
    isShared: false,
    isOwn: true,
    position: 0,
  })
  expect(await getListViews('owner')).toEqual({
    views: [body.data],
    layouts: [],
    defaultView: null,
  })
  expect([
    await listNames('owner', 'order'),
    await listNames(staffMember),
    await listNames('stranger'),
  ]).toEqual([[], [], []])
})

describe('shared with the store', () => {
  test('a view is visible to staff, and editable with write permission for its list', async () => {
    const { data: view } = (await createView('owner', { name: 'To restock', isShared: true })).body
    expect((await getListViews(staffMember)).views).toMatchObject([
      { name: 'To restock', isShared: true, isOwn: false },
    ])
    expect(
      (await updateView(staffMember, view, { query: { stock: 'low' } })).body.data,
    ).toMatchObject({
      query: { stock: 'low' },
      name: 'To restock',
    })
    expect(await listNames('stranger')).toEqual([])
  })
  test('a view needs write permission for its list', async () => {
    const { data: sharedView } = (
      await createView('owner', { list: 'order', name: 'To pack', isShared: true })
    ).body
    const { data: ownView } = (await createView(staffMember, { list: 'order', name: 'My orders' }))
      .body
    const before = await t.changes()
    for (const reply of [
      await createView(staffMember, { list: 'order', name: 'For all', isShared: true }),
      await updateView(staffMember, ownView, { isShared: true }),
      await updateView(staffMember, sharedView, { name: 'Mine now' }),
      await t.call(staffMember, viewApi.delete, { params: { id: sharedView._id } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'view_share_forbidden'])
    expect(await t.changes()).toBe(before)
    expect(await listNames(staffMember, 'order')).toEqual(['To pack', 'My orders'])
  })
  test('a view can be unshared only by its creator, and is then hidden from other people', async () => {
    const { data: view } = (await createView('owner', { isShared: true })).body
    const before = await t.changes()
    expect((await updateView(staffMember, view, { isShared: false })).status).toBe(403)
    expect(await t.changes()).toBe(before)
    await t.call(staffMember, viewApi.saveDefaultView, {
      body: { list: 'product', view: view._id },
    })
    expect((await updateView('owner', view, { isShared: false })).status).toBe(200)
    expect(await getListViews(staffMember)).toEqual({ views: [], layouts: [], defaultView: null })
    expect((await updateView(staffMember, view, { name: 'Still mine?' })).status).toBe(404)
  })
})

test('a private view is not found by other people', async () => {
  const { data: view } = (await createView('owner', {})).body
  const before = await t.changes()
  for (const as of [staffMember, 'stranger'] as const) {
    expect((await updateView(as, view, { name: 'Mine' })).status).toBe(404)
    expect((await t.call(as, viewApi.delete, { params: { id: view._id } })).status).toBe(404)
    expect(
      (await t.call(as, viewApi.saveDefaultView, { body: { list: 'product', view: view._id } }))
        .status,
    ).toBe(404)
    expect(
      (
        await t.call(as, viewApi.saveLayout, {
          body: { list: 'product', view: view._id, columns: null, density: 'compact' },
        })
      ).status,
    ).toBe(404)
  }
  expect(await t.changes()).toBe(before)
  expect((await getListViews('owner')).views).toEqual([view])
})

test('a list without read permission has neither views nor a layout', async () => {
  const before = await t.changes()
  for (const reply of [
    await t.call(staffMember, viewApi.list, { query: { list: 'customer' } }),
    await createView(staffMember, { list: 'customer' }),
    await t.call(staffMember, viewApi.saveLayout, {
      body: { list: 'customer', view: null, columns: null, density: 'compact' },
    }),
    await t.call(staffMember, viewApi.saveDefaultView, { body: { list: 'customer', view: null } }),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  expect(await t.changes()).toBe(before)
})

test('a view rejects an invalid name, list, query, density or column, and a taken name', async () => {
  await createView('owner', { name: 'Sale' })
  const before = await t.changes()
  expect((await createView('owner', { name: 'SALE' })).body).toMatchObject({
    code: 'view_name_taken',
    errors: [{ path: 'name', code: 'view_name_taken' }],
  })
  const invalidBodies = [
    { name: '' },
    { name: 'x'.repeat(61) },
    { list: 'secret' },
    { query: { q: 'x'.repeat(501) } },
    { density: 'huge' },
    { columns: [{ key: 'a', isHidden: false, width: 3 }] },
  ]
  for (const body of invalidBodies) expect((await createView('owner', body)).status).toBe(422)
  expect(await t.changes()).toBe(before)
  expect((await createView('owner', { list: 'order', name: 'Sale' })).status).toBe(201)
})

test('a list has at most 50 views, also with concurrent calls', async () => {
  const replies = await Promise.all(
    Array.from({ length: maxViews + 6 }, (_, n) => createView('owner', { name: `View ${n}` })),
  )
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(maxViews)
  expect(
    new Set(replies.filter(reply => reply.status !== 201).map(reply => reply.body.code)),
  ).toEqual(new Set(['view_limit']))
  expect(await listNames('owner')).toHaveLength(maxViews)
  expect((await createView('owner', { list: 'order' })).status).toBe(201)
})

test('views can be sorted, renamed and deleted', async () => {
  const [one, , three] = [
    (await createView('owner', { name: 'One' })).body.data,
    (await createView('owner', { name: 'Two' })).body.data,
    (await createView('owner', { name: 'Three' })).body.data,
  ]
  await updateView('owner', three, { position: 0 })
  expect(await listNames('owner')).toEqual(['Three', 'One', 'Two'])
  expect((await updateView('owner', one, { name: 'First' })).body.data).toMatchObject({
    name: 'First',
    query: one.query,
  })
  await t.call('owner', viewApi.saveDefaultView, { body: { list: 'product', view: one._id } })
  expect((await t.call('owner', viewApi.delete, { params: { id: one._id } })).status).toBe(200)
  expect(await getListViews('owner')).toMatchObject({
    views: [{ name: 'Three' }, { name: 'Two' }],
    defaultView: null,
  })
})

test('concurrent moves give each view a different position', async () => {
  const views: View[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    views.push((await createView('owner', { name })).body.data)
  const replies = await Promise.all(
    views.flatMap(view => [0, 4, 2].map(position => updateView('owner', view, { position }))),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect((await getListViews('owner')).views.map(({ position }: View) => position)).toEqual([
    0, 1, 2, 3, 4,
  ])
})

test('columns and density are stored per person, list and view, and removed with null', async () => {
  const { data: view } = (await createView('owner', { isShared: true })).body
  const columns = [{ key: 'price', isHidden: true, width: null }]
  const saveLayout = (as: ViewTestActor, body: object) =>
    t.call(as, viewApi.saveLayout, {
      body: { list: 'product', view: null, columns, density: null, ...body },
    })
  await saveLayout('owner', {})
  await saveLayout('owner', { view: view._id, columns: null, density: 'compact' })
  await saveLayout(staffMember, { density: 'compact', columns: null })
  expect((await getListViews('owner')).layouts).toEqual(
    expect.arrayContaining([
      { view: null, columns, density: null },
      { view: view._id, columns: null, density: 'compact' },
    ]),
  )
  expect((await getListViews(staffMember)).layouts).toEqual([
    { view: null, columns: null, density: 'compact' },
  ])
  expect((await getListViews('owner', 'order')).layouts).toEqual([])
  expect((await saveLayout('owner', { columns: null })).body.data.layouts).toHaveLength(1)
})
