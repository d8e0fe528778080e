import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const setStatus = (id: string, status: string) =>
  t.call('owner', orderApi.updateStatus, { params: { id }, body: { status, reason: 'other' } })
const withdraw = (path: string) =>
  new Shopper(t).send({ name: 'Ada', email: 'ada@example.com' }, { url: `${path}/withdraw` })
const readPage = async (path: string) => (await visit(t, path)).body
/** What the page offers while an order is open. */
const openTexts = ['Thank you', ' due', 'IBAN', 'Cancel order', 'Change address', 'Progress']
const listOpenTexts = (body: string) => openTexts.filter(text => body.includes(text))

test('after a withdrawal, the page says what is now true and asks for no payment', async () => {
  const { path, id } = await placeTestOrder(t)
  expect(listOpenTexts(await readPage(path))).toEqual(openTexts)
  await withdraw(path)
  const body = await readPage(path)
  expect(listOpenTexts(body)).toEqual([])
  for (const text of ['You withdrew from the contract</h1>', 'Withdrawn on', 'will cancel it'])
    expect(body).toContain(text)
  expect(body).toContain('You don’t have to pay anything.')
  const payment = crypto.randomUUID()
  const reply = await new Shopper(t).send({ intent: 'pay', payment }, { url: path })
  expect(reply.statusCode).toBe(409)
  expect(
    await t.inStore(tx => tx`select from payment_session where order_id = ${id}`),
  ).toHaveLength(0)

  await setStatus(id, 'pending')
  expect(listOpenTexts(await readPage(path)), 'staff have released it').toEqual(
    openTexts.filter(text => text !== 'Change address'),
  )
  await setStatus(id, 'on_hold')
  const held = await readPage(path)
  expect(held, 'another hold is no withdrawal').not.toContain('You withdrew from the contract</h1>')
  expect(listOpenTexts(held)).toContain('IBAN')
  await setStatus(id, 'cancelled')
  const canceled = await readPage(path)
  for (const text of ['This order was canceled', 'Withdrawn on', 'You don’t have to pay anything.'])
    expect(canceled).toContain(text)
  expect(listOpenTexts(canceled)).toEqual([])
})

test('after a withdrawal from a paid order, the page says that the payment comes back', async () => {
  const { path, id } = await placeTestOrder(t)
  await t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: 5470, method: 'cash' },
  })
  await withdraw(path)
  const body = await readPage(path)
  expect(body).toContain('The store will refund your payment.')
  expect(body).not.toContain('You don’t have to pay anything.')
})

test('after a withdrawal from a shipped order, the page says how the goods go back', async () => {
  const { path, id } = await placeTestOrder(t)
  await setStatus(id, 'shipped')
  await withdraw(path)
  const body = await readPage(path)
  for (const text of [
    'You withdrew from the contract</h1>',
    'Send back the items',
    'Return accepted',
  ])
    expect(body).toContain(text)
  expect(listOpenTexts(body)).toEqual([])
})

test('after a withdrawal, the page promises no refund of a payment that came back', async () => {
  const { path, id } = await placeTestOrder(t)
  await tester.updateStatus(id, 'shipped')
  const payment = { amount: 5470, method: 'cash' as const }
  await t.call('owner', orderApi.addPayment, { params: { id }, body: payment })
  await withdraw(path)
  expect(await readPage(path)).toContain('The store will refund your payment.')
  await t.call('owner', orderApi.addRefund, { params: { id }, body: payment })
  const body = await readPage(path)
  expect(body).not.toContain('The store will refund your payment.')
  for (const text of ['You withdrew from the contract</h1>', 'You don’t have to pay anything.'])
    expect(body).toContain(text)
})

