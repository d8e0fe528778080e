import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

test('shows the problems of a product by kind and leads to the page that corrects them', async () => {
  await t.call('owner', productApi.create, {
    body: { title: 'Mug', slug: 'mug', status: 'active', price: 1900, seoTitle: 'm'.repeat(80) },
  })
  const { router } = await renderApp(t, '/apps/search')
  const row = (await screen.findByRole('link', { name: /^Mug/ })).closest('tr') as HTMLElement
  expect(
    within(row)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    'No meta description. Search engines choose a text from the page.',
    'The title has 80 characters. Search results show about 70.',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Broken links/ }))
  expect(router.state.location.search).toBe('?kind=deadLink')
  await userEvent.click(await screen.findByRole('button', { name: /^Long titles/ }))
  await userEvent.click(await screen.findByRole('link', { name: /^Mug/ }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/apps\/product\/update\//))
})
