import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
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

const getOrder = async (id: string) =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const getStock = async (id: string) =>
  (await t.call('owner', productApi.get, { params: { id } })).body.data.stock
const ship = (id: string) =>
  t.call('owner', orderApi.updateStatus, { params: { id }, body: { status: 'shipped' } })
const address = {
  intent: 'address',
  name: 'Ada Verne',
  line1: 'Harbor street 9',
  line2: '',
  postalCode: '20459',
  city: 'Hamburg',
  region: '',
}
const send = (path: string, fields: Record<string, string>, shopper = new Shopper(t)) =>
  shopper.send(fields, { url: path })

test('the page shows the steps, and the summary the seller and the buyer', async () => {
  const { path, id } = await placeTestOrder(t, { title: '<b>Blue</b> teapot' })
  const page = await visit(t, path)
  expect(page.body).toContain('class="order-steps"')
  expect(page.body).toContain('Cancel order')
  const order = await getOrder(id)
  expect(page.body).toContain(
    `<dt>Payment reference</dt><dd><bdi>${order.number.replace('#', '')}</bdi>`,
  )
  const summary = await visit(t, `${path}/invoice`)
  for (const text of [
    '<h1>Order summary</h1>',
    'This summary is not an invoice.',
    order.number,
    'Quay 4',
    '&lt;b&gt;Blue&lt;/b&gt; teapot',
    'ada@example.com',
  ])
    expect(summary.body).toContain(text)
  expect(summary.headers['cache-control']).toBe('private, no-store')
})

test('the summary ends with the legal information of the store', async () => {
  const { path } = await placeTestOrder(t)
  expect((await visit(t, `${path}/invoice`)).body).not.toContain('<h2>Legal information</h2>')
  await t.call('owner', cmsApi.update, {
    body: { policies: { imprint: '<p>Register court: Hamburg</p><script>alert(1)</script>' } },
  })
  const { body } = await visit(t, `${path}/invoice`)
  expect(body).toContain('<h2>Legal information</h2>')
  expect(body).toContain('<p>Register court: Hamburg</p>')
  expect(body).not.toContain('alert(1)')
})

test('a shopper cancels: the stock is restored, and staff see the reason', async () => {
  const { path, id, product } = await placeTestOrder(t)
  expect(await getStock(product._id)).toBe(3)
  const reply = await send(path, { intent: 'cancel' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, path])
  expect(await getOrder(id)).toMatchObject({ status: 'cancelled', cancelReason: 'customer' })
  expect(await getStock(product._id)).toBe(5)
  expect((await visit(t, path)).body).toContain('This order was canceled')
})

test('a shopper changes the parts of the address in the form, but not the country', async () => {
  const { path, id } = await placeTestOrder(t)
  const { shippingAddress } = await getOrder(id)
  await t.call('owner', orderApi.update, {
    params: { id },
    body: { shippingAddress: { ...shippingAddress, region: 'Bavaria' } },
  })
  const reply = await send(path, { ...address, country: 'FR' })
  expect(reply.statusCode).toBe(303)
  expect((await getOrder(id)).shippingAddress).toMatchObject({
    line1: 'Harbor street 9',
    postalCode: '20459',
    region: 'Bavaria',
    country: 'DE',
  })
})

test('a billing address that was the same follows the shipping address, another stays', async () => {
  const { path, id } = await placeTestOrder(t)
  expect((await send(path, address)).statusCode).toBe(303)
  const { shippingAddress, billingAddress } = await getOrder(id)
  expect(billingAddress).toMatchObject({ line1: 'Harbor street 9', city: 'Hamburg' })
  expect(billingAddress).toEqual(shippingAddress)
  await t.call('owner', orderApi.update, {
    params: { id },
    body: { billingAddress: { ...billingAddress, line1: 'Office 1' } },
  })
  await send(path, { ...address, line1: 'Harbor street 11' })
  expect(await getOrder(id)).toMatchObject({
    shippingAddress: { line1: 'Harbor street 11' },
    billingAddress: { line1: 'Office 1' },
  })
})

test('a separate billing address can be changed, except its country, until the order is shipped', async () => {
  const { path, id } = await placeTestOrder(t)
  const fields = {
    intent: 'billingAddress',
    billingName: 'Verne Ltd',
    billingLine1: 'Office 2',
    billingPostalCode: '10115',
    billingCity: 'Berlin',
  }
  const first = await getOrder(id)
  expect((await visit(t, path)).body).not.toContain('value="billingAddress"')
  expect((await send(path, fields)).statusCode).toBe(409)
  expect(await getOrder(id)).toEqual(first)
  await t.call('owner', orderApi.update, {
    params: { id },
    body: { billingAddress: { ...first.billingAddress, line1: 'Office 1' } },
  })
  expect((await visit(t, path)).body).toContain('value="Office 1"')
  const rejectedReply = await send(path, { ...fields, billingPostalCode: '1' })
  expect(rejectedReply.statusCode).toBe(422)
  expect(rejectedReply.body).toContain('id="error-billingPostalCode"')
  expect((await send(path, { ...fields, billingCountry: 'FR' })).statusCode).toBe(303)
  const changedOrder = await getOrder(id)
  expect(changedOrder).toMatchObject({
    shippingAddress: first.shippingAddress,
    billingAddress: { name: 'Verne Ltd', line1: 'Office 2', city: 'Berlin', country: 'DE' },
    total: first.total,
  })
  await ship(id)
  expect((await send(path, { ...fields, billingLine1: 'Office 3' })).statusCode).toBe(409)
  expect((await getOrder(id)).billingAddress).toEqual(changedOrder.billingAddress)
})

