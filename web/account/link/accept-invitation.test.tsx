import { createHash } from 'node:crypto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'
import { storeLinkToken } from './use-link-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => {
  cleanup()
  storeLinkToken('', '')
  location.hash = ''
})

/** Inserts an invitation as the mail job does, and returns its token. */
async function createInvitation(email: string, role = 'support'): Promise<string> {
  const token = `secret-for-${email}`
  const tokenHash = createHash('sha256').update(token).digest()
  await app.inStore(
    tx =>
      tx`insert into invitation (email, role, token_hash, invited_by)
        values (${email}, ${role}, ${tokenHash}, ${app.people.owner.personId})`,
  )
  return token
}
/** Sets the hash on the page's own location, because the router does not see it. */
const openLink = (token: string, user: 'visitor' | 'stranger') => {
  location.hash = `#token=${token}`
  return renderApp(app, '/accept-invitation', { user })
}
const getRole = async (email: string) =>
  (
    await app.inStore(
      tx =>
        tx<{ role: string }[]>`select m.role from membership m join person p on p.id = m.person_id
          where m.store_id = current_store() and p.email = ${email}`,
    )
  )[0]?.role
const password = 'kiln-and-glaze'

test('a new user creates an account from the invitation link and joins the store', async () => {
  const { router } = await openLink(await createInvitation('gus@example.org', 'user'), 'visitor')
  await screen.findByText('Test owner invited you to join Store of owner as User.')
  screen.getByText('This invitation is for gus@example.org.')
  expect(location.hash).toBe('')
  await enterText(screen.getByLabelText('Your name'), 'Gus Guest')
  await enterText(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Create account and join' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(await getRole('gus@example.org')).toBe('user')
})

test('shows that the invited email got an account in the meantime', async () => {
  await openLink(await createInvitation('ida@example.org'), 'visitor')
  await userEvent.type(await screen.findByLabelText('Your name'), 'Ida')
  await enterText(screen.getByLabelText('Password'), password)
  await app.call(undefined, accountApi.signup, {
    body: { fullName: 'Ida', email: 'ida@example.org', password, businessName: 'Bowls' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Create account and join' }))
  await screen.findByText('This email is already in use.')
})

test('a user with an account logs in first and returns to the invitation', async () => {
  await app.call(undefined, accountApi.signup, {
    body: { fullName: 'Ann Potter', email: 'ann@example.org', password, businessName: 'Pots' },
  })
  const { router } = await openLink(await createInvitation('ann@example.org'), 'visitor')
  await userEvent.click(await screen.findByRole('link', { name: 'Log in to join' }))
  expect(await screen.findByLabelText('Email'), 'prefilled with the invited email').toHaveProperty(
    'value',
    'ann@example.org',
  )
  await enterText(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Join store' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(await getRole('ann@example.org')).toBe('support')
  expect(sessionStorage.getItem('storeId')).toBe(app.people.owner.storeId)
})

test('names the invited email to another logged-in user and rejects a used link', async () => {
  const token = await createInvitation('mia@example.org')
  await openLink(token, 'stranger')
  await screen.findByText(
    'This invitation is for mia@example.org. You’re logged in as stranger@example.com.',
  )
  cleanup()
  await app.inStore(tx => tx`delete from invitation where email = 'mia@example.org'`)
  await openLink(token, 'visitor')
  await screen.findByRole('heading', { name: 'This invitation is no longer valid' })
})
