import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productAlertApi } from '#contract/product/product-alert.ts'
import { addProductAlert } from '../../server/testing/subject/product-alert-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

test('the product shows the number of waiting shoppers, and the list deletes an alert', async () => {
  await renderApp(app, '/apps/marketing/alerts')
  await screen.findByText('No product alerts yet')
  cleanup()
  const id = await addProductAlert(app, 'ann@shopper.example')
  await app.inStore(tx => tx`update product_alert set state = 'confirmed' where id = ${id}`)
  const { data } = (await app.call('owner', productAlertApi.list)).body
  await renderApp(app, `/apps/product/update/${data[0].product}`)
  await screen.findByText('Interested shoppers')
  await userEvent.click(screen.getByRole('link', { name: 'View list' }))
  await screen.findByText('ann@shopper.example')
  expect(screen.getAllByText('Vase').length).toBeGreaterThan(0)
  await userEvent.click(
    screen.getByRole('button', { name: 'Delete the alert of ann@shopper.example' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete alert' }))
  await expect
    .poll(async () => (await app.call('owner', productAlertApi.list)).body.data)
    .toEqual([])
})
