import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { type PackingList, packingApi } from '#contract/packing/packing.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let cup: string
let lamp: string
beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  cup = (
    await orders.createProduct({
      title: 'Cup',
      price: 987_654_321,
      sku: 'CUP',
      barcode: '4006381333931',
    })
  ).variant
  lamp = (await orders.createProduct({ title: 'Lamp', price: 8765 })).variant
})
afterAll(() => t.close())

const createOrder = async (...lines: { variant: string; quantity: number }[]): Promise<Order> => {
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@shopper.example', phone: '+44 20 7946 0001' },
    customerNote: 'Leave it at the door',
    lines,
  })
  await orders.updateStatus(order._id, 'confirmed')
  return orders.getOrder(order._id)
}
const makeColleague = () =>
  makePerson(t.app, t.sql, crypto.randomUUID(), { storeId: t.people.owner.storeId, abilities: [] })
const createLink = (ids: string[], body: object = {}) =>
  t.call('owner', packerLinkApi.createPackerLink, {
    body: { ids, name: 'Sunday shift', validHours: 24, ...body },
  })
const openLink = async (...links: Order[]) => {
  const { data } = (await createLink(links.map(({ _id }) => _id))).body
  return { id: String(data._id), token: String(data.token) }
}
const openList = (token: string) => t.call(undefined, packingApi.openList, { body: { token } })
const getList = async (token: string): Promise<PackingList> => (await openList(token)).body.data
const pick = (token: string, item: string, change: number) =>
  t.call(undefined, packingApi.pickItem, { body: { token, item, change } })
const pack = (
  token: string,
  order: string,
  lines: { line: string; quantity: number }[],
  packaging: { box?: string; weight?: number } = {},
) => t.call(undefined, packingApi.packOrder, { body: { token, order, lines, ...packaging } })
const putBack = (token: string, order: string, lines: { line: string; quantity: number }[]) =>
  t.call(undefined, packingApi.putBack, { body: { token, order, lines } })
const getSlip = (token: string, order: string) =>
  t.call(undefined, packingApi.getSlip, { body: { token, order } })
/** Everything that calls of packers can write. */
const readWrites = () =>
  t.inStore(
    tx => tx`
    select (select json_agg(l order by id) from packer_link l) as links,
      (select json_agg(f order by id) from fulfillment f) as parcels,
      (select json_agg(o order by id) from "order" o) as orders,
      (select count(*) from order_event) as events`,
  )
const findOrder = (list: PackingList, { _id }: Order) =>
  list.orders.find(order => order._id === _id)
const pickedLines = (list: PackingList, order: Order) =>
  (findOrder(list, order)?.lines ?? [])
    .filter(({ pickedQuantity }) => pickedQuantity > 0)
    .map(({ line, pickedQuantity }) => ({ line, quantity: pickedQuantity }))

test('a packer picks by product, and packs each order as a parcel that its timeline names', async () => {
  const [first, second] = [
    await createOrder({ variant: cup, quantity: 2 }, { variant: lamp, quantity: 1 }),
    await createOrder({ variant: cup, quantity: 1 }),
  ]
  const { id, token } = await openLink(second, first)
  const list = await getList(token)
  expect(list).toMatchObject({
    name: 'Sunday shift',
    items: [
      {
        _id: cup,
        title: 'Cup',
        sku: 'CUP',
        barcode: '4006381333931',
        quantity: 3,
        pickedQuantity: 0,
      },
      { _id: lamp, title: 'Lamp', quantity: 1, pickedQuantity: 0 },
    ],
    orders: [
      { number: first.number, state: 'open', customerNote: 'Leave it at the door' },
      { number: second.number, state: 'open' },
    ],
  })
  await pick(token, cup, 3)
  const picked: PackingList = (await pick(token, lamp, 1)).body.data
  expect(picked.items.map(({ pickedQuantity }) => pickedQuantity)).toEqual([3, 1])

  const packed = await pack(token, first._id, pickedLines(picked, first), {
    box: 'Small box',
    weight: 900,
  })
  expect(packed.status).toBe(200)
  expect(findOrder(packed.body.data, first)).toMatchObject({
    state: 'packed',
    box: 'Small box',
    lines: [],
  })
  expect(packed.body.data.boxes).toEqual(['Small box'])
  expect(packed.body.data.items).toMatchObject([{ _id: cup, quantity: 1, pickedQuantity: 1 }])
  const order = await orders.getOrder(first._id)
  expect(order.fulfillments).toMatchObject([
    { number: `${first.number}-F1`, status: 'packed', box: 'Small box', weight: 900 },
  ])
  expect(order.timeline.at(-1)).toMatchObject({
    type: 'parcel_packed',
    actor: '',
    data: { packerLink: 'Sunday shift', fulfillment: `${first.number}-F1`, units: 3 },
  })
  const { data: links } = (await t.call('owner', packerLinkApi.listPackerLinks)).body
  expect(links.find((link: { _id: string }) => link._id === id)).toMatchObject({
    status: 'active',
    orderCount: 2,
    packedOrderCount: 1,
  })
})