test('after a withdrawal from a shipped order, goods that the shopper keeps are paid', async () => {
  const { path, id } = await placeTestOrder(t)
  await tester.updateStatus(id, 'shipped')
  await withdraw(path)
  const withdrawn = await tester.getOrder(id)
  const [{ _id: returnId = '' } = {}] = withdrawn.returns
  const receipt = { line: withdrawn.lines[0]?._id ?? '', quantity: 1, isRestocked: true }
  const change = { kind: 'receiveReturn' as const, return: returnId }
  const partly = await tester.makeChange(withdrawn, {
    ...change,
    lines: [{ ...receipt, condition: 'good' }],
  })
  expect(listOpenTexts(await readPage(path)), 'one unit is on its way').toEqual([])
  await tester.makeChange(partly, { ...change, lines: [{ ...receipt, condition: 'missing' }] })
  const body = await readPage(path)
  expect(listOpenTexts(body)).toEqual([' due', 'IBAN', 'Progress'])
  // One unit of 24.90 and the delivery of 4.90.
  expect(body).toContain('$29.80 due')
  expect(body).not.toContain('You withdrew from the contract</h1>')
})

test('the withdrawal from a shipped order ends when staff cancel its return', async () => {
  const { path, id } = await placeTestOrder(t)
  await tester.updateStatus(id, 'shipped')
  await withdraw(path)
  const pay = async () => {
    const payment = { intent: 'pay', payment: crypto.randomUUID() }
    return (await new Shopper(t).send(payment, { url: path })).statusCode
  }
  expect([await pay(), ...listOpenTexts(await readPage(path))]).toEqual([409])
  const order = await tester.getOrder(id)
  await tester.makeChange(order, {
    kind: 'updateReturn',
    return: order.returns[0]?._id ?? '',
    status: 'canceled',
  })
  const body = await readPage(path)
  // The order can be paid, but not by a method that does not exist.
  expect([await pay(), ...listOpenTexts(body)]).toEqual([422, ' due', 'IBAN', 'Progress'])
  expect(body).toContain('Your order is on its way')
})

test('units of a lost parcel are not kept', async () => {
  const { path, id } = await placeTestOrder(t)
  const order = await tester.getOrder(id)
  const line = order.lines[0]?._id ?? ''
  const ship = { kind: 'createParcel' as const, status: 'shipped' as const }
  const first = await tester.makeChange(order, { ...ship, lines: [{ line, quantity: 1 }] })
  const shipped = await tester.makeChange(first, ship)
  await tester.makeChange(shipped, {
    kind: 'updateParcel',
    parcel: shipped.fulfillments[0]?._id ?? '',
    status: 'lost',
  })
  await withdraw(path)
  expect((await tester.getOrder(id)).returns).toMatchObject([{ lines: [{ line, quantity: 1 }] }])
  const body = await readPage(path)
  expect(body).toContain('You withdrew from the contract</h1>')
  expect(listOpenTexts(body)).toEqual([])
})

test('goods that the law excepts stay in the order, so the page names them', async () => {
  const { path, id } = await placeTestOrder(t, { title: 'Blue bowl' })
  await t.inStore(
    tx => tx`
      insert into order_line (order_id, title, quantity, unit_price, total, withdrawal_exception)
      values (${id}, 'Engraved mug', 1, 1000, 1000, 'customMade')`,
  )
  await withdraw(path)
  const body = await readPage(path)
  expect(body).toContain('The store will adjust the order.')
  expect(body).toMatch(/does not cover:<\/p><ul[^>]*><li>Engraved mug/)
  await setStatus(id, 'pending')
  await setStatus(id, 'shipped')
  expect(await readPage(path)).toContain('Your order is on its way')
})

test('an order on hold is not announced as on its way, and can still be paid', async () => {
  const { path, id } = await placeTestOrder(t)
  await t.inStore(
    tx =>
      tx`update "order" set delivery_from = '2030-01-02', delivery_to = '2030-01-04' where id = ${id}`,
  )
  expect(await readPage(path)).toContain('Estimated delivery')
  await setStatus(id, 'on_hold')
  const body = await readPage(path)
  expect(body).toContain('Your order is on hold</h1>')
  for (const text of ['Thank you', 'Estimated delivery']) expect(body).not.toContain(text)
  expect(body).toContain('Cancel order')
})
