import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { subscriberApi } from '#contract/customer/subscriber.ts'
import { addSubscriber } from '../../server/testing/subject/subscriber-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

test('subscribers are listed and deleted', async () => {
  await renderApp(app, '/apps/marketing/subscribers')
  await screen.findByText('No subscribers yet')
  cleanup()
  await addSubscriber(app, 'ann@shopper.example')
  await renderApp(app, '/apps/marketing/subscribers')
  await screen.findByText('ann@shopper.example')
  expect(screen.getByText('Unconfirmed')).toBeTruthy()
  const deleteButton = screen.getByRole('button', { name: 'Delete ann@shopper.example' })
  await userEvent.click(deleteButton)
  await screen.findByRole('dialog', { name: 'Delete ann@shopper.example?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(deleteButton))
  expect((await app.call('owner', subscriberApi.list)).body.data).toHaveLength(1)
  await userEvent.click(deleteButton)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete subscriber' }))
  await screen.findByText('No subscribers yet')
  expect((await app.call('owner', subscriberApi.list)).body.data).toEqual([])
})
