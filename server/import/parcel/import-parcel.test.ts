import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Import, type ImportItem, importApi } from '#contract/import/import.ts'
import type { Order } from '#contract/order/order.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let [pot, cup] = ['', '']
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  pot = (await tester.createProduct({ title: 'Pot', sku: 'POT-1', stock: 1000 })).variant
  cup = (await tester.createProduct({ title: 'Cup', sku: 'CUP-1', stock: 1000 })).variant
})

const createOrder = (rest: object = {}): Promise<Order> =>
  tester.createOrderData({
    lines: [
      { variant: pot, quantity: 2 },
      { variant: cup, quantity: 1 },
    ],
    ...rest,
  })
const getImport = async (id: string): Promise<Import> =>
  (await t.call('owner', importApi.get, { params: { id } })).body.data
const listItems = async (id: string): Promise<ImportItem[]> =>
  (await t.call('owner', importApi.listItems, { params: { id }, query: {} })).body.data
async function upload(file: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('kind', 'parcels')
  body.append('file', new Blob([file]), 'parcels.csv')
  const reply = await t.call('owner', importApi.create, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(202)
  await t.runJobs()
  return reply.body.data._id
}
/** Plans a file with the guessed columns. */
async function plan(file: string | Uint8Array<ArrayBuffer>): Promise<Import> {
  const id = await upload(file)
  const { status, columns } = await getImport(id)
  if (status === 'matching') {
    await t.call('owner', importApi.match, {
      params: { id },
      body: { columns: columns.map(({ field }) => field) },
    })
    await t.runJobs()
  }
  return getImport(id)
}
async function run(id: string, options: object = {}) {
  await t.call('owner', importApi.start, { params: { id }, body: options })
  await t.runJobs()
  return getImport(id)
}
test('a file with mistakes ships the orders of its good rows, and reports the others', async () => {
  const [first, second, canceled, shipped] = [
    await createOrder(),
    await createOrder(),
    await createOrder(),
    await createOrder(),
  ]
  await tester.updateStatus(canceled._id, 'cancelled')
  await tester.updateStatus(shipped._id, 'shipped')
  const file = [
    'Bestellnummer;Sendungsnummer;Versanddienstleister;SKU;Menge',
    `${first.number};00340434161094042557;DHL;;`,
    `${second.number.slice(1)};1Z 999 AA1;UPS;POT-1;1`,
    `${second.number.slice(1)};1Z999AA1;UPS;cup-1;`,
    `${second.number};1Z999AA2;UPS;NONE;1`,
    `${second.number};1Z999AA3;UPS;POT-1;3`,
    `${canceled.number};TRACK-4;DHL;;`,
    '#99999;TRACK-5;DHL;;',
    `${first.number};;DHL;;`,
    `${first.number};1,23457E+13;DHL;;`,
    `${shipped.number};TRACK-6;=cmd|'/c calc'!A1;;`,
  ].join('\r\n')
  const planned = await plan(`\ufeff${file}\r\n`)
  expect(planned).toMatchObject({ status: 'planned', format: 'spreadsheet' })
  expect(planned.counts).toMatchObject({ create: 2, update: 1, skip: 6 })
  expect(await tester.getOrder(first._id)).toEqual(first)

  const done = await run(planned._id)
  expect(done).toMatchObject({ status: 'done', counts: { create: 2, update: 1, skip: 6 } })
  expect(
    (await listItems(done._id)).map(({ row, action, problems, target }) => [
      row,
      action,
      problems.map(({ code }) => code).toString(),
      target,
    ]),
  ).toEqual([
    [2, 'create', '', first._id],
    [3, 'create', '', second._id],
    [5, 'skip', 'parcel_sku_unknown', second._id],
    [6, 'skip', 'parcel_units_missing', second._id],
    [7, 'skip', 'order_not_shippable', canceled._id],
    [8, 'skip', 'order_unknown', null],
    [9, 'skip', 'tracking_missing', null],
    [10, 'skip', expect.stringContaining('tracking_missing'), null],
    [11, 'update', '', shipped._id],
  ])
  expect(await tester.getOrder(first._id)).toMatchObject({
    status: 'shipped',
    fulfillmentStatus: 'fulfilled',
    fulfillments: [{ status: 'shipped', carrier: 'DHL', trackingNumber: '00340434161094042557' }],
  })
  const partly = await tester.getOrder(second._id)
  expect(partly).toMatchObject({ status: 'processing', fulfillmentStatus: 'partially_fulfilled' })
  expect(partly.fulfillments).toMatchObject([
    { trackingNumber: '1Z999AA1', lines: [{ quantity: 1 }, { quantity: 1 }] },
  ])
  const [parcel] = (await tester.getOrder(shipped._id)).fulfillments
  expect(parcel).toMatchObject({ trackingNumber: 'TRACK-6', lines: [{}, {}] })
  expect((await tester.getOrder(canceled._id)).fulfillments).toEqual([])
})

test('a file that is imported again changes nothing', async () => {
  const order = await createOrder()
  const file = `Order,Tracking number,Carrier,Box\n${order.number},TRACK-1,DHL,"Small, 20 cm"\n`
  await run((await plan(file))._id)
  const shipped = await tester.getOrder(order._id)
  expect(shipped.fulfillments).toMatchObject([{ box: 'Small, 20 cm' }])
  const planned = await plan(file)
  expect(planned.counts).toMatchObject({ create: 0, update: 0, unchanged: 1, skip: 0 })
  expect(await tester.getOrder(order._id)).toEqual(shipped)
})

test('a number with other spaces, hyphens or capitals is that of the same parcel', async () => {
  const order = await createOrder()
  const shipped = await tester.makeChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    tracking: { carrier: 'FedEx', number: '7946 1234-5678 ab' },
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1 }],
  })
  const other = await createOrder()
  const file = [
    'Order,Tracking number,SKU,Quantity',
    `${order.number},794612345678AB,,`,
    `${other.number},1Z-999-AA1,POT-1,1`,
    `${other.number},1z 999 aa1,CUP-1,1`,
    `${other.number},-,POT-1,1`,
  ].join('\n')
  const done = await run((await plan(file))._id)
  expect(done.counts).toMatchObject({ create: 1, update: 0, unchanged: 1, skip: 1 })
  expect(await tester.getOrder(order._id)).toEqual(shipped)
  expect((await tester.getOrder(other._id)).fulfillments).toMatchObject([
    { trackingNumber: '1Z-999-AA1', lines: [{ quantity: 1 }, { quantity: 1 }] },
  ])
})

