import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

test('a product shows why customers cannot see it, and each reason has a button that removes it', async () => {
  const { _id } = (
    await app.call('owner', productApi.create, { body: { title: 'Mug', status: 'draft' } })
  ).body.data
  await renderApp(app, `/apps/product/update/${_id}`)
  const reasons = await screen.findByRole('region', { name: 'Not visible to customers' })
  within(reasons).getByText('The product is a draft.')
  // The store arrives in a response of its own.
  await within(reasons).findByText('Your store isn’t live yet.')
  expect(screen.queryByRole('link', { name: /^View product/ })).toBeNull()

  await userEvent.click(within(reasons).getByRole('button', { name: 'Set as active' }))
  await waitFor(() => expect(screen.queryByText('The product is a draft.')).toBeNull())
  const saved = await app.call('owner', productApi.get, { params: { id: _id } })
  expect(saved.body.data.status).toBe('active')

  await userEvent.click(screen.getByRole('button', { name: 'Launch store' }))
  const dialog = await screen.findByRole('dialog')
  const launchButton = within(dialog).getByRole('button', { name: 'Launch store' })
  await waitFor(() => expect(launchButton.hasAttribute('disabled')).toBe(false))
  await userEvent.click(launchButton)
  const link = await screen.findByRole('link', { name: /^View product/ })
  expect(screen.queryByText('Not visible to customers')).toBeNull()
  const { storeId } = app.people.owner
  const store = await app.call('owner', storeApi.get, { params: { id: storeId } })
  expect(store.body.data.status).toBe('live')
  expect(link.getAttribute('href')).toBe(`${store.body.data.storefrontUrl}/products/mug`)
})
