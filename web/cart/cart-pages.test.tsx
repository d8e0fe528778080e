import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { addTestCart } from '../../server/testing/subject/cart-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

test('abandoned carts are counted, filtered and opened', async () => {
  const { router } = await renderApp(app, '/apps/cart/list')
  await screen.findByText('No carts yet')
  cleanup()
  const { body } = await app.call('owner', productApi.create, {
    body: { title: 'Blue teapot', price: 2490, stock: 9, status: 'active' },
  })
  const variant: string = body.data.variants[0]._id
  await addTestCart(app, { variant })
  await addTestCart(app, {
    variant,
    quantity: 2,
    hours: 3,
    entries: { name: 'Ada Verne', email: 'ada@example.com', country: 'DE' },
  })
  const { router: nextRouter } = await renderApp(app, router.state.location.pathname)
  await screen.findByText('Value of abandoned carts: $49.80')
  await screen.findByText('Unknown shopper')
  await userEvent.click(screen.getByRole('button', { name: /^Abandoned/ }))
  expect(nextRouter.state.location.search).toContain('view=abandoned')
  await userEvent.click(await screen.findByRole('link', { name: /Ada Verne/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Ada Verne' }))
  await drawer.findByText('Germany')
  expect(drawer.getByRole('link', { name: 'Blue teapot' })).toBeTruthy()
  expect(drawer.getAllByText('$49.80')).toHaveLength(2)
})
