import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { toast } from '../../lib/page/toast.ts'
import { updateLayout } from '../../lib/preference/layout.ts'
import { saveSession } from '../../lib/session/session.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => {
  toast.clear()
  cleanup()
})

const tryLater = 'Try again in a moment. If it keeps happening, contact support.'
const unreachable = 'We couldn’t connect to Storewright. Check your connection and try again.'

/** Replaces the reply to the URLs that start with `path`, as a broken network or proxy does. */
function breakReply(path: string, createReply: (reply: Response) => Promise<Response>) {
  const fetchFromServer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.startsWith(path)
      ? createReply(await fetchFromServer(url, init))
      : fetchFromServer(url, init),
  )
}
const dropConnection = () => Promise.reject(new TypeError('Failed to fetch'))
const sendGarbage = async () => new Response('<html>It works!</html>')

async function expectToast(title: string, text: string) {
  const titleElement = await screen.findByText(title)
  expect(titleElement.closest('form'), 'a toast is outside the form').toBeNull()
  within(titleElement.closest<HTMLElement>('[role=alert]') ?? document.head).getByText(text)
}
const fill = (label: string, text: string) => enterText(screen.getByLabelText(label), text)

async function logIn() {
  await fill('Email', 'owner@example.com')
  await fill('Password', 'not the right one')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

async function signUp(email: string, storeName: string) {
  await fill('Your name', 'Jo Harbour')
  await fill('Email', email)
  await fill('Password', 'a long enough sentence')
  await fill('Store name', storeName)
  await screen.findByText(/is available$/)
  await userEvent.click(screen.getByRole('button', { name: 'Create store' }))
}

test('a failed login shows the message of the server as a toast', async () => {
  await renderApp(app, '/login', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Log in' })
  await logIn()
  await expectToast('Email or Password is Invalid', 'Check both, or reset your password.')
})

test('the message of a failed login disappears on the sign-up page', async () => {
  await renderApp(app, '/login', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Log in' })
  const pitch = screen.getByRole('complementary')
  within(pitch).getByText(/^Storewright is an online store builder\./)
  await logIn()
  const message = 'Email or Password is Invalid'
  await screen.findByText(message)
  await userEvent.click(screen.getByRole('link', { name: 'Create a store' }))
  await screen.findByRole('heading', { name: 'Create your store' })
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

test('without a navbar, a toast is below the banner that asks to confirm the email', async () => {
  const { body } = await app.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Mara Lindt',
      email: 'mara@example.org',
      password: 'kettle-shed-oak-7',
      businessName: 'Harbour',
    },
  })
  const { router } = await renderApp(app, '/apps/seo', { user: 'visitor' })
  await saveSession(body.data)
  await router.navigate('/apps/seo')
  const banner = await screen.findByRole('complementary', { name: 'Confirm your email' })
  vi.spyOn(banner, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 80, 900, 40))
  toast.error('Something wrong!')
  const message = await screen.findByText('Something wrong!')
  const container = message.closest<HTMLElement>('[data-position="top-center"]')
  const getTitleBottom = () => container?.style.getPropertyValue('--sw-title-bottom')
  expect(getTitleBottom()).toBe('0px')
  act(() => updateLayout({ navbarType: 'hidden' }))
  expect(getTitleBottom()).toBe('128px')
  act(() => updateLayout({ navbarType: 'floating' }))
})

test.each([
  ['the server cannot be reached', dropConnection, unreachable],
  ['the reply is not readable', sendGarbage, tryLater],
])('a login shows a toast when %s', async (_case, createReply, text) => {
  await renderApp(app, '/login', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Log in' })
  breakReply(getRouteUrl(accountApi.login), createReply)
  await logIn()
  await expectToast('Something wrong!', text)
})

test('a signup without _id in the reply is a failure', async () => {
  await renderApp(app, '/register', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Create your store' })
  breakReply(getRouteUrl(accountApi.signup), async reply => {
    const { _id, ...envelope } = await reply.json()
    return Response.json(envelope, { status: reply.status })
  })
  await signUp('jo@example.org', 'Bowls of Jo')
  await expectToast('Something wrong!', tryLater)
  expect(localStorage.getItem('accessToken')).toBeNull()
})

test('a failed check of a store URL shows a toast, and a taken one also stays at the field', async () => {
  await renderApp(app, '/register', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Create your store' })
  await fill('Store name', 'Store of owner')
  const message = 'This store URL is already in use. Choose a different one.'
  await waitFor(() => expect(screen.getAllByText(message), 'a toast and the field').toHaveLength(2))
  expect(screen.getAllByText(message, { selector: 'form *' })).toHaveLength(1)

  breakReply('/api/business/checkDomainAvailablity/', dropConnection)
  await fill('Store name', ' two')
  await expectToast('Something wrong!', unreachable)
})
