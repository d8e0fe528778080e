import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addUnfiledMail } from '../../../server/testing/mail/unfiled-mail-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const findNav = () => screen.findByRole('navigation', { name: 'Folders' })

test('emails that failed have a page with their reason until another attempt starts', async () => {
  await renderApp(app, '/apps/email/inbox')
  expect(within(await findNav()).queryByRole('link', { name: /Emails with problems/ })).toBeNull()
  cleanup()
  await addUnfiledMail(app)
  await renderApp(app, '/apps/email/inbox')
  const link = await within(await findNav()).findByRole('link', { name: /Emails with problems/ })
  expect(link.textContent).toBe('Emails with problems1')
  await userEvent.click(link)
  await screen.findByText('The server has no free disk space.')
  screen.getByRole('button', { name: 'Download original: ann@example.com' })
  await userEvent.click(screen.getByRole('button', { name: 'Try again: ann@example.com' }))
  await screen.findByText('No emails with problems')
  await waitFor(async () =>
    expect(
      within(await findNav()).queryByRole('link', { name: /Emails with problems/ }),
    ).toBeNull(),
  )
  const mails = await app.inStore(tx => tx`select status, tries from mail_in`)
  expect(mails).toEqual([{ status: 'new', tries: 0 }])
})
