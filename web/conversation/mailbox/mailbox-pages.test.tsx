import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailboxApi } from '#contract/store/mailbox.ts'
import { saveMailbox } from '../../../server/mail-in/mailbox/mailbox-store.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ MAIL_IN_HOST: 'mail.example.com' })
})
afterAll(() => app.close())
afterEach(cleanup)

test('a mailbox that cannot be read is marked, shows the reason and is disconnected', async () => {
  await app.inStore(async tx => {
    const input = {
      server: 'imap.example.com',
      port: 993,
      encryption: 'tls' as const,
      username: 'store@example.com',
      password: 'kettle',
    }
    await saveMailbox(tx, app.app.keys, input, { uidValidity: 1, nextUid: 1 })
    await tx`update mailbox set failure = 'mailbox_password_refused'`
  })
  await renderApp(app, '/apps/email/inbox')
  await userEvent.click(await screen.findByRole('button', { name: 'Mailbox: a problem occurred' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Mailbox' }))
  await drawer.findByText(/^The server didn’t accept the username or password/)
  const [store] = await app.inStore(tx => tx<{ slug: string }[]>`select slug from store`)
  await drawer.findByText(`${store?.slug}@mail.example.com`)
  await userEvent.click(drawer.getByRole('button', { name: 'Disconnect mailbox' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Disconnect store@example.com?' }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Disconnect mailbox' }))
  await drawer.findByText(/^No mailbox is connected/)
  expect((await app.call('owner', mailboxApi.get)).body.data).toBe(null)
})

test('a private server is refused in the form', async () => {
  await renderApp(app, '/apps/email/inbox?mailbox=edit')
  const form = within(await screen.findByRole('dialog', { name: 'Connect mailbox' }))
  await enterText(form.getByRole('textbox', { name: 'IMAP server' }), '127.0.0.1')
  await enterText(form.getByRole('textbox', { name: 'Username' }), 'store@example.com')
  await enterText(form.getByLabelText(/^Password/), 'kettle')
  await userEvent.click(form.getByRole('button', { name: 'Connect mailbox' }))
  await form.findByText(/^We couldn’t reach the server/)
})
