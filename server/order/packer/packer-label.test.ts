import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import type { Order } from '#contract/order/order.ts'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { type PackingList, packingApi } from '#contract/packing/packing.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let variant: string
let order: Order
let link: { id: string; token: string }
beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  variant = (await orders.createProduct({ title: 'Cup' })).variant
})
afterAll(() => t.close())
beforeEach(async () => {
  order = await createOrder()
  link = await createLink(order)
})

const createOrder = () =>
  orders.createOrderData({
    customer: { name: 'Ada', phone: '+44 20 7946 0001' },
    lines: [{ variant, quantity: 2 }],
  })
async function createLink({ _id }: Order) {
  const { body } = await t.call('owner', packerLinkApi.createPackerLink, {
    body: { ids: [_id], name: 'Sunday shift', validHours: 24 },
  })
  return { id: String(body.data._id), token: String(body.data.token) }
}
/** Packs units of the order with the link, and returns the id of their parcel. */
async function pack(quantity: number): Promise<string> {
  const { token } = link
  const line = order.lines[0]?._id ?? ''
  await t.call(undefined, packingApi.pickItem, { body: { token, item: variant, change: quantity } })
  const reply = await t.call(undefined, packingApi.packOrder, {
    body: { token, order: order._id, lines: [{ line, quantity }] },
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (await orders.getOrder(order._id)).fulfillments.at(-1)?._id ?? ''
}
const upload = (text: string, fileName = 'label.pdf') => {
  const form = new FormData()
  form.append('file', new Blob([`%PDF-1.7 ${text}`]), fileName)
  return form
}
/** Stores the label of a parcel, and returns the id of its file. */
async function addLabel(parcel: string, text = 'DHL'): Promise<string> {
  const { status, body } = await t.call('owner', orderFileApi.addLabel, {
    params: { id: parcel },
    body: upload(text),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data._id
}
const getLabel = (label: string, token = link.token) =>
  t.call(undefined, packingApi.getLabel, { body: { token, label } })
async function listLabels(token = link.token) {
  const { body } = await t.call(undefined, packingApi.openList, { body: { token } })
  return (body.data as PackingList).orders[0]?.labels
}
/** Everything that a call can write. */
const readWrites = () =>
  t.inStore(
    tx => tx`
    select (select json_agg(l order by id) from packer_link l) as links,
      (select json_agg(f order by id) from fulfillment f) as parcels,
      (select json_agg(f order by id) from order_file f) as files,
      (select json_agg(o order by id) from "order" o) as orders,
      (select count(*) from order_event) as events, (select count(*) from audit) as entries`,
  )

test('a packer prints the label of each parcel that was packed with the link, and writes nothing', async () => {
  const [first, second] = [await pack(1), await pack(1)]
  expect(await listLabels()).toEqual([])
  const label = await addLabel(second, 'SECOND')
  expect(await listLabels()).toEqual([
    { _id: label, contentType: 'application/pdf', parcel: `${order.number}-F2` },
  ])
  const other = await addLabel(first, 'FIRST')
  expect((await listLabels())?.map(({ _id }) => _id)).toEqual([other, label])
  const before = await readWrites()
  const { status, headers, body } = await getLabel(label)
  expect([status, String(body)]).toEqual([200, '%PDF-1.7 SECOND'])
  expect(headers['content-disposition']).toMatch(/^attachment; /)
  expect(headers['cache-control']).toBe('no-store')
  expect(String((await getLabel(other)).body)).toContain('FIRST')
  expect(await readWrites()).toEqual(before)
})

test('label and packing slip stay printable once a parcel is shipped, until it arrives', async () => {
  const parcel = await pack(2)
  const label = await addLabel(parcel)
  for (const [status, expected] of [
    ['shipped', 200],
    ['delivered', 404],
  ] as const) {
    const current = await orders.getOrder(order._id)
    await orders.makeChange(current, { kind: 'updateParcel', parcel, status })
    expect((await getLabel(label)).status).toBe(expected)
    expect(await listLabels()).toHaveLength(expected === 200 ? 1 : 0)
    const slip = await t.call(undefined, packingApi.getSlip, {
      body: { token: link.token, order: order._id },
    })
    expect(slip.body.code).toBe(expected === 200 ? undefined : 'order_not_packable')
  }
})

test('no link opens the label of another order, and nothing else of its own order', async () => {
  const parcel = await pack(1)
  const label = await addLabel(parcel)
  // A link for another order, and one for the same order that did not pack the parcel.
  const foreignLinks = [await createLink(await createOrder()), await createLink(order)]
  const attachment = await t.call('owner', orderFileApi.addFile, {
    params: { id: order._id },
    body: upload('INVOICE', 'invoice.pdf'),
  })
  const packedByStaff = await orders.makeChange(await orders.getOrder(order._id), {
    kind: 'createParcel',
    status: 'packed',
  })
  const labelOfStaff = await addLabel(packedByStaff.fulfillments.at(-1)?._id ?? '')
  const before = await readWrites()
  const replies = [
    ...(await Promise.all(foreignLinks.map(({ token }) => getLabel(label, token)))),
    await getLabel(String(attachment.body.data._id)),
    await getLabel(labelOfStaff),
    await getLabel('01900000-0000-7000-8000-00000000dead'),
  ]
  for (const { status, body } of replies)
    expect([status, body.code]).toEqual([404, 'order_file_not_found'])
  for (const { token } of foreignLinks) expect(await listLabels(token)).toEqual([])
  expect((await listLabels())?.map(({ _id }) => _id)).toEqual([label])
  expect(await readWrites()).toEqual(before)
})

test.each(['on_hold', 'cancelled'])(
  'the labels of an order that is %s are hidden',
  async status => {
    const label = await addLabel(await pack(1))
    await orders.updateStatus(order._id, status)
    const before = await readWrites()
    expect(await listLabels()).toEqual([])
    expect((await getLabel(label)).body.code).toBe('order_file_not_found')
    expect(await readWrites()).toEqual(before)
  },
)

test.each([
  ['unknown', () => Promise.resolve('A'.repeat(43))],
  [
    'expired',
    async () => {
      await t.inStore(tx => tx`update packer_link set expires_at = now() where id = ${link.id}`)
      return link.token
    },
  ],
  [
    'revoked',
    async () => {
      await t.call('owner', packerLinkApi.revokePackerLink, { params: { id: link.id } })
      return link.token
    },
  ],
  [
    'of a person who can no longer change orders',
    async () => {
      const { personId } = t.people.nobody
      await t.inStore(
        tx => tx`update packer_link set created_by = ${personId} where id = ${link.id}`,
      )
      return link.token
    },
  ],
])('a link that is %s opens no label and writes nothing', async (_, breakLink) => {
  const label = await addLabel(await pack(1))
  expect((await getLabel(label)).status).toBe(200)
  const token = await breakLink()
  const before = await readWrites()
  const { status, body } = await getLabel(label, token)
  expect([status, body.code]).toEqual([400, 'packer_link_invalid'])
  expect(await readWrites()).toEqual(before)
})

test('a label whose bytes are missing gives an error', async () => {
  const label = await addLabel(await pack(1))
  await t.inStore(tx => tx`update order_file set file_key = 'missing' where id = ${label}`)
  const { status, body } = await getLabel(label)
  expect([status, body.code]).toEqual([404, 'order_file_not_found'])
})