test('a number goes to the packed parcel without one, which keeps its carrier', async () => {
  const pack = async (order: Order, quantity: number) =>
    tester.makeChange(order, {
      kind: 'createParcel',
      status: 'packed',
      tracking: { carrier: 'DHL' },
      lines: [{ line: order.lines[0]?._id ?? '', quantity }],
    })
  const lines = [{ variant: pot, quantity: 4 }]
  const order = await pack(await createOrder({ lines }), 3)
  const bySku = await pack(await pack(await createOrder({ lines }), 3), 1)
  const partly = await pack(await createOrder({ lines }), 3)
  const file = [
    'Order,Tracking number,SKU,Quantity',
    `${order.number},PACK-1,,`,
    `${bySku.number},PACK-2,pot-1,1`,
    `${partly.number},PACK-3,POT-1,1`,
    `${partly.number},PACK-4,POT-1,2`,
  ].join('\n')
  const done = await run((await plan(file))._id)
  expect(done.counts).toMatchObject({ create: 1, update: 2, skip: 1 })
  const readParcels = async ({ _id }: Order) =>
    (await tester.getOrder(_id)).fulfillments.map(
      ({ status, carrier, trackingNumber, trackingUrl, lines: [line] }) => [
        status,
        carrier,
        trackingNumber,
        trackingUrl.includes(trackingNumber),
        line?.quantity,
      ],
    )
  expect(await readParcels(order)).toEqual([['shipped', 'DHL', 'PACK-1', true, 3]])
  expect(await readParcels(bySku)).toEqual([
    ['packed', 'DHL', '', true, 3],
    ['shipped', 'DHL', 'PACK-2', true, 1],
  ])
  expect(await readParcels(partly)).toEqual([
    ['packed', 'DHL', '', true, 3],
    ['shipped', '', 'PACK-3', false, 1],
  ])
})

