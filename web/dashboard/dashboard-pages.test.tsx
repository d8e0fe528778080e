import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

/** Sells two teapots to Ada for $90.00, which leaves two in stock. */
async function createOrder() {
  const product = (
    await app.call('owner', productApi.create, {
      body: { title: 'Teapot', price: 4500, stock: 4, status: 'active' },
    })
  ).body.data
  const order = await app.call('owner', orderApi.create, {
    body: { customer: { name: 'Ada' }, lines: [{ variant: product.variants[0]._id, quantity: 2 }] },
  })
  expect(order.status).toBe(201)
}

test('the dashboard of a new store shows the first steps and one next action', async () => {
  await renderApp(app, '/dashboard')
  await screen.findByText('2 of 9 steps completed')
  const emptyState = (await screen.findByText('No orders yet')).parentElement ?? document.body
  await within(emptyState).findByRole('link', { name: 'Add product' })
  expect(screen.queryByText('Net sales today')).toBeNull()
  expect(screen.queryByText('–')).toBeNull()
})

test('analytics of a new store offer to launch it once it has a product', async () => {
  await app.call('owner', productApi.create, { body: { title: 'Teapot', status: 'active' } })
  await renderApp(app, '/dashboard2')
  const emptyState = (await screen.findByText('No orders yet')).parentElement ?? document.body
  await within(emptyState).findByRole('button', { name: 'Launch store' })
  expect(screen.queryByText('–')).toBeNull()
})

test('the dashboard of a store with a product offers the launch in the setup guide only', async () => {
  await app.call('owner', productApi.create, { body: { title: 'Teapot', status: 'active' } })
  await renderApp(app, '/dashboard')
  const guide = within(await screen.findByRole('region', { name: 'Set up your store' }))
  await screen.findByText('No orders yet')
  await userEvent.click(await guide.findByRole('button', { name: /^Launch your store/ }))
  await guide.findByRole('button', { name: 'Launch store' })
  expect(screen.getAllByRole('button', { name: 'Launch store' })).toHaveLength(1)
})

test('the dashboard shows orders, low stock and tasks that link to their list', async () => {
  await createOrder()
  const { router } = await renderApp(app, '/dashboard')
  const orders = await screen.findByRole('table', { name: 'Latest orders' })
  within(orders).getByText('Ada')
  within(orders).getByText('$90.00')
  within(await screen.findByRole('region', { name: 'Low stock' })).getByText('2 left')
  await userEvent.click(await screen.findByRole('link', { name: '1 order to ship' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/order/list'))
  const filter = Object.fromEntries(new URLSearchParams(router.state.location.search))
  expect(filter).toEqual({
    status: orderViews.toShip.status.join(','),
    fulfillmentStatus: orderViews.toShip.fulfillmentStatus.join(','),
  })
})

test('analytics shows a selected period and keeps it in the URL', async () => {
  await createOrder()
  const { router } = await renderApp(app, '/dashboard2')
  await screen.findByRole('link', { name: 'Net sales' })
  const figures = await screen.findByRole('table', { name: 'All metrics' })
  within(within(figures).getByRole('row', { name: /^Net sales/ })).getByText('$90.00')
  within(await screen.findByRole('region', { name: 'Top products' })).getByText('2 units')

  const chart = screen.getByRole('figure', { name: 'Net sales' })
  within(chart).getByText('In progress')
  within(chart).getByText('Previous period')

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(
    within(await screen.findByRole('table', { name: 'Net sales' })).getAllByRole('row'),
  ).toHaveLength(29)

  await userEvent.click(screen.getByRole('button', { name: /^Period/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Last Year' }))
  await screen.findAllByText('No sales in this period.')
  expect(router.state.location.search).toBe('?period=lastYear')
})
