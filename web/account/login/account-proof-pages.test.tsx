import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountApi, type SessionUser } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { saveSession } from '../../lib/session/session.ts'
import { renderApp } from '../../testing/testing.tsx'
import { storeLinkToken } from '../link/use-link-token.ts'
import { setPendingLogin } from './pending-login.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => {
  cleanup()
  storeLinkToken('', '')
  setPendingLogin(undefined)
  history.replaceState(null, '', '/')
})

const password = 'kettle-shed-oak-7'
async function signUp(): Promise<SessionUser> {
  const { body } = await app.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Mara Lindt',
      email: `mara-${randomUUID()}@example.com`,
      password,
      businessName: 'Harbour',
    },
  })
  await app.runJobs()
  return body.data
}
const fill = async (label: string | RegExp, text: string) => {
  const box = await screen.findByLabelText(label)
  await userEvent.clear(box)
  await userEvent.paste(text)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const findHeading = (name: string) => screen.findByRole('heading', { name, level: 1 })

async function readLastToken(email: string): Promise<string> {
  const folder = join(app.app.config.dataDir, 'outbox')
  const mails = await Promise.all(
    (await readdir(folder)).toSorted().map(file => readFile(join(folder, file), 'utf8')),
  )
  const lastMail = mails.filter(mail => mail.includes(`To: ${email}`)).at(-1) ?? ''
  return (
    /#token=([\w-]+)/.exec(lastMail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? ''
  )
}
/** Opens a page as a link in an email does, with the token in the hash of the URL. */
async function openLink(path: string, token: string, as?: SessionUser) {
  history.replaceState(null, '', `${path}#token=${token}`)
  const pages = await renderApp(app, path, { user: 'visitor' })
  if (as) await saveSession(as)
  return pages
}

test('resets a forgotten password with a link that works once', async () => {
  const mara = await signUp()
  const { router } = await renderApp(app, '/forgot-password', { user: 'visitor' })
  await findHeading('Forgot your password?')
  await press('Send reset link')
  await screen.findByText('This field is required.')
  await fill('Email', mara.email)
  await press('Send reset link')
  await findHeading('Check your email')
  expect(screen.getByRole('button', { name: /^Resend in/ })).toHaveProperty('disabled', true)
  expect(router.state.location.pathname).toBe('/forgot-password')
  await app.runJobs()
  cleanup()

  const token = await readLastToken(mara.email)
  const { router: linkRouter } = await openLink('/reset-password', token)
  await findHeading('Set a new password')
  await waitFor(() => expect(location.href).not.toContain(token))
  await fill('New password', 'Password123')
  await screen.findByText('Too weak')
  await press('Set password')
  await screen.findByText(/too easy to guess/)
  await fill('New password', 'a long enough sentence')
  await screen.findByText('Strong')
  await press('Set password')
  await findHeading('Log in')
  expect(linkRouter.state.location.pathname).toBe('/login')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', mara.email)
  cleanup()

  await openLink('/reset-password', token)
  await findHeading('This link has expired')
  expect(screen.getByRole('link', { name: 'Request new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('a password reset leads to the API keys of the user, who ends them', async () => {
  const mara = await signUp()
  const as = { personId: mara._id, storeId: mara.business ?? '', token: mara.accessToken }
  await app.call(as, apiKeyApi.create, {
    body: { name: 'Till', ability: [{ action: 'read', subject: 'product' }], password },
  })
  await app.call(undefined, accountSecurityApi.forgotPassword, { body: { email: mara.email } })
  await app.runJobs()
  await openLink('/reset-password', await readLastToken(mara.email))
  await findHeading('Set a new password')
  await fill('New password', 'a long enough sentence')
  await press('Set password')
  await findHeading('Log in')
  cleanup()

  // Another browser, where the session of a page has ended.
  await renderApp(app, '/login?next=/apps/product/list', { user: 'visitor' })
  await findHeading('Log in')
  await fill('Email', mara.email)
  await fill('Password', 'a long enough sentence')
  await press('Log in')
  await screen.findByRole('heading', { name: 'Review access' })
  await press('End access of API key “Till”')
  await waitFor(() => expect(screen.queryByText('API key “Till”')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Review access' })).toBeNull()
})

test('the link in the email confirms the email and removes the reminder', async () => {
  const mara = await signUp()
  const { router } = await renderApp(app, '/apps/seo', { user: 'visitor' })
  await saveSession(mara)
  await router.navigate('/apps/seo')
  await screen.findByText(/^Confirm your email address mara-/)
  await userEvent.click(screen.getByRole('link', { name: 'Resend email' }))
  await findHeading('Confirm your email')
  cleanup()

  const { router: linkRouter } = await openLink('/verify-email', await readLastToken(mara.email))
  await findHeading('Log in')
  expect(
    `${linkRouter.state.location.pathname}${linkRouter.state.location.search}`,
    'the link without a login confirms nothing',
  ).toBe('/login?next=/verify-email')
  await fill('Email', mara.email)
  await fill('Password', password)
  await press('Log in')
  await findHeading('Email confirmed')
  await userEvent.click(await screen.findByRole('link', { name: 'Go to your store' }))
  await screen.findByRole('button', { name: 'Account menu' })
  expect(screen.queryByText(/^Confirm your email address mara-/)).toBeNull()
})

test('an invalid link offers a new one', async () => {
  await openLink('/verify-email', 'x'.repeat(43), await signUp())
  await findHeading('This link has expired')
  await press('Resend email')
  await screen.findByRole('button', { name: /^Resend in/ })
})

test.each(['/verify-email', '/confirm-email'])(
  '%s offers a user of another account to switch accounts and then confirms the email',
  async page => {
    const mara = await signUp()
    const email = page === '/confirm-email' ? `new-${mara.email}` : mara.email
    if (email !== mara.email)
      await app.call(
        { personId: mara._id, storeId: mara.business ?? '', token: mara.accessToken },
        accountProfileApi.changeEmail,
        { body: { email, password } },
      )
    await app.runJobs()
    const other = await signUp()
    const { router } = await openLink(page, await readLastToken(email), other)
    await screen.findByText(`This link is for another account. You’re logged in as ${other.email}.`)
    await press('Log in with another account')
    await findHeading('Log in')
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      `/login?next=${page}`,
    )
    await fill('Email', mara.email)
    await fill('Password', password)
    await press('Log in')
    await findHeading('Email confirmed')
  },
)

test('two-step authentication rejects a wrong code and accepts the right one', async () => {
  const mara = await signUp()
  const as = { personId: mara._id, storeId: mara.business ?? '', token: mara.accessToken }
  const { secret } = (await app.call(as, accountSecurityApi.startTwoStep, { body: { password } }))
    .body.data
  // Each code works once. The server also accepts the next one, so the login can use it at once.
  const generateCode = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + seconds * 1000,
    })
  await app.call(as, accountSecurityApi.confirmTwoStep, { body: { code: generateCode(0) } })

  const { router } = await renderApp(app, '/login?next=%2Fapps%2Fblogs', { user: 'visitor' })
  await fill('Email', mara.email)
  await fill('Password', password)
  await press('Log in')
  await findHeading('Enter your code')
  expect(
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    'the password is kept only in memory',
  ).not.toContain(password)
  const first = screen.getByLabelText('Digit 1 of 6')
  expect(first.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.click(first)
  await userEvent.paste('000000')
  await screen.findByText(/This code is incorrect/)
  await userEvent.click(screen.getByLabelText('Digit 1 of 6'))
  await userEvent.paste(generateCode(30))
  await findHeading('We are launching soon')
  expect(router.state.location.pathname).toBe('/apps/blogs')
  expect(screen.queryByText(/This code is incorrect/), 'only the form showed it').toBeNull()
})

test('login rejects a wrong recovery code and accepts a valid one', async () => {
  const mara = await signUp()
  const as = { personId: mara._id, storeId: mara.business ?? '', token: mara.accessToken }
  const { secret } = (await app.call(as, accountSecurityApi.startTwoStep, { body: { password } }))
    .body.data
  const { recoveryCodes } = (
    await app.call(as, accountSecurityApi.confirmTwoStep, {
      body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
    })
  ).body.data
  setPendingLogin({ email: mara.email, password })
  await renderApp(app, '/two-steps?next=%2Fapps%2Fblogs', { user: 'visitor' })
  await press('Use a recovery code instead')
  await fill('Recovery code', 'aaaa-bbbb-cccc-dddd')
  await press('Log in')
  expect(
    (
      await screen.findByText(
        'This recovery code is incorrect or was already used. Each code works once.',
      )
    ).closest('form'),
  ).not.toBeNull()
  await fill('Recovery code', recoveryCodes[0])
  await press('Log in')
  await findHeading('We are launching soon')
  await screen.findByText('9 recovery codes left')
})

test('the two-step page redirects to login when no login is pending', async () => {
  const { router } = await renderApp(app, '/two-steps?next=%2Fapps%2Fblogs', { user: 'visitor' })
  await findHeading('Log in')
  await waitFor(() => expect(router.state.location.search).toBe('?next=%2Fapps%2Fblogs'))
})
