import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountSessionApi } from '#contract/account/account-session.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { type Store, storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'
import { createFormatters } from '../formatters.ts'
import { getDayStart, getNextDay, toLocalDay } from '../time-zone.ts'

let app: TestApp
let order: Order
// The browser of the tests is in Auckland, 23 or 24 hours ahead.
const timezone = 'Pacific/Honolulu'
const storeFormat = createFormatters('en-US', timezone)

beforeAll(async () => {
  app = await startTestApp()
  const id = app.people.owner.storeId
  const store: Store = (await app.call('owner', storeApi.get, { params: { id } })).body.data
  const reply = await app.call('owner', storeApi.update, {
    params: { id },
    body: { data: { timezone }, version: store.version },
  })
  expect(reply.status).toBe(200)
  const product = (
    await app.call('owner', productApi.create, { body: { title: 'Teapot', price: 1, stock: 4 } })
  ).body.data
  order = (
    await app.call('owner', orderApi.create, {
      body: { lines: [{ variant: product.variants[0]._id, quantity: 1 }] },
    })
  ).body.data
})
afterAll(() => app.close())
afterEach(cleanup)

test('an order shows the time of the store, not of the browser', async () => {
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await screen.findByText(text => text.includes(storeFormat.dateTime(order.createdAt)))
})

test('the activity log groups and filters by days of the store', async () => {
  const { router } = await renderApp(app, '/apps/audit')
  const day = toLocalDay(order.createdAt, timezone)
  await screen.findByRole('heading', { name: storeFormat.day(day, { dateStyle: 'full' }) })
  await router.navigate(`/apps/audit?to=${getDayStart(getNextDay(day), timezone).toISOString()}`)
  await screen.findByText(`To is ${storeFormat.day(day)}`)
})

test('the devices of the account show the time of the browser', async () => {
  const [session] = (await app.call('owner', accountSessionApi.listSessions)).body.data
  await renderApp(app, '/apps/account')
  const text = createFormatters('en-US').dateTime(session.createdAt)
  await screen.findByText(content => content.includes(text))
})
