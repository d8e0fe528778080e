import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { storeApi } from '#contract/store/store.ts'
import { getReturnPeriod } from '../order/page/return-period.ts'
import { hasWithdrawalRight } from '../order/page/withdrawal-right.ts'
import { withdrawOrder } from '../order/return/order-withdrawal.ts'
import { requestReturn } from '../order/return/request-return.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { addOrderReturn } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const setStatus = (id: string, status: string) =>
  t.call('owner', orderApi.updateStatus, { params: { id }, body: { status, reason: 'other' } })
const send = (path: string, fields: Record<string, string>) =>
  new Shopper(t).send(fields, { url: path })
const listNotifications = (id: string) =>
  t.inStore(
    tx => tx<{ kind: string }[]>`
      select kind from notification where subject_id = ${id} and kind <> 'order_created'`,
  )

async function placeShippedOrder(email = 'ada@example.com') {
  const { path, id } = await placeTestOrder(t, { email })
  await setStatus(id, 'shipped')
  const order = await getOrder(id)
  return { path, id, line: order.lines[0]?._id ?? '' }
}

test('a shopper withdraws from the contract, gets a receipt, and staff a notification', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { timezone: 'Asia/Tokyo' } },
  })
  const { path, id } = await placeTestOrder(t, { email: 'withdraw@example.com' })
  const page = await visit(t, path)
  expect(page.body).toContain('Withdraw from contract here')
  const statement = { name: 'Ada <b>Verne</b>', email: 'ada.new@example.com' }
  const reply = await send(`${path}/withdraw`, statement)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}/withdraw`])
  await send(`${path}/withdraw`, { name: 'Someone else', email: 'other@example.com' })
  expect((await getOrder(id)).withdrawal).toMatchObject(statement)
  expect([...(await listNotifications(id))]).toEqual([{ kind: 'order_withdrawn' }])
  await t.runJobs()
  const mails = await listMailsTo(t, 'ada.new@example.com')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Ada &lt;b&gt;Verne&lt;/b&gt;')
  expect(mails[0], 'the time is that of the store').toContain('GMT+9')
  const { body } = await visit(t, `${path}/withdraw`)
  const at = new Date((await getOrder(id)).withdrawal?.createdAt ?? '')
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const
  for (const text of ['ada.new@example.com', at.toLocaleString('en-US', format)])
    expect(body).toContain(text)
})

test.each([
  ['no name', { name: '' }, 422],
  ['an email that is none', { email: 'x' }, 422],
])('a withdrawal with %s is rejected, and nothing is written', async (_, changes, status) => {
  const { path, id } = await placeTestOrder(t)
  const order = await getOrder(id)
  const reply = await send(`${path}/withdraw`, { name: 'Ada', email: 'a@example.com', ...changes })
  expect(reply.statusCode).toBe(status)
  expect(await getOrder(id)).toEqual(order)
})

test('a canceled order has no withdrawal', async () => {
  const { path, id } = await placeTestOrder(t)
  await setStatus(id, 'cancelled')
  expect((await visit(t, `${path}/withdraw`)).statusCode).toBe(404)
  const reply = await send(`${path}/withdraw`, { name: 'Ada', email: 'a@example.com' })
  expect(reply.statusCode).toBe(404)
  expect((await getOrder(id)).withdrawal).toBeNull()
})

test('the withdrawal is a right of the EEA and the UK for 14 days after the delivery', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const lines = [{ isWithdrawable: false }, { isWithdrawable: true }]
  const check = (country: string | undefined, deliveredAt: string | null, change = {}) =>
    hasWithdrawalRight({ country, deliveredAt, vatId: '', lines, ...change }, now)
  expect(check('DE', null)).toBe(true)
  expect(check('DE', '2026-11-06T08:00:00Z')).toBe(true)
  expect(check('DE', '2026-11-05T08:00:00Z')).toBe(false)
  expect(check('GB', '2026-11-06T08:00:00Z')).toBe(true)
  expect(check('GB', '2026-11-05T08:00:00Z')).toBe(false)
  expect(check('US', null)).toBe(false)
  expect(check(undefined, null)).toBe(false)
  expect(check('DE', null, { vatId: 'DE136695976' })).toBe(false)
  expect(check('DE', null, { lines: [{ isWithdrawable: false }] })).toBe(false)
})

test('goods that the law excepts and companies have no withdrawal', async () => {
  const exception = { withdrawalException: 'customMade' }
  const excepted = await placeTestOrder(t, { title: 'Engraved mug', ...exception })
  expect((await visit(t, `${excepted.path}/withdraw`)).statusCode).toBe(404)
  expect((await visit(t, excepted.path)).body).not.toContain('Withdraw from contract')
  const statement = { name: 'Ada Verne', email: 'ada@example.com' }
  expect((await send(`${excepted.path}/withdraw`, statement)).statusCode).toBe(404)
  expect((await getOrder(excepted.id)).withdrawal).toBeNull()

  const plain = await placeTestOrder(t, { title: 'Plain mug' })
  expect((await visit(t, plain.path)).body).toContain('Withdraw from contract')
  await t.inStore(
    tx => tx`update "order" set customer_vat_id = 'DE136695976' where id = ${plain.id}`,
  )
  expect((await visit(t, `${plain.path}/withdraw`)).statusCode).toBe(404)
})

test('a shopper requests a return, and the store answers once', async () => {
  const { path, id, line } = await placeShippedOrder('return@example.com')
  const form = (await visit(t, `${path}/return`)).body
  for (const name of [`reason-${line}`, 'wish']) expect(form).toContain(`name="${name}"`)
  const reply = await send(`${path}/return`, {
    [`line-${line}`]: '1',
    [`reason-${line}`]: 'wrong_size',
    wish: 'exchange',
    reason: 'Too <i>small</i>',
  })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}?done=return`])
  expect((await visit(t, `${path}?done=return`)).body).toMatch(
    /role="status">We received your return request [^<]+\. The store will reply/,
  )
  expect((await visit(t, `${path}?done=claim`)).body, 'no claim').not.toContain('We received')
  const [orderReturn] = (await getOrder(id)).returns
  expect(orderReturn).toMatchObject({
    status: 'requested',
    wish: 'exchange',
    lines: [{ line, quantity: 1, reason: 'wrong_size' }],
  })
  expect([...(await listNotifications(id))]).toEqual([{ kind: 'return_requested' }])
  const decide = (status: 'accepted' | 'declined') =>
    t.call('owner', orderApi.decideReturn, {
      params: { id },
      body: { return: orderReturn?._id ?? '', status, answer: 'Send it to Quay 1' },
    })
  expect((await decide('accepted')).status).toBe(200)
  const before = await getOrder(id)
  expect((await decide('declined')).body.code).toBe('return_decided')
  expect(await getOrder(id)).toEqual(before)
  await t.runJobs()
  const mails = await listMailsTo(t, 'return@example.com')
  expect(mails.some(mail => mail.includes('received your return request'))).toBe(true)
  expect(mails.at(-1)).toContain('Send it to Quay 1')
  const page = await visit(t, path)
  expect(page.body).toContain('Return accepted')
  expect(page.body).toContain('Send it to Quay 1')
})

