import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { importApi } from '#contract/import/import.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'
import { type Seller, toStorageState } from './test-seller.ts'

const getBell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const expectUnread = (page: Page, count: number) =>
  expect(
    page.getByRole('button', {
      name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
      exact: true,
    }),
  ).toBeVisible()

/** Creates a product and returns a function that creates an order of it. */
async function createOrderFactory(seller: Seller) {
  const mug = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 90 },
  })
  return (name: string) =>
    seller.send(orderApi.create, {
      body: { customer: { name }, lines: [{ variant: mug.variants[0]?._id ?? '', quantity: 1 }] },
    })
}

/** Returns a list that receives the URL of each notification stream that the pages open. */
function recordStreams(...pages: Page[]) {
  const requestedUrls: string[] = []
  for (const page of pages)
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/api/notification/stream')
        requestedUrls.push(request.url())
    })
  return requestedUrls
}

/** Starts a proxy to the server whose connections can be closed. */
async function startProxy(baseURL: string) {
  const { port } = new URL(baseURL)
  const sockets = new Set<Socket>()
  const server = createServer(clientSocket => {
    const serverSocket = connect(Number(port), '127.0.0.1')
    for (const [source, destination] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(source)
      source.pipe(destination)
      source
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(source)
          destination.destroy()
        })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  return {
    origin,
    closeConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('adds a new order to the open list without a reload and opens it from the bell', async ({
  page,
  seller,
}) => {
  const createOrder = await createOrderFactory(seller)
  await page.goto('/apps/order/list')
  await expectUnread(page, 0)
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await createOrder('Ada Verne')
  await expectUnread(page, 1)
  await expect(page.getByRole('main').getByRole('link', { name: /#1001/ })).toBeVisible()
  await getBell(page).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('Ada Verne · €19.00')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link', { name: 'Unread: New order #1001' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '#1001' })).toBeVisible()
  await expect(panel).toBeHidden()
  await expectUnread(page, 0)
  const buffer = Buffer.from('Handle,Title,Variant SKU,Variant Price\njug,Water jug,JUG-1,39.00\n')
  await seller.send(importApi.create, {
    multipart: { kind: 'products', file: { name: 'pottery.csv', mimeType: 'text/csv', buffer } },
  })
  await expect(
    page.getByRole('alert').filter({ hasText: 'pottery.csv is ready to import' }),
  ).toBeVisible()
})

test('shares one stream and the read state between two tabs, also after one closes', async ({
  page,
  context,
  seller,
}) => {
  const createOrder = await createOrderFactory(seller)
  const otherTab = await context.newPage()
  const streams = recordStreams(page, otherTab)
  await page.goto('/dashboard')
  await expectUnread(page, 0)
  await otherTab.goto('/apps/product/list')
  await createOrder('Ada Verne')
  await createOrder('Bo Lund')
  await expectUnread(page, 2)
  await expectUnread(otherTab, 2)
  expect(streams).toHaveLength(1)
  await getBell(otherTab).click()
  await otherTab.getByRole('button', { name: 'Mark all as read' }).click()
  await expectUnread(page, 0)
  await page.close()
  await createOrder('Cy Moor')
  await expectUnread(otherTab, 1)
  expect(streams).toHaveLength(2)
})

test('reconnects after a lost connection and shows the missed events', async ({
  browser,
  baseURL,
  seller,
}) => {
  const createOrder = await createOrderFactory(seller)
  const proxy = await startProxy(baseURL ?? '')
  const context = await browser.newContext({
    baseURL: proxy.origin,
    storageState: toStorageState(proxy.origin, seller.session),
  })
  const page = await context.newPage()
  const streams = recordStreams(page)
  // A requested stream whose connection is still being opened would not be closed.
  const openedStream = page.waitForResponse('**/api/notification/stream*')
  await page.goto('/apps/order/list')
  await expectUnread(page, 0)
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await openedStream
  proxy.closeConnections()
  await createOrder('Ada Verne')
  await expectUnread(page, 1)
  await expect(page.getByRole('main').getByRole('link', { name: /#1001/ })).toBeVisible()
  await expect.poll(() => streams.length).toBeGreaterThan(1)
  await context.close()
  proxy.close()
})
