import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contactMessageApi } from '#contract/store/contact-message.ts'
import { addContactMessage } from '../../server/testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

test('a message is opened, answered by email and deleted', async () => {
  const { router } = await renderApp(app, '/apps/message/list')
  await screen.findByText('No messages yet')
  cleanup()
  await addContactMessage(app, 'Where is it?')
  await renderApp(app, router.state.location.pathname)
  await userEvent.click(await screen.findByRole('link', { name: /Ann Shopper/ }))
  await screen.findByRole('heading', { level: 1, name: 'Ann Shopper' })
  expect(screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toBe(
    `mailto:ann%40shopper.example?subject=${encodeURIComponent('Your message to Store of owner')}`,
  )
  expect(screen.getByText('Where is it?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete message' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }))
  await screen.findByText('No messages yet')
  expect((await app.call('owner', contactMessageApi.list)).body.data).toEqual([])
})
