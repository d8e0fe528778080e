import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('has nothing to undo before the user types', async () => {
  const { _id } = (
    await app.call('owner', productApi.create, {
      body: { title: 'Kettle', description: '<p>One</p>\n<p>Two <strong></strong></p>' },
    })
  ).body.data
  await renderApp(app, `/apps/product/update/${_id}`)
  const undo = await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo' })
  await screen.findByText('One')
  expect(undo.disabled).toBe(true)
})