test('the shopper reads on the page and in emails what happens with a return, and where it goes', async () => {
  const { storeId } = t.people.owner
  const address = { line1: 'Kai 7', postalCode: '20457', city: 'Hamburg', country: 'DE' }
  await t.call('owner', storeApi.update, { params: { id: storeId }, body: { data: { address } } })
  const email = 'states@example.com'
  const { path, id, line } = await placeShippedOrder(email)
  const change = async (status: 'accepted' | 'in_transit' | 'canceled') => {
    const { version, returns } = await getOrder(id)
    const change = { kind: 'updateReturn' as const, return: returns[0]?._id ?? '', status }
    await t.call('owner', orderChangeApi.applyChange, { params: { id }, body: { version, change } })
    await t.runJobs()
    return [(await listMailsTo(t, email)).at(-1), (await visit(t, path)).body]
  }
  await send(`${path}/return`, { [`line-${line}`]: '1' })
  expect((await visit(t, path)).body).toContain('The store will check your request')
  for (const text of await change('accepted')) expect(text).toContain('Kai 7')
  const [mail, page] = await change('in_transit')
  expect(mail).toContain('Your return is on the way')
  expect(page).toContain('Your items are on the way to the store.')
  expect(page).not.toContain('Send the items to:')
  const [canceledMail, canceledPage] = await change('canceled')
  expect(canceledMail).toContain('Your return was canceled')
  expect(canceledPage).toContain('Return canceled')
})

