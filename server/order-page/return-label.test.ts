import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { storeApi } from '#contract/store/store.ts'
import { addOrderReturn } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let server: Awaited<ReturnType<typeof startTestMailServer>>
beforeAll(async () => {
  server = await startTestMailServer()
  t = await startTestApp({ SMTP_URL: server.url })
  await openTestCheckout(t)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        address: { line1: 'Quay 4', postalCode: '20457', city: 'Hamburg', country: 'DE' },
      },
      password: samplePassword,
    },
  })
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const pdf = '%PDF-1.7\nlabel'
type Caller = Parameters<TestApp['call']>[0]
function addLabel(id: string, name: string, content: Buffer | string = pdf, as: Caller = 'owner') {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return t.call(as, orderFileApi.addReturnLabel, { params: { id }, body })
}
const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const listFiles = async (id: string): Promise<OrderFile[]> =>
  (await t.call('owner', orderFileApi.listFiles, { params: { id } })).body.data
const listStoredFiles = () =>
  readdir(join(t.app.config.dataDir, 'orders', t.people.owner.storeId)).catch(() => [])
const snapshot = async (id: string) => [
  await getOrder(id),
  await t.changes(),
  await listStoredFiles(),
]

async function updateReturn(id: string, returnId: string, status: 'accepted' | 'in_transit') {
  const change = { kind: 'updateReturn' as const, return: returnId, status }
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version: (await getOrder(id)).version, change },
  })
}

async function requestReturn(email = 'ada@example.com') {
  const { path, id } = await placeTestOrder(t, { email })
  await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'shipped', reason: 'other' },
  })
  return { path, id, returnId: await addOrderReturn(t, id) }
}
async function acceptReturn(email?: string) {
  const order = await requestReturn(email)
  await updateReturn(order.id, order.returnId, 'accepted')
  return order
}
async function receive(work: () => Promise<unknown>) {
  await t.runJobs()
  const count = server.mails.length
  await work()
  await t.runJobs()
  return server.mails.slice(count)
}

test('the shopper downloads the label without a login, and the email names it', async () => {
  const { path, id, returnId } = await acceptReturn('label@example.com')
  const before = await visit(t, path)
  expect(before.body).toMatch(/Send the items to:<\/p><address>.*?Quay 4/)
  const mails = await receive(async () => {
    const { status, body } = await addLabel(returnId, 'Étiquette 1.pdf')
    expect([status, body.data]).toMatchObject([
      201,
      { purpose: 'label', return: returnId, parcel: null, contentType: 'application/pdf' },
    ])
  })
  const [label] = await listFiles(id)
  const labelPath = `${path}/labels/${label?._id}`
  expect(mails).toHaveLength(1)
  expect(mails[0]?.recipients).toEqual(['label@example.com'])
  expect(mails[0]?.text).toContain(`/labels/${label?._id}`)
  expect(mails[0]?.text).toContain('Send back by')
  expect(mails[0]?.text).not.toContain('Send the items to')
  const page = await visit(t, path)
  expect(page.body).toContain(`href="${labelPath}"`)
  expect(page.body).not.toContain('Send the items to:')
  expect(page.body).toMatch(/Send them back by \w+ \d+, \d{4}\./)
  const file = await visit(t, labelPath)
  expect([file.statusCode, file.body]).toEqual([200, pdf])
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="-tiquette-1.pdf"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await getOrder(id)).timeline.at(-1)).toMatchObject({ type: 'return_label_added' })
})

test('a label is replaced, and its removal shows the address again', async () => {
  const { path, id, returnId } = await acceptReturn()
  await addLabel(returnId, 'first.pdf')
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const replies = await Promise.all([
    addLabel(returnId, 'second.png', png),
    addLabel(returnId, 'third.pdf'),
  ])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  const files = await listFiles(id)
  expect(files).toHaveLength(1)
  const params = { id: files[0]?._id ?? '' }
  expect((await t.call('owner', orderFileApi.deleteFile, { params })).status).toBe(200)
  await t.runJobs()
  expect(await listFiles(id)).toEqual([])
  expect(await listStoredFiles()).not.toContain(params.id)
  expect((await visit(t, `${path}/labels/${params.id}`)).statusCode).toBe(404)
  expect((await visit(t, path)).body).toContain('Send the items to:')
  expect((await getOrder(id)).timeline.at(-1)?.type).toBe('return_label_removed')
})

