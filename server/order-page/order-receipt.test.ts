import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

async function pay(id: string) {
  const { balance } = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: balance, method: 'card' },
  })
}

test('the shopper downloads the receipt of a paid order, and of no other one', async () => {
  const { path, id } = await placeTestOrder(t, {})
  const url = `${path}/receipt`
  expect((await visit(t, path)).body).not.toContain(url)
  expect((await visit(t, url)).statusCode).toBe(404)
  await pay(id)
  const { body } = await visit(t, path)
  const [, documents] = body.match(/<h2>Documents<\/h2>(.*?)<\/section>/s) ?? []
  expect(documents).toContain(`href="${url}"`)
  const file = await visit(t, url)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const other = await placeTestOrder(t, {})
  for (const wrongPath of [`${path}x/receipt`, `${other.path}/receipt`])
    expect((await visit(t, wrongPath)).statusCode, wrongPath).toBe(404)
})

test('the receipt of a customer who was erased is gone', async () => {
  const { path, id } = await placeTestOrder(t, {})
  await pay(id)
  await t.inStore(tx => tx`update "order" set is_customer_erased = true where id = ${id}`)
  expect((await visit(t, `${path}/receipt`)).statusCode).toBe(404)
})

test('too many requests of receipts are rejected', async () => {
  const { path, id } = await placeTestOrder(t, {})
  await pay(id)
  const { orderPage } = t.app.config.rateLimits
  const { source } = orderPage
  orderPage.source = { count: 2, refillSeconds: 3600 }
  const statuses: number[] = []
  const remoteAddress = '203.0.113.7'
  for (let i = 0; i < 3; i++)
    statuses.push((await visit(t, `${path}/receipt`, { remoteAddress })).statusCode)
  orderPage.source = source
  expect(statuses).toEqual([200, 200, 429])
  expect((await visit(t, path, { remoteAddress })).statusCode).toBe(200)
})
