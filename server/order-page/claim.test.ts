import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data

let count = 0
async function placeShippedOrder() {
  count += 1
  const email = `claimant${count}@example.com`
  const { path, id } = await placeTestOrder(t, { email })
  await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'shipped', reason: 'other' },
  })
  const line = (await getOrder(id)).lines[0]?._id ?? ''
  return { path, id, line, email }
}

/** Sends the form as a browser does. */
async function sendClaim(path: string, fields: Record<string, string>, photo?: Buffer) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('photos', new Blob(photo ? [new Uint8Array(photo)] : []), photo ? 'crack.jpg' : '')
  const request = new Request('http://localhost', { method: 'POST', body })
  return visit(t, `${path}/claim`, {
    method: 'POST',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

const listMailSubjects = async (email: string) => {
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  return mails.map(mail => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '')
}

test('a shopper opens a claim with photos, and sees and reads how it is settled', async () => {
  const { path, id, line, email } = await placeShippedOrder()
  expect((await visit(t, path)).body).toContain(`href="${path}/claim"`)
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const reply = await sendClaim(
    path,
    {
      [`line-${line}`]: '1',
      [`reason-${line}`]: 'not_delivered',
      wish: 'replacement',
      reason: 'One <b>cup</b> is missing',
    },
    photo,
  )
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}?done=claim`])
  const order = await getOrder(id)
  const [claim] = order.returns
  expect(claim).toMatchObject({
    kind: 'claim',
    status: 'requested',
    wish: 'replacement',
    reason: 'One <b>cup</b> is missing',
    lines: [{ line, quantity: 1, reason: 'not_delivered' }],
  })
  const { body: files } = await t.call('owner', orderFileApi.listFiles, { params: { id } })
  expect(files.data).toMatchObject([{ purpose: 'return_photo', return: claim?._id }])
  const notifications = await t.inStore(
    tx => tx<{ kind: string }[]>`
      select kind from notification where subject_id = ${id} and kind <> 'order_created'`,
  )
  expect([...notifications]).toEqual([{ kind: 'claim_requested' }])
  const page = await visit(t, path)
  expect(page.body).toContain('Claim opened')
  expect(page.body).not.toContain('Return requested')
  const apply = async (change: object) => {
    const { version } = await getOrder(id)
    const { status } = await t.call('owner', orderChangeApi.applyChange, {
      params: { id },
      body: { version, change },
    })
    expect(status).toBe(200)
  }
  await apply({ kind: 'updateReturn', return: claim?._id, status: 'accepted' })
  expect((await visit(t, path)).body).toContain('You don’t have to send the items back.')
  await apply({
    kind: 'replaceUnits',
    return: claim?._id,
    lines: [{ line, quantity: 1 }],
    reason: 'not_delivered',
  })
  const [newOrder] = (await getOrder(id)).followingOrders
  const settledPage = await visit(t, path)
  expect(settledPage.body).toContain('Claim completed')
  expect(settledPage.body).toContain(`Replacement order ${newOrder?.number}`)
  expect(await listMailSubjects(email)).toEqual(
    expect.arrayContaining([
      `Your claim for order ${order.number}`,
      `Claim for order ${order.number} accepted`,
      `Replacement order ${newOrder?.number}`,
    ]),
  )
})

test.each<[string, Record<string, string>, number, string]>([
  ['no items', { reason: 'Broken <i>' }, 422, 'Choose at least one item.'],
  ['more units than were shipped', { quantity: '9', reason: 'Broken <i>' }, 409, 'have changed'],
])(
  'a claim of %s is refused, writes nothing and keeps the text',
  async (_, fields, status, text) => {
    const { path, id, line } = await placeShippedOrder()
    const before = [await getOrder(id), await t.changes()]
    const { quantity = '0', ...rest } = fields
    const reply = await sendClaim(path, { ...rest, [`line-${line}`]: quantity })
    expect(reply.statusCode).toBe(status)
    for (const part of [text, 'Broken &lt;i&gt;']) expect(reply.body).toContain(part)
    expect([await getOrder(id), await t.changes()]).toEqual(before)
  },
)

test('units of a claim can be neither claimed nor returned again', async () => {
  const { path, id, line } = await placeShippedOrder()
  expect((await sendClaim(path, { [`line-${line}`]: '2' })).statusCode).toBe(303)
  const before = await t.changes()
  expect((await sendClaim(path, { [`line-${line}`]: '1' })).statusCode).toBe(409)
  expect(await t.changes()).toBe(before)
  for (const view of ['claim', 'return'])
    expect((await visit(t, `${path}/${view}`)).body).not.toContain(`line-${line}`)
  expect((await visit(t, path)).body).not.toContain(`href="${path}/claim"`)
  expect((await getOrder(id)).returns).toHaveLength(1)
})

test('an order that was not shipped has nothing to claim', async () => {
  const { path, id } = await placeTestOrder(t)
  const line = (await getOrder(id)).lines[0]?._id ?? ''
  expect((await visit(t, path)).body).not.toContain(`href="${path}/claim"`)
  const before = await t.changes()
  expect((await sendClaim(path, { [`line-${line}`]: '1' })).statusCode).toBe(409)
  expect((await sendClaim(`${path.slice(0, -3)}abc`, { [`line-${line}`]: '1' })).statusCode).toBe(
    415,
  )
  expect(await t.changes()).toBe(before)
})