test('a refund leaves nothing to pay', async () => {
  const { path, id } = await placeShippedOrder()
  const { total } = await getOrder(id)
  expect((await visit(t, path)).body).toContain(' due')
  const pay = { amount: total, method: 'bank' as const }
  await t.call('owner', orderApi.addPayment, { params: { id }, body: pay })
  await t.call('owner', orderApi.addRefund, { params: { id }, body: { ...pay, amount: 100 } })
  expect(await getOrder(id)).toMatchObject({ refundedTotal: 100, balance: 0 })
  expect((await visit(t, path)).body).not.toContain(' due')
})

test('units are returned only once, also by simultaneous requests', async () => {
  const { path, id, line } = await placeShippedOrder()
  const replies = await Promise.all(
    [1, 2, 3].map(() => send(`${path}/return`, { [`line-${line}`]: '2', reason: '' })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409, 409])
  expect((await getOrder(id)).returns).toHaveLength(1)
})

test.each([
  ['nothing', '0', 422],
  ['a negative quantity', '-1', 422],
  ['a fraction', '0.5', 422],
  ['more than was sent', '3', 409],
  ['more than the field accepts', '1000000000', 422],
])('a return of %s is rejected, and nothing is written', async (_, quantity, status) => {
  const { path, id, line } = await placeShippedOrder()
  const order = await getOrder(id)
  const reply = await send(`${path}/return`, { [`line-${line}`]: quantity, reason: 'x' })
  expect(reply.statusCode).toBe(status)
  expect(reply.body).toContain(
    quantity === '0' ? 'Choose at least one item.' : 'Enter a quantity from 1 to 2.',
  )
  expect(await getOrder(id)).toEqual(order)
})

test('an order that was not shipped, and a line of another order, cannot be returned', async () => {
  const open = await placeTestOrder(t)
  const other = await placeShippedOrder()
  const [line] = (await getOrder(open.id)).lines
  expect((await send(`${open.path}/return`, { [`line-${line?._id}`]: '1' })).statusCode).toBe(409)
  expect((await send(`${other.path}/return`, { [`line-${line?._id}`]: '1' })).statusCode).toBe(409)
  expect((await getOrder(open.id)).returns).toEqual([])
  expect((await getOrder(other.id)).returns).toEqual([])
})

const setReturnDays = (returnDays: number | null) =>
  t.call('owner', cmsApi.update, { body: { checkout: { returnDays } } })

test('the return period follows the store, and that of the law is its minimum', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const get = (terms: Partial<Parameters<typeof getReturnPeriod>[0]>) => {
    const none = { vatId: '', returnDays: null, shippedAt: null, deliveredAt: null }
    return getReturnPeriod({ country: 'US', timeZone: 'UTC', ...none, ...terms }, now)
  }
  const open = (until: string) => ({ isOpen: true, period: { until, isOver: false } })
  const over = (until: string) => ({ isOpen: false, period: { until, isOver: true } })
  const lastDay = '2026-11-20T01:00:00.000Z'
  for (const country of ['US', 'DE', 'GB'])
    expect(
      get({ country, shippedAt: '2025-12-01T01:00:00Z', deliveredAt: '2026-01-01T01:00:00Z' }),
    ).toEqual({ isOpen: true, period: null })
  expect(get({ returnDays: 0 })).toEqual({ isOpen: false, period: null })
  expect(get({ returnDays: 5, shippedAt: '2026-11-15T01:00:00Z' })).toEqual(open(lastDay))
  const delivery = { shippedAt: '2026-11-01T01:00:00Z', deliveredAt: '2026-11-15T01:00:00Z' }
  expect(get({ returnDays: 5, ...delivery })).toEqual(open(lastDay))
  expect(get({ returnDays: 4, ...delivery })).toEqual(over('2026-11-19T01:00:00.000Z'))
  // The day is that of the store: there it is still the 19th.
  const evening = { returnDays: 5, shippedAt: '2026-11-15T12:00:01Z' }
  expect(get({ ...evening, timeZone: 'Pacific/Pago_Pago' })).toMatchObject({ isOpen: true })
  for (const returnDays of [0, 3])
    expect(get({ country: 'DE', returnDays, deliveredAt: '2026-11-06T01:00:00Z' })).toEqual(
      open(lastDay),
    )
  expect(get({ country: 'DE', returnDays: 3, shippedAt: '2026-01-01T01:00:00Z' })).toEqual({
    isOpen: true,
    period: null,
  })
  expect(get({ country: 'DE', vatId: 'DE136695976', returnDays: 3, ...delivery })).toMatchObject({
    isOpen: false,
  })
})