describe('a number that a parcel on its way and other units can have', () => {
  const addParcel = (
    order: Order,
    status: 'packed' | 'shipped',
    units: [line: number, quantity: number][],
  ) =>
    tester.makeChange(order, {
      kind: 'createParcel',
      status,
      lines: units.map(([line, quantity]) => ({ line: order.lines[line]?._id ?? '', quantity })),
      isNotified: false,
    })

  test.each<[string, (order: Order) => Promise<Order>, string]>([
    ['units in no parcel', async order => order, ','],
    ['equal units in no parcel', async order => order, 'POT-1,1'],
    [
      'a packed parcel',
      order =>
        addParcel(order, 'packed', [
          [0, 1],
          [1, 1],
        ]),
      ',',
    ],
    ['an equal packed parcel', order => addParcel(order, 'packed', [[0, 1]]), 'POT-1,1'],
    [
      'another parcel on its way',
      order =>
        addParcel(order, 'shipped', [
          [0, 1],
          [1, 1],
        ]),
      ',',
    ],
  ])('is not imported beside %s, and nothing is written', async (_, addOthers, items) => {
    const order = await addOthers(await addParcel(await createOrder(), 'shipped', [[0, 1]]))
    const planned = await plan(`Order,Tracking,SKU,Quantity\n${order.number},AMBIG-1,${items}\n`)
    expect(planned.counts).toMatchObject({ create: 0, update: 0, skip: 1 })
    const done = await run(planned._id)
    expect(done.counts).toMatchObject({ create: 0, update: 0, skip: 1 })
    expect(await listItems(done._id)).toMatchObject([
      { row: 2, target: order._id, problems: [{ code: 'parcel_ambiguous' }] },
    ])
    expect(await tester.getOrder(order._id)).toEqual(order)
  })

  test('is imported if the file names its items', async () => {
    const [sent, open] = [await createOrder(), await createOrder()]
    await addParcel(sent, 'shipped', [[0, 2]])
    await addParcel(open, 'shipped', [[0, 2]])
    const file = [
      'Order,Tracking,SKU,Quantity',
      `${sent.number},NAMED-1,POT-1,2`,
      `${open.number},NAMED-2,CUP-1,1`,
    ].join('\n')
    const done = await run((await plan(file))._id)
    expect(done.counts).toMatchObject({ create: 1, update: 1, skip: 0 })
    const listParcels = async ({ _id }: Order) =>
      (await tester.getOrder(_id)).fulfillments.map(({ trackingNumber }) => trackingNumber)
    expect(await listParcels(sent)).toEqual(['NAMED-1'])
    expect(await listParcels(open)).toEqual(['', 'NAMED-2'])
  })

  test('is unchanged if it was entered in the order', async () => {
    const order = await addParcel(await createOrder(), 'shipped', [[0, 1]])
    const tracked = await tester.makeChange(order, {
      kind: 'updateParcel',
      parcel: order.fulfillments[0]?._id ?? '',
      tracking: { number: 'TYPED-1' },
      isNotified: false,
    })
    const planned = await plan(`Order,Tracking\n${order.number},TYPED-1\n`)
    expect(planned.counts).toMatchObject({ unchanged: 1, skip: 0 })
    expect(await tester.getOrder(order._id)).toEqual(tracked)
  })
})

