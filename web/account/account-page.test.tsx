import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountSessionApi } from '#contract/account-session.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing.ts'
import { signIn } from '../lib/session.ts'
import { openPages } from '../lib/testing.tsx'

let app: TestApp
beforeAll(async () => { app = await startTestApp() })
afterAll(() => app.close())
afterEach(cleanup)

const [email, password, next] = ['mara@example.com', 'kettle-shed-oak-7', 'salt-and-slip-9']

test('another device is seen and logged out; another password is set by the present one', async () => {
  const mara = (await app.call(undefined, accountApi.signup, { body: { fullName: 'Mara Lindt', email, password, businessName: 'Harbour' } })).body.data
  const login = (pass: string) => app.call(undefined, accountApi.login, { body: { email, password: pass }, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' } })
  await login(password)
  const { router } = await openPages(app, '/login', { as: 'visitor' })
  await signIn(mara)
  await router.navigate('/apps/account')
  await screen.findByText('This device')
  await userEvent.click(await screen.findByRole('button', { name: 'Log out Firefox on Linux' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
  const as = { personId: mara._id, businessId: mara.business, token: mara.accessToken }
  expect((await app.call(as, accountSessionApi.sessions)).body.data).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change password' })
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'not the right one')
  await userEvent.type(within(dialog).getByLabelText('New password'), next)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  await within(dialog).findByText('This is not your password.')
  await userEvent.clear(within(dialog).getByLabelText('Current password'))
  await userEvent.type(within(dialog).getByLabelText('Current password'), password)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([(await login(password)).status, (await login(next)).status]).toEqual([400, 200])
})