test('no answer contains prices, emails or phone numbers of customers', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  const { token } = await openLink(order)
  const answers = [
    await openList(token),
    await pick(token, cup, 1),
    await getSlip(token, order._id),
  ]
  answers.push(await pack(token, order._id, pickedLines(answers[1]?.body.data, order)))
  answers.push(await getSlip(token, order._id))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    for (const secret of [
      '987654321',
      '9,876,543.21',
      'ada@',
      '20 7946',
      '207946',
      'email',
      'phone',
      'price',
      'total',
    ])
      expect(text).not.toContain(secret)
  }
  const paper = answers.at(-1)?.body.data.paper
  expect(paper).toMatchObject({ kind: 'packingSlip', sums: [] })
  expect(paper.addressee).toContain('Ada Byron')
  expect(paper.facts.flat()).toContain(`${order.number}-F1`)
  expect(paper.notes.join()).toContain('Leave it at the door')
})

test('an unknown, an expired and a revoked link give the same answer and write nothing', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  const [expired, revoked] = [await openLink(order), await openLink(order)]
  await t.inStore(tx => tx`update packer_link set expires_at = now() where id = ${expired.id}`)
  const revocation = await t.call('owner', packerLinkApi.revokePackerLink, {
    params: { id: revoked.id },
  })
  expect(revocation.body.data.status).toBe('revoked')
  const before = await readWrites()
  const answers = []
  for (const token of ['A'.repeat(43), expired.token, revoked.token, revoked.id])
    for (const reply of [
      await openList(token),
      await pick(token, cup, 1),
      await pack(token, order._id, [{ line: order.lines[0]?._id ?? '', quantity: 1 }]),
      await putBack(token, order._id, [{ line: order.lines[0]?._id ?? '', quantity: 1 }]),
      await getSlip(token, order._id),
    ])
      answers.push([reply.status, { ...reply.body, requestId: '' }])
  expect(answers[0]).toMatchObject([400, { code: 'packer_link_invalid' }])
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await readWrites()).toEqual(before)
})

test('a link shows nothing of other orders and other stores', async () => {
  const [order, other] = [
    await createOrder({ variant: cup, quantity: 1 }),
    await createOrder({ variant: lamp, quantity: 1 }),
  ]
  const { id, token } = await openLink(order)
  const before = await readWrites()
  expect((await getList(token)).items.map(item => item._id)).toEqual([cup])
  expect((await pick(token, lamp, 1)).status).toBe(409)
  const line = other.lines[0]?._id ?? ''
  expect((await pack(token, other._id, [{ line, quantity: 1 }])).status).toBe(404)
  expect((await putBack(token, other._id, [{ line, quantity: 1 }])).status).toBe(404)
  expect((await getSlip(token, other._id)).status).toBe(404)
  // The link belongs to its store, whatever the caller says.
  const foreign = await t.call('stranger', packingApi.openList, { body: { token } })
  expect(foreign.body.data.orders).toHaveLength(1)
  for (const route of [packerLinkApi.createPackerLink])
    expect(
      (
        await t.call('stranger', route, {
          body: { ids: [order._id], name: 'Mine', validHours: 1 },
        })
      ).body.code,
    ).toBe('order_not_found')
  expect(
    (await t.call('stranger', packerLinkApi.revokePackerLink, { params: { id } })).status,
  ).toBe(404)
  expect((await t.call('stranger', packerLinkApi.listPackerLinks)).body.data).toEqual([])
  expect(await readWrites()).toEqual(before)
})