test('shoppers request no returns after the return period, staff do', async () => {
  await setReturnDays(20)
  const { path, id, line } = await placeShippedOrder()
  await setStatus(id, 'delivered')
  expect((await visit(t, path)).body).toContain('You can return items until')
  await t.inStore(
    tx => tx`update "order" set delivered_at = now() - interval '22 days' where id = ${id}`,
  )
  expect((await visit(t, path)).body).toContain('The return period ended on')
  expect((await visit(t, `${path}/return`)).body).toContain('No items of this order')
  const before = await getOrder(id)
  expect((await send(`${path}/return`, { [`line-${line}`]: '1' })).statusCode).toBe(409)
  expect(await getOrder(id)).toEqual(before)
  await setReturnDays(null)
  const { status } = await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: {
      version: before.version,
      change: {
        kind: 'createReturn',
        status: 'accepted',
        wish: 'refund',
        lines: [{ line, quantity: 1, reason: 'defective' }],
      },
    },
  })
  expect(status).toBe(200)
})

test('the page names no return period once all units are in returns', async () => {
  await setReturnDays(20)
  const { path, id, line } = await placeShippedOrder()
  await setStatus(id, 'delivered')
  expect((await visit(t, path)).body).toContain('You can return items until')
  const { lines } = await getOrder(id)
  await send(`${path}/return`, { [`line-${line}`]: String(lines[0]?.quantity) })
  const page = (await visit(t, path)).body
  expect(page).toContain('Return requested')
  expect(page).not.toContain('You can return items until')
  await setReturnDays(null)
})

test('goods that the law excepts are not returned', async () => {
  const { path, id } = await placeTestOrder(t, { withdrawalException: 'hygiene' })
  await setStatus(id, 'shipped')
  const before = await getOrder(id)
  const page = (await visit(t, `${path}/return`)).body
  expect(page).toContain('These items can’t be returned:')
  const reply = await send(`${path}/return`, { [`line-${before.lines[0]?._id}`]: '1' })
  expect(reply.statusCode).toBe(409)
  expect(await getOrder(id)).toEqual(before)
})

test('a withdrawal before the shipping stops it, until staff cancel the order', async () => {
  const { path, id } = await placeTestOrder(t)
  await setStatus(id, 'confirmed')
  const statement = { name: 'Ada', email: 'ada@example.com' }
  await send(`${path}/withdraw`, statement)
  const held = await getOrder(id)
  expect(held).toMatchObject({ status: 'on_hold', returns: [] })
  expect(held.timeline.at(-1)).toMatchObject({
    type: 'status_changed',
    data: { from: 'confirmed', to: 'on_hold', reason: 'withdrawal' },
  })
  const { body } = await t.call('owner', orderApi.bulkUpdateStatus, {
    body: { ids: [id], status: 'shipped' },
  })
  expect(body.data.failed).toBe(1)
  for (const status of ['packed', 'shipped'] as const) {
    const change = { kind: 'createParcel' as const, status }
    const reply = await t.call('owner', orderChangeApi.applyChange, {
      params: { id },
      body: { version: held.version, change },
    })
    expect(reply.body.code).toBe('order_not_shippable')
  }
  expect(await getOrder(id)).toEqual(held)
  // A second statement does not stop an order that staff have released.
  await setStatus(id, 'confirmed')
  await send(`${path}/withdraw`, statement)
  expect((await getOrder(id)).status).toBe('confirmed')
  await setStatus(id, 'cancelled')
  expect((await getOrder(id)).status).toBe('cancelled')
})

