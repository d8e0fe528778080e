import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../lib/call/serve.ts'
import { eventually } from '../../testing/eventually.ts'
import { getOwnerHost, setStoreStatus } from '../../testing/subject/storefront-testing.ts'
import { loadTestStorefront } from '../../testing/test-storefront.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Sellers use `t.app`, and shoppers the other process. */
let t: TestApp
let shopperApp: App
let port: number
beforeAll(async () => {
  t = await startTestApp()
  const { appUrl, ownerUrl } = t
  const loadStorefront = loadTestStorefront
  const { config } = t.app
  shopperApp = await buildApp({ config, ownerUrl, appUrl, runsJobs: false, loadStorefront })
  await shopperApp.listen({ port: 0, host: '127.0.0.1' })
  port = (shopperApp.server.address() as AddressInfo).port
  await setStoreStatus(t, 'live')
})
afterAll(async () => {
  await shopperApp.close()
  await t.close()
})

const visitPath = (path: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ port, path, headers: { host: getOwnerHost(t) } }, async reply =>
      resolve({ status: reply.statusCode, body: await text(reply) }),
    )
      .on('error', reject)
      .end()
  })

/** Visits the page until the process repeats its reply from memory. */
async function fillCaches(path: string) {
  const { storefront } = shopperApp
  if (!storefront) throw new Error('The storefront was not built.')
  const route = vi.spyOn(storefront, 'routing')
  await eventually(async () => {
    await visitPath(path)
    route.mockClear()
    expect((await visitPath(path)).status).toBe(200)
    expect(route).not.toHaveBeenCalled()
  })
  route.mockRestore()
}

const waitForText = (path: string, expected: string) =>
  expect.poll(async () => (await visitPath(path)).body).toContain(expected)

test('shoppers of one process see what sellers change in another one', async () => {
  const body = { title: 'Blue teapot', price: 2490, stock: 3, status: 'active' as const }
  const { _id: id } = (await t.call('owner', productApi.create, { body })).body.data
  const path = '/products/blue-teapot'
  await fillCaches(path)
  await fillCaches('/products')
  await t.call('owner', productApi.update, { params: { id }, body: { title: 'Green teapot' } })
  await waitForText(path, 'Green teapot')
  await waitForText('/products', 'Green teapot')
  await fillCaches(path)
  const announcement = { enabled: true, text: 'Open on Sunday' }
  await t.call('owner', cmsApi.update, { body: { announcement } })
  await waitForText(path, 'Open on Sunday')
  await t.call('owner', categoryApi.create, { body: { name: 'Kettles' } })
  expect((await visitPath('/categories/mugs')).status).toBe(404)
  await t.call('owner', categoryApi.create, { body: { name: 'Mugs' } })
  await expect.poll(async () => (await visitPath('/categories/mugs')).status).toBe(200)
  await fillCaches(path)
  await setStoreStatus(t, 'paused')
  await expect.poll(async () => (await visitPath(path)).status).toBe(503)
})
