import { cleanup, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

test('shows the stores with roles, the assigned work and the own activities', async () => {
  await app.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  await renderApp(app, '/profile')
  await screen.findByRole('heading', { name: 'Your profile', level: 1 })
  const stores = await screen.findByRole('region', { name: 'Stores and roles' })
  within(stores).getByText('Store of owner')
  within(stores).getByText('Owner')
  const work = screen.getByRole('region', { name: 'Assigned to you' })
  const tasks = within(work).getByRole('link', { name: 'Tasks' })
  expect(tasks.getAttribute('href')).toBe('/apps/todo/my-day')
  const activities = screen.getByRole('region', { name: 'Recent activity in this store' })
  within(activities).getByText('Cups')
  const account = screen.getByRole('link', { name: 'Your account' })
  expect(account.getAttribute('href')).toBe('/apps/account')
})