test('a withdrawal stops the units of an order that were packed or not shipped yet', async () => {
  const { path, id } = await placeTestOrder(t)
  const { lines, version } = await getOrder(id)
  const line = lines[0]?._id ?? ''
  const ship = { kind: 'createParcel' as const, status: 'shipped' as const }
  const first = await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version, change: { ...ship, lines: [{ line, quantity: 1 }] } },
  })
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version: first.body.data.version, change: { ...ship, status: 'packed' } },
  })
  await send(`${path}/withdraw`, { name: 'Ada', email: 'ada@example.com' })
  const held = await getOrder(id)
  expect(held).toMatchObject({
    status: 'on_hold',
    returns: [{ status: 'accepted', lines: [{ line, quantity: 1 }] }],
  })
  const parcel = held.fulfillments.find(({ status }) => status === 'packed')?._id ?? ''
  const reply = await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version: held.version, change: { kind: 'updateParcel', parcel, status: 'shipped' } },
  })
  expect(reply.body.code).toBe('order_not_shippable')
  expect(await getOrder(id)).toEqual(held)
})

test('a withdrawal opens a return of the units that were shipped and are in no other', async () => {
  const { path, id, line } = await placeShippedOrder()
  await send(`${path}/return`, { [`line-${line}`]: '1' })
  const statement = { name: 'Ada', email: 'ada@example.com' }
  await send(`${path}/withdraw`, statement)
  await send(`${path}/withdraw`, statement)
  // The store must take back what its customer wanted to return before too.
  expect((await getOrder(id)).returns).toMatchObject([
    { status: 'accepted', lines: [{ line, quantity: 1 }] },
    { status: 'accepted', wish: 'refund', lines: [{ line, quantity: 1, reason: 'unwanted' }] },
  ])
})

test('a withdrawal accepts no claim and no return of goods that the law excepts', async () => {
  const { id, line } = await placeShippedOrder()
  await addOrderReturn(t, id)
  await t.inStore(async tx => {
    await tx`update order_return set kind = 'claim' where order_id = ${id}`
    await requestReturn(
      { tx, storeId: t.people.owner.storeId, id },
      {
        kind: 'createReturn',
        lines: [{ line, quantity: 1, reason: 'defective' }],
        wish: 'refund',
        reason: '',
      },
    )
    await tx`update order_line set withdrawal_exception = 'hygiene' where order_id = ${id}`
    await withdrawOrder(
      { tx, storeId: t.people.owner.storeId, id },
      { name: 'Ada', email: 'ada@example.com' },
    )
  })
  expect((await getOrder(id)).returns).toMatchObject([
    { kind: 'claim', status: 'requested' },
    { kind: 'return', status: 'requested' },
  ])
})

test('a withdrawal stops no goods that the law excepts', async () => {
  const { path, id } = await placeTestOrder(t)
  await t.inStore(
    tx => tx`
      insert into order_line (order_id, title, quantity, unit_price, total, withdrawal_exception)
      values (${id}, 'Engraved mug', 1, 1000, 1000, 'customMade')`,
  )
  const { lines, version } = await getOrder(id)
  expect(lines.map(line => line.withdrawalException)).toEqual(['none', 'customMade'])
  const shipped = lines.slice(0, 1).map(({ _id: line, quantity }) => ({ line, quantity }))
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version, change: { kind: 'createParcel', status: 'shipped', lines: shipped } },
  })
  await send(`${path}/withdraw`, { name: 'Ada', email: 'ada@example.com' })
  expect(await getOrder(id)).toMatchObject({
    status: 'processing',
    withdrawal: { name: 'Ada' },
    returns: [{ status: 'accepted', lines: shipped }],
  })
})

test('a foreign or altered link opens and changes nothing', async () => {
  const { path, id, line } = await placeShippedOrder()
  const order = await getOrder(id)
  for (const page of ['withdraw', 'return']) {
    const url = `${path}x/${page}`
    expect((await visit(t, url)).statusCode).toBe(404)
    const fields = { name: 'A', email: 'a@example.com', [`line-${line}`]: '1' }
    expect((await send(url, fields)).statusCode).toBe(404)
    expect((await send(url, {})).statusCode).toBe(404)
  }
  expect(await getOrder(id)).toEqual(order)
})