test('customers get an email if the user chooses so', async () => {
  const importParcel = async (email: string, options: object) => {
    const { _id, number } = await createOrder({ customer: { name: 'Ada', email } })
    // As an order of the storefront.
    await t.inStore(
      tx => tx`update "order" set cart_hash = sha256(${_id}::bytea) where id = ${_id}`,
    )
    const planned = await plan(`Order,Tracking,Carrier\n${number},TRACK-7,DHL\n`)
    expect(planned.notifyCustomers).toBe(false)
    await run(planned._id, options)
    await t.runJobs()
    return listMailsTo(t, email)
  }
  expect(await importParcel('silent@example.com', {})).toEqual([])
  const [mail = ''] = await importParcel('told@example.com', { notifyCustomers: true })
  expect(mail).toContain('TRACK-7')
})

test('a number of a parcel that was shipped before is emailed once, if the user chooses so', async () => {
  const importNumber = async (email: string, options: object) => {
    const order = await createOrder({ customer: { name: 'Ada', email } })
    await t.inStore(
      tx => tx`update "order" set cart_hash = sha256(${order._id}::bytea) where id = ${order._id}`,
    )
    await tester.makeChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      tracking: { carrier: 'UPS', url: 'https://typed.example/1' },
      isNotified: false,
    })
    const file = `Order,Tracking,Carrier\n${order.number},TRACK-8,DHL\n`
    for (const action of ['update', 'unchanged'])
      expect((await run((await plan(file))._id, options)).counts).toMatchObject({ [action]: 1 })
    await t.runJobs()
    const [parcel] = (await tester.getOrder(order._id)).fulfillments
    expect(parcel?.trackingUrl).toMatch(/dhl\.com.*TRACK-8/)
    return listMailsTo(t, email)
  }
  expect(await importNumber('silent2@example.com', {})).toEqual([])
  const mails = await importNumber('told2@example.com', { notifyCustomers: true })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('DHL TRACK-8')
  expect(mails[0]).toMatch(/^Subject: .*new tracking details/m)
})

test('columns without order numbers or tracking numbers are rejected', async () => {
  const id = await upload('A,B\n#1001,T-1\n')
  const match = (columns: (string | null)[]) =>
    t.call('owner', importApi.match, { params: { id }, body: { columns } })
  for (const columns of [
    ['orderNumber', 'carrier'],
    ['trackingNumber', null],
  ])
    expect((await match(columns)).body.errors).toMatchObject([
      { code: 'import_tracking_unmatched' },
    ])
  expect((await match(['orderNumber', 'trackingNumber'])).status).toBe(202)
})

test('tracking numbers are imported only with the permission to edit orders', async () => {
  const clerk = await makePerson(t.app, t.sql, 'parcel-clerk', {
    storeId: t.people.owner.storeId,
    abilities: [
      { action: 'manage', subject: 'import' },
      { action: 'read', subject: 'order' },
    ],
  })
  const body = new FormData()
  body.append('kind', 'parcels')
  body.append('file', new Blob(['Order,Tracking\n#1001,T-1\n']), 'parcels.csv')
  const reply = await t.call(clerk, importApi.create, { body })
  expect([reply.status, reply.body.code]).toEqual([403, 'import_parcels_forbidden'])
})

test.each(['orders', 'products'])(
  'a file of %s with tracking numbers names the right tab',
  async kind => {
    const before = await t.changes()
    const body = new FormData()
    body.append('kind', kind)
    body.append(
      'file',
      new Blob(['Order,Carrier,Tracking number\n1001,UPS,1Z999AA10123456784']),
      'a.csv',
    )
    const reply = await t.call('owner', importApi.create, { body })
    expect(reply.body.errors).toMatchObject([{ code: 'import_is_tracking_file' }])
    expect(await t.changes()).toBe(before)
  },
)