test('an address is shown and changed in the form of its country', async () => {
  const { path, id } = await placeTestOrder(t)
  const setAddress = (shippingAddress: object) =>
    t.call('owner', orderApi.update, { params: { id }, body: { shippingAddress } })
  const california = { line1: '1 Main St', city: 'Fresno', region: 'CA', postalCode: '93650' }
  await setAddress({ ...california, country: 'US' })
  expect((await visit(t, path)).body).toContain('<span>Fresno CA 93650</span>')
  await setAddress({ line1: '1 Peak Rd', region: 'Kowloon', country: 'HK' })
  const page = await visit(t, path)
  expect(page.body).toContain('Area')
  expect(page.body).not.toContain('name="postalCode"')
  const hongKong = { ...address, city: '', postalCode: '' }
  const rejected = await send(path, { ...hongKong, name: '', line1: '' })
  expect(rejected.statusCode).toBe(422)
  expect([...rejected.body.matchAll(/ id="error-(\w+)"/g)].map(([, name]) => name)).toEqual([
    'name',
    'line1',
    'region',
  ])
  expect((await send(path, { ...hongKong, region: 'Kowloon' })).statusCode).toBe(303)
  expect((await getOrder(id)).shippingAddress).toMatchObject({ line1: 'Harbor street 9', city: '' })
})

test('changes are rejected after shipping, and nothing is written', async () => {
  const { path, id, product } = await placeTestOrder(t)
  await ship(id)
  const [order, stock] = [await getOrder(id), await getStock(product._id)]
  for (const [fields, text] of [
    [{ intent: 'cancel' }, 'already on its way'],
    [address, 'can no longer be changed here'],
  ] as const) {
    const reply = await send(path, fields)
    expect(reply.statusCode).toBe(409)
    expect(reply.body).toContain(text)
  }
  expect(await getOrder(id)).toEqual(order)
  expect(await getStock(product._id)).toBe(stock)
})

test.each([
  ['no street', { line1: '' }, 422],
  ['no postal code', { postalCode: '' }, 422],
  ['a postal code of another country', { postalCode: '2045' }, 422],
  ['a street of 300 letters', { line1: 'x'.repeat(300) }, 422],
  ['an unknown change', { intent: 'price' }, 422],
])('%s is rejected, and nothing is written', async (_, changes, status) => {
  const { path, id } = await placeTestOrder(t)
  const order = await getOrder(id)
  const reply = await send(path, { ...address, ...changes })
  expect(reply.statusCode).toBe(status)
  expect(await getOrder(id)).toEqual(order)
})

test('a foreign or altered link opens and changes nothing', async () => {
  const { path, id } = await placeTestOrder(t)
  const other = await placeTestOrder(t)
  const order = await getOrder(id)
  const [, , , token = ''] = other.path.split('/')
  for (const url of [`/orders/${id}/${token}`, `${path}x`, path.slice(0, -1), '/orders/x/y']) {
    expect((await visit(t, url)).statusCode, url).toBe(404)
    expect((await visit(t, `${url}/invoice`)).statusCode, url).toBe(404)
    for (const fields of [{ intent: 'cancel' }, address, { intent: 'again' }, { intent: 'x' }])
      expect((await send(url, fields)).statusCode, `${url} ${fields.intent}`).toBe(404)
  }
  expect(await getOrder(id)).toEqual(order)
})

test('another site cannot send the forms', async () => {
  const { path, id } = await placeTestOrder(t)
  const reply = await new Shopper(t).send(
    { intent: 'cancel' },
    { url: path, headers: { origin: 'https://evil.example' } },
  )
  expect(reply.statusCode).toBe(403)
  expect((await getOrder(id)).status).toBe('pending')
})

test('an order is placed again, without products that are no longer for sale', async () => {
  const { path, product } = await placeTestOrder(t, { title: 'Red cup' })
  await t.call('owner', productApi.update, {
    params: { id: product._id },
    body: { price: 2690 },
  })
  const shopper = new Shopper(t)
  const reply = await send(path, { intent: 'again' }, shopper)
  expect(reply.headers.location).toBe('/cart')
  expect((await shopper.open()).body).toContain(
    'The price of Red cup changed from $24.90 to $26.90.',
  )

  const archivedOrder = await placeTestOrder(t, { title: 'Old cup' })
  await t.call('owner', productApi.update, {
    params: { id: archivedOrder.product._id },
    body: { status: 'archived' },
  })
  const archivedReply = await send(archivedOrder.path, { intent: 'again' }, new Shopper(t))
  expect(archivedReply.headers.location).toBe(`${archivedOrder.path}?unavailable=0#again`)
  const page = await visit(t, `${archivedOrder.path}?unavailable=0`)
  expect(page.body).toContain('no longer available')
})
