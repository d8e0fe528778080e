import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await openTestCheckout(t)
})
afterAll(() => t.close())

/** Opens a page of an order, and returns a function that sends its form with the key of the page. */
async function openForm(path: string, view = '') {
  const shopper = new Shopper(t)
  const { body } = await shopper.open(path + view)
  const key = /name="key" value="([^"]+)"/.exec(body)?.[1] ?? ''
  return (fields: Record<string, string>) => shopper.send({ ...fields, key }, { url: path + view })
}
/** Two times at once, as by a double click, and once more later. */
const sendThrice = async (send: () => ReturnType<Shopper['send']>) => {
  const replies = [...(await Promise.all([send(), send()])), await send()]
  return replies.map(({ statusCode, headers }) => [statusCode, headers.location])
}
const countEvents = async (id: string, type: string) =>
  (await tester.getOrder(id)).timeline.filter(event => event.type === type).length

test.each(['return', 'claim'] as const)('a %s that is sent again is the first one', async kind => {
  for (const quantity of [1, 2]) {
    const { path, id } = await placeTestOrder(t, { email: 'twice@example.com' })
    await tester.updateStatus(id, 'shipped')
    const line = (await tester.getOrder(id)).lines[0]?._id ?? ''
    const send = await openForm(path, `/${kind}`)
    const fields = { [`line-${line}`]: String(quantity), [`reason-${line}`]: 'other', wish: 'any' }
    const confirmationPath = `${path}?done=${kind}`
    expect(await sendThrice(() => send(fields))).toEqual(Array(3).fill([303, confirmationPath]))
    expect((await tester.getOrder(id)).returns).toMatchObject([{ kind, lines: [{ quantity }] }])
    const before = await t.changes()
    await send(fields)
    expect(await t.changes()).toBe(before)
    if (quantity === 1) {
      await (await openForm(path, `/${kind}`))(fields)
      expect((await tester.getOrder(id)).returns, 'another form').toHaveLength(2)
    }
  }
})

test('a cancellation that is sent again shows the canceled order', async () => {
  const { path, id } = await placeTestOrder(t, { email: 'cancel@example.com' })
  const send = await openForm(path)
  expect(await sendThrice(() => send({ intent: 'cancel' }))).toEqual(Array(3).fill([303, path]))
  expect(await countEvents(id, 'status_changed')).toBe(1)
})

test('an address that is sent again, also after the order was shipped, is that of the first', async () => {
  const { path, id } = await placeTestOrder(t, { email: 'address@example.com' })
  const send = await openForm(path)
  const {
    name = '',
    city = '',
    postalCode = '',
    region = '',
  } = (await tester.getOrder(id)).shippingAddress
  const fields = { intent: 'address', name, city, postalCode, region, line1: 'Quay 7' }
  const confirmationPath = `${path}?done=changed`
  expect(await sendThrice(() => send(fields))).toEqual(Array(3).fill([303, confirmationPath]))
  expect(await countEvents(id, 'edited')).toBe(1)
  await tester.updateStatus(id, 'shipped')
  expect((await send(fields)).statusCode).toBe(303)
  expect((await tester.getOrder(id)).shippingAddress).toMatchObject({ line1: 'Quay 7' })
})