test('a wrong link, another order and the labels of parcels are not found', async () => {
  const { path, id, returnId } = await acceptReturn()
  const label = (await addLabel(returnId, 'label.pdf')).body.data._id
  const other = await acceptReturn()
  const body = new FormData()
  body.append('file', new Blob([pdf]), 'parcel.pdf')
  const parcel = (await getOrder(id)).fulfillments[0]?._id ?? ''
  const parcelLabel = await t.call('owner', orderFileApi.addLabel, { params: { id: parcel }, body })
  expect(parcelLabel.status).toBe(201)
  for (const url of [
    `${other.path}/labels/${label}`,
    `${path.slice(0, -3)}abc/labels/${label}`,
    `${path}/photos/${label}`,
    `${path}/labels/${parcelLabel.body.data._id}`,
    `${path}/labels/${crypto.randomUUID()}`,
  ])
    expect((await visit(t, url)).statusCode).toBe(404)
})

describe('refuses a label and writes nothing', () => {
  const expectRefusal = async (
    { id, returnId }: { id: string; returnId: string },
    code: string,
    args: [name?: string, content?: Buffer | string, as?: Caller] = [],
  ) => {
    const before = await snapshot(id)
    const [name = 'a.pdf', content = pdf, as = 'owner'] = args
    expect((await addLabel(returnId, name, content, as)).body.code).toBe(code)
    expect(await snapshot(id)).toEqual(before)
  }

  test('of a return that is not accepted, or on the way', async () => {
    const order = await requestReturn()
    await expectRefusal(order, 'return_not_accepted')
    await updateReturn(order.id, order.returnId, 'accepted')
    await updateReturn(order.id, order.returnId, 'in_transit')
    await expectRefusal(order, 'return_not_accepted')
  })

  test('that is no PDF, PNG or JPEG file, whatever its name', async () => {
    const order = await acceptReturn()
    await expectRefusal(order, 'return_label_type_unsupported', ['label.txt', 'Hello'])
    await expectRefusal(order, 'attachment_type_unsupported', ['label.pdf', 'Hello'])
    await expectRefusal(order, 'attachment_empty', ['label.pdf', ''])
  })

  test('of a return of another store', async () => {
    const order = await acceptReturn()
    await expectRefusal(order, 'not_found', ['label.pdf', pdf, 'stranger'])
  })
})

test('the return address of the settings replaces that of the store', async () => {
  const returnAddress = 'Returns <b>desk</b>\nDock 9\nBremen'
  await t.call('owner', cmsApi.update, { body: { checkout: { returnAddress } } })
  const [mail] = await receive(() => acceptReturn('desk@example.com')).then(mails =>
    mails.filter(({ text }) => text.includes('Dock 9')),
  )
  expect(mail?.text.replaceAll('\r', '')).toContain(
    'Send the items to:\nReturns <b>desk</b>\nDock 9',
  )
  expect(mail?.html).toContain('Returns &lt;b&gt;desk&lt;/b&gt;')
  const { path } = await acceptReturn()
  const page = await visit(t, path)
  expect(page.body).toContain('Returns &lt;b&gt;desk&lt;/b&gt;')
  expect(page.body).toMatch(/Send the items to:<\/p><p class="order-instructions"[^>]*>Returns/)
  await t.call('owner', cmsApi.update, { body: { checkout: { returnAddress: '' } } })
})

test('a late return is marked on the page of its shopper', async () => {
  const { path, returnId } = await acceptReturn()
  await t.inStore(
    tx => tx`update order_return set send_back_by = '2026-01-05' where id = ${returnId}`,
  )
  expect((await visit(t, path)).body).toContain('The items were due back by January 5, 2026.')
})

test('an erased customer leaves no label', async () => {
  const { path, id, returnId } = await acceptReturn()
  const label = (await addLabel(returnId, 'Ada Verne.pdf')).body.data._id
  const customer = (await getOrder(id)).customer._id
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${id}`)
  await t.inStore(tx => tx`select erase_customer(${customer})`)
  await t.runJobs()
  expect(await listStoredFiles()).not.toContain(label)
  expect((await visit(t, `${path}/labels/${label}`)).statusCode).toBe(404)
})
