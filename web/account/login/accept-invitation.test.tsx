import { createHash } from 'node:crypto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { startTestApp, type TestApp } from '../../../server/lib/testing/testing.ts'
import { renderApp } from '../../lib/testing.tsx'
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

/** As the mail's job does it, with a secret that the test knows. */
async function createInvitation(email: string, role = 'support'): Promise<string> {
  const token = `secret-for-${email}`
  await app.inStore(
    tx =>
      tx`insert into invitation (email, role, token_hash, invited_by) values (${email}, ${role}, ${createHash('sha256').update(token).digest()}, ${app.people.owner.personId})`,
  )
  return token
}
/** The hash of a link is the browser's, and never the router's. */
const openLink = (token: string, user: 'visitor' | 'stranger') => {
  location.hash = `#token=${token}`
  return renderApp(app, '/accept-invitation', { user })
}
const roleOf = async (email: string) =>
  (
    await app.inStore(
      tx =>
        tx<
          { role: string }[]
        >`select m.role from membership m join person p on p.id = m.person_id where m.business_id = current_business() and p.email = ${email}`,
    )
  )[0]?.role
const password = 'kiln-and-glaze'

test('somebody new makes an account by the link and is in the store', async () => {
  const { router } = await openLink(await createInvitation('gus@example.org', 'user'), 'visitor')
  await screen.findByText('Test owner invites you to Store of owner, as User.')
  screen.getByText('The invitation is for gus@example.org.')
  expect(location.hash).toBe('')
  await userEvent.type(screen.getByLabelText('Your name'), 'Gus Guest')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Create account and join' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(await roleOf('gus@example.org')).toBe('user')
})

test('an email that has got an account meanwhile is said on the form, which has no field for it', async () => {
  await openLink(await createInvitation('ida@example.org'), 'visitor')
  await userEvent.type(await screen.findByLabelText('Your name'), 'Ida')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await app.call(undefined, accountApi.signup, {
    body: { fullName: 'Ida', email: 'ida@example.org', password, businessName: 'Bowls' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Create account and join' }))
  expect(
    (await screen.findByText('This email is already in use. Use a different one.')).closest('form'),
  ).not.toBeNull()
})

test('somebody with an account logs in first, and comes back to the invitation', async () => {
  await app.call(undefined, accountApi.signup, {
    body: { fullName: 'Ann Potter', email: 'ann@example.org', password, businessName: 'Pots' },
  })
  const { router } = await openLink(await createInvitation('ann@example.org'), 'visitor')
  await userEvent.click(await screen.findByRole('link', { name: 'Log in to join' }))
  expect(await screen.findByLabelText('Email'), 'whose login it is').toHaveProperty(
    'value',
    'ann@example.org',
  )
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Join store' }))
  // A supporter has a dashboard to look at.
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(await roleOf('ann@example.org')).toBe('support')
  expect(sessionStorage.getItem('businessId')).toBe(app.people.owner.businessId)
})

test('somebody else who is logged in is told whom it is for; a link that was used says so', async () => {
  const token = await createInvitation('mia@example.org')
  await openLink(token, 'stranger')
  await screen.findByText(
    'This invitation is for mia@example.org, and you are logged in as stranger@example.com.',
  )
  cleanup()
  await app.inStore(tx => tx`delete from invitation where email = 'mia@example.org'`)
  await openLink(token, 'visitor')
  await screen.findByRole('heading', { name: 'This invitation is no longer valid' })
})