test('at most the open units are picked, and at most the picked ones are taken back', async () => {
  const order = await createOrder({ variant: cup, quantity: 2 })
  const { token } = await openLink(order)
  await pick(token, cup, 1)
  const before = await readWrites()
  for (const change of [2, -2, 1_000_000])
    expect((await pick(token, cup, change)).body.code).toBe('pick_too_big')
  expect(
    (await pack(token, order._id, [{ line: order.lines[0]?._id ?? '', quantity: 2 }])).body.code,
  ).toBe('packing_changed')
  expect(await readWrites()).toEqual(before)
  expect((await pick(token, cup, -1)).body.data.items).toMatchObject([{ pickedQuantity: 0 }])
})

test('two packers at once never pick or pack a unit twice', async () => {
  const order = await createOrder({ variant: cup, quantity: 3 })
  const [one, two] = [await openLink(order), await openLink(order)]
  const picks = await Promise.all(Array.from({ length: 6 }, () => pick(one.token, cup, 1)))
  expect(picks.filter(({ status }) => status === 200)).toHaveLength(3)
  expect((await pick(two.token, cup, 3)).status).toBe(200)
  const lines = pickedLines(await getList(one.token), order)
  const replies = await Promise.all(
    [one, two, one, two].map(({ token }) => pack(token, order._id, lines)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { fulfillments } = await orders.getOrder(order._id)
  expect(fulfillments.map(parcel => parcel.lines)).toEqual([lines])
  const states = await Promise.all([one, two].map(({ token }) => getList(token)))
  expect(states.map(list => findOrder(list, order)?.state).toSorted()).toEqual([
    'blocked',
    'packed',
  ])
})

test('part of an order is packed, and the rest later', async () => {
  const order = await createOrder({ variant: cup, quantity: 3 })
  const { token } = await openLink(order)
  for (const quantity of [1, 2]) {
    const list: PackingList = (await pick(token, cup, quantity)).body.data
    expect((await pack(token, order._id, pickedLines(list, order))).status).toBe(200)
  }
  const { fulfillments } = await orders.getOrder(order._id)
  expect(fulfillments.map(({ lines }) => lines[0]?.quantity)).toEqual([1, 2])
  expect(findOrder(await getList(token), order)?.state).toBe('packed')
  // A parcel that staff cancel is packed again.
  await t.inStore(
    tx => tx`update fulfillment set status = 'cancelled' where id = ${fulfillments[1]?._id ?? ''}`,
  )
  expect(findOrder(await getList(token), order)).toMatchObject({
    state: 'open',
    lines: [{ quantity: 2, pickedQuantity: 0 }],
  })
})

test('orders that are canceled, on hold, archived or fulfilled meanwhile are not packed', async () => {
  const chosen = await Promise.all(
    Array.from({ length: 4 }, () => createOrder({ variant: cup, quantity: 1 })),
  )
  const [canceled, onHold, archived, fulfilled] = chosen
  if (!canceled || !onHold || !archived || !fulfilled) throw new Error('An order is missing.')
  const { token } = await openLink(...chosen)
  const list: PackingList = (await pick(token, cup, 4)).body.data
  await orders.updateStatus(canceled._id, 'cancelled')
  await orders.updateStatus(onHold._id, 'on_hold')
  await orders.updateStatus(fulfilled._id, 'shipped')
  await orders.updateStatus(archived._id, 'shipped')
  await orders.updateStatus(archived._id, 'delivered')
  await t.call('owner', orderArchiveApi.updateArchived, {
    params: { id: archived._id },
    body: { isArchived: true },
  })
  const before = await readWrites()
  const current = await getList(token)
  expect(current.items).toEqual([])
  expect(chosen.map(order => findOrder(current, order))).toMatchObject(
    ['canceled', 'onHold', 'archived', 'fulfilled'].map(obstacle => ({
      state: 'blocked',
      obstacle,
      surplus: [{ title: 'Cup', quantity: 1 }],
      customerNote: '',
      lines: [],
    })),
  )
  for (const order of chosen) {
    const { status, body } = await pack(token, order._id, pickedLines(list, order))
    expect([status, body.code]).toEqual([409, 'order_not_packable'])
    expect((await getSlip(token, order._id)).body.code).toBe('order_not_packable')
  }
  expect(await readWrites()).toEqual(before)
})

test('only staff who can change orders create and revoke links', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  const { id } = await openLink(order)
  await t.inStore(
    tx => tx`
      update membership set abilities = ${tx.json([{ action: 'read', subject: 'order' }])}
      where person_id = ${t.people.nobody.personId}`,
  )
  const before = await readWrites()
  const replies = [
    await t.call('nobody', packerLinkApi.createPackerLink, {
      body: { ids: [order._id], name: 'Mine', validHours: 1 },
    }),
    await t.call('nobody', packerLinkApi.revokePackerLink, { params: { id } }),
    await t.call(undefined, packerLinkApi.listPackerLinks),
    await createLink([order._id], { name: ' ' }),
    await createLink([order._id], { validHours: 721 }),
    await createLink([order._id, '01900000-0000-7000-8000-00000000dead']),
  ]
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 401, 422, 422, 404])
  expect(await readWrites()).toEqual(before)
  expect((await t.call('nobody', packerLinkApi.listPackerLinks)).status).toBe(200)
})

