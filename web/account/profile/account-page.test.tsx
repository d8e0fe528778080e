import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { accountSessionApi } from '#contract/account/account-session.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { saveSession } from '../../lib/session/session.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const [email, password, newPassword] = ['mara@example.com', 'kettle-shed-oak-7', 'salt-and-slip-9']

test('logs out another device and changes the password with the current one', async () => {
  const mara = (
    await app.call(undefined, accountApi.signup, {
      body: { fullName: 'Mara Lindt', email, password, businessName: 'Harbour' },
    })
  ).body.data
  const login = (pass: string) =>
    app.call(undefined, accountApi.login, {
      body: { email, password: pass },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      },
    })
  const { router } = await renderApp(app, '/login', { user: 'visitor' })
  await saveSession(mara)
  await router.navigate('/apps/account')
  await screen.findByText('This device')
  const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Login and security',
    'Devices and account',
  ])
  await login(password)
  window.dispatchEvent(new Event('visibilitychange'))
  await userEvent.click(await screen.findByRole('button', { name: 'Log out Firefox on Linux' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
  const as = { personId: mara._id, storeId: mara.business, token: mara.accessToken }
  expect((await app.call(as, accountSessionApi.listSessions)).body.data).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change password' })
  await enterText(within(dialog).getByLabelText('Current password'), 'not the right one')
  await enterText(within(dialog).getByLabelText('New password'), newPassword)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  await within(dialog).findByText('This password is incorrect. Try again.')
  await userEvent.clear(within(dialog).getByLabelText('Current password'))
  await enterText(within(dialog).getByLabelText('Current password'), password)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([(await login(password)).status, (await login(newPassword)).status]).toEqual([400, 200])

  const { accessToken: token } = (await login(newPassword)).body.data
  await app.call({ ...as, token }, accountSessionApi.endOtherSessions, {
    body: { password: newPassword },
  })
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText(/^Your session has expired/)
})

test('sets up two-step authentication and turns it off with a recovery code', async () => {
  const person = (
    await app.call(undefined, accountApi.signup, {
      body: { fullName: 'Ida Holm', email: 'ida@example.com', password, businessName: 'Looms' },
    })
  ).body.data
  const { router } = await renderApp(app, '/login', { user: 'visitor' })
  await saveSession(person)
  await router.navigate('/apps/account')
  const confirmPassword = async (name: string, message: RegExp, code = '') => {
    await userEvent.click(await screen.findByRole('button', { name }))
    const dialog = await screen.findByRole('dialog', { name })
    within(dialog).getByText(message)
    await enterText(within(dialog).getByLabelText('Password'), password)
    if (code)
      await userEvent.type(
        within(dialog).getByLabelText('Authentication code or recovery code'),
        code,
      )
    await userEvent.click(within(dialog).getByRole('button', { name }))
  }
  await confirmPassword('Set up two-step authentication', /Enter your password to continue/)
  expect(
    await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeDefined()
  const secret = (await screen.findByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)).textContent ?? ''
  const typeCode = async (code: string) => {
    await userEvent.click(screen.getByLabelText('Digit 1 of 6'))
    await userEvent.keyboard(code)
  }
  await typeCode('000000')
  await screen.findByText(/This code is incorrect/)
  await typeCode(new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate())
  const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  await userEvent.keyboard('{Enter}')
  expect(
    screen.queryByRole('dialog', { name: 'Save your recovery codes' }),
    'Enter after the last digit does not close the dialog',
  ).toBe(codes)
  const [code] = within(codes)
    .getAllByRole('listitem')
    .map(item => item.textContent)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(codes).getByRole('button', { name: 'I saved my codes' }))
  await screen.findByText(/10 recovery codes left/)
  await confirmPassword(
    'Turn off two-step authentication',
    /You’ll log in with only your password/,
    code,
  )
  await screen.findByRole('button', { name: 'Set up two-step authentication' })
})

test('changes name and email, and keeps the account of the only owner of a store', async () => {
  const person = (
    await app.call(undefined, accountApi.signup, {
      body: { fullName: 'Ole Rask', email: 'ole@example.com', password, businessName: 'Kilns' },
    })
  ).body.data
  const { router } = await renderApp(app, '/login', { user: 'visitor' })
  await saveSession(person)
  await router.navigate('/apps/account')
  const name = await screen.findByLabelText('Your name')
  await userEvent.clear(name)
  await enterText(name, 'Ole Rasmussen')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(localStorage.getItem('userData')).toContain('Ole Rasmussen'))

  await userEvent.click(screen.getByRole('button', { name: 'Change email' }))
  const emailDialog = await screen.findByRole('dialog', { name: 'Change email' })
  await enterText(within(emailDialog).getByLabelText('New email'), 'ole.rasmussen@example.com')
  await enterText(within(emailDialog).getByLabelText('Password'), password)
  await userEvent.click(within(emailDialog).getByRole('button', { name: 'Send link' }))
  await screen.findByText(/We sent a link to ole.rasmussen@example.com/)
  // As if the link were opened on another device.
  await app.sql`update person set email = 'ole.rasmussen@example.com' where id = ${person._id}`
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByText('ole@example.com')).toBeNull())
  expect(screen.queryByText(/We sent a link/)).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const deleteDialog = await screen.findByRole('dialog', { name: 'Delete account' })
  await enterText(within(deleteDialog).getByLabelText('Password'), password)
  await userEvent.click(within(deleteDialog).getByRole('button', { name: 'Delete account' }))
  await within(deleteDialog).findByText(
    'You are the only owner of Kilns. Transfer or close the store first.',
  )
  within(deleteDialog).getByRole('link', { name: 'All stores' })
  expect(localStorage.getItem('userData')).not.toBeNull()
})

test('the passkey dialog asks for a code before the two-step status has loaded', async () => {
  const person = (
    await app.call(undefined, accountApi.signup, {
      body: { fullName: 'Una Berg', email: 'una@example.com', password, businessName: 'Bells' },
    })
  ).body.data
  const as = { personId: person._id, storeId: person.business, token: person.accessToken }
  const { secret } = (await app.call(as, accountSecurityApi.startTwoStep, { body: { password } }))
    .body.data
  await app.call(as, accountSecurityApi.confirmTwoStep, {
    body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
  })
  const { router } = await renderApp(app, '/login', { user: 'visitor' })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === getRouteUrl(accountSecurityApi.getTwoStep) ? new Promise(() => {}) : fetch(url, init),
  )
  await saveSession(person)
  await router.navigate('/apps/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add passkey' })
  await enterText(within(dialog).getByLabelText('Password'), password)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add passkey' }))
  await within(dialog).findByText('Enter the code from your authenticator app.')
  await userEvent.type(within(dialog).getByLabelText('Authentication code or recovery code'), '1')
  expect(within(dialog).getByLabelText('Authentication code or recovery code')).toHaveProperty(
    'value',
    '1',
  )
})