test.each([
  ['cannot change orders any more', 'active', [{ action: 'read', subject: 'order' }]],
  ['is deactivated', 'inactive', [{ action: 'manage', subject: 'order' }]],
] as const)('a link ends when its creator %s, and writes nothing', async (_, status, abilities) => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  const { id, token } = await openLink(order)
  const { personId } = await makeColleague()
  const setCreator = (membership: { status: string; abilities: readonly Ability[] }) =>
    t.inStore(
      tx => tx`
        update membership set status = ${membership.status}, abilities = ${tx.json([...membership.abilities])}
        where person_id = ${personId}`,
    )
  await t.inStore(tx => tx`update packer_link set created_by = ${personId} where id = ${id}`)
  await setCreator({ status: 'active', abilities: [{ action: 'manage', subject: 'order' }] })
  expect((await openList(token)).status).toBe(200)
  await setCreator({ status, abilities })
  const before = await readWrites()
  for (const reply of [
    await openList(token),
    await pick(token, cup, 1),
    await getSlip(token, order._id),
  ])
    expect([reply.status, reply.body.code]).toEqual([400, 'packer_link_invalid'])
  expect(await readWrites()).toEqual(before)
})

test('a link stores no token, and ends with the person who created it', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  const { id, token } = await openLink(order)
  expect(
    JSON.stringify(await t.inStore(tx => tx`select * from packer_link where id = ${id}`)),
  ).not.toContain(token)
  expect(
    JSON.stringify(await t.inStore(tx => tx`select * from audit where entity = 'packer_link'`)),
  ).not.toContain('token')
  const { personId } = await makeColleague()
  await t.inStore(tx => tx`update packer_link set created_by = ${personId} where id = ${id}`)
  expect((await t.call('owner', staffApi.delete, { params: { id: personId } })).status).toBe(200)
  expect((await openList(token)).body.code).toBe('packer_link_invalid')
})
