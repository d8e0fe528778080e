import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type Mock,
  test,
  vi,
} from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { request } from '../lib/call/request.ts'
import { lockScreen, saveSession } from '../lib/session/session.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const isCovered = () => document.documentElement.dataset.covered !== undefined
const typeEmail = async () => {
  await userEvent.click(await screen.findByLabelText('Email'))
  await userEvent.paste('half@example')
}
const getEmailField = () => screen.getByLabelText<HTMLInputElement>('Email')

describe('the locked screen', () => {
  const password = 'kettle-shed-oak-7'
  async function openAsMara(at: string) {
    const { body } = await app.call(undefined, accountApi.signup, {
      body: {
        fullName: 'Mara Lindt',
        email: `mara-${randomUUID()}@example.com`,
        password,
        businessName: 'Harbour',
      },
    })
    const pages = await renderApp(app, '/apps/seo', { user: 'visitor' })
    await screen.findByRole('heading', { name: 'Log in' })
    await saveSession(body.data)
    await screen.findByRole('heading', { name: 'We are launching soon' })
    await pages.router.navigate(at)
    return pages
  }
  const unlockWith = async (attemptedPassword: string) => {
    const passwordField = await screen.findByLabelText('Password')
    await userEvent.clear(passwordField)
    await enterText(passwordField, `${attemptedPassword}`)
    await userEvent.keyboard('{Enter}')
  }

  test('covers a form, unlocks only with the correct password and keeps the text', async () => {
    await openAsMara('/apps/customer/create')
    await typeEmail()
    lockScreen()
    await screen.findByRole('heading', { name: 'Screen locked' })
    expect([isCovered(), document.title]).toEqual([true, 'Screen locked · Storewright'])
    await unlockWith('not the right one')
    await screen.findByText('This password is incorrect. Try again.')
    expect(isCovered()).toBe(true)
    await unlockWith(password)
    await waitFor(() => expect(isCovered()).toBe(false))
    expect(getEmailField().value).toBe('half@example')
  })

  test('hides the page after a reload and lets another user log in', async () => {
    await openAsMara('/apps/seo')
    const savedStorage = { ...localStorage }
    cleanup()
    const { router } = await renderApp(app, '/lock-screen', { user: 'visitor' })
    Object.assign(localStorage, savedStorage, { locked: 'true' })
    await router.navigate('/apps/seo')
    await screen.findByRole('heading', { name: 'Screen locked' })
    expect(screen.queryByText('We are launching soon')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Log in as a different user' }))
    await screen.findByRole('heading', { name: 'Log in' })
    expect([
      localStorage.getItem('locked'),
      localStorage.getItem('accessToken'),
      router.state.location.pathname,
    ]).toEqual([null, null, '/login'])
  })
})

describe('during a server outage', () => {
  const getFetch = () => globalThis.fetch
  const answer503 = (_url: string, _init?: RequestInit) =>
    Promise.resolve(
      new Response(
        JSON.stringify({ status: false, code: 'unavailable', message: 'The service is busy.' }),
        { status: 503 },
      ),
    )
  const countHealthChecks = ({ mock }: Mock<typeof fetch> | Mock<typeof answer503>) =>
    mock.calls.filter(([url]) => String(url).startsWith('/health')).length
  /** Waits for the responses, and a moment longer in which the message could change. */
  const handleResponses = async ({ mock }: Mock<typeof fetch> | Mock<typeof answer503>) => {
    await Promise.all(mock.results.map(({ value }) => value))
    await sleep(50)
  }
  const meUrl = '/api/account/me'
  const sendRequest = () => request(meUrl, { method: 'GET' }).catch(() => undefined)

  test('shows and hides the maintenance message automatically and keeps the text', async () => {
    await renderApp(app, '/apps/customer/create')
    await typeEmail()
    const originalFetch = getFetch()
    const unavailableFetch = vi.fn(answer503)
    vi.stubGlobal('fetch', unavailableFetch)
    await sendRequest()
    await screen.findByRole('heading', { name: 'Storewright is unavailable' })
    expect(isCovered()).toBe(true)
    const checksBefore = countHealthChecks(unavailableFetch)
    await waitFor(() => expect(countHealthChecks(unavailableFetch)).toBeGreaterThan(checksBefore))
    await handleResponses(unavailableFetch)
    expect(screen.getByRole('heading', { name: 'Storewright is unavailable' })).toBeDefined()
    vi.stubGlobal('fetch', originalFetch)
    await waitFor(() => expect(isCovered()).toBe(false))
    expect(getEmailField().value).toBe('half@example')
  })

  test('shows the maintenance message when no request is answered', async () => {
    await renderApp(app, '/apps/customer/create')
    await typeEmail()
    const originalFetch = getFetch()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await sendRequest()
    await screen.findByRole('heading', { name: 'Storewright is unavailable' })
    vi.stubGlobal('fetch', originalFetch)
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(isCovered()).toBe(false))
    expect(getEmailField().value).toBe('half@example')
  })

  test('shows nothing for a single busy response or a short outage', async () => {
    await renderApp(app, '/apps/customer/create')
    await typeEmail()
    const originalFetch = getFetch()
    const unavailableFetch = vi.fn(answer503)
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      String(url).startsWith('/health') ? originalFetch(url, init) : unavailableFetch(url),
    )
    await sendRequest()
    await sendRequest()
    const outageFetch = vi.fn(answer503)
    vi.stubGlobal('fetch', outageFetch)
    // A request starts no check while that of an earlier request is running.
    await waitFor(async () => {
      await sendRequest()
      expect(countHealthChecks(outageFetch)).toBe(1)
    })
    const recoveredFetch = vi.fn(originalFetch)
    vi.stubGlobal('fetch', recoveredFetch)
    await waitFor(() => expect(countHealthChecks(recoveredFetch)).toBe(1))
    await handleResponses(recoveredFetch)
    expect(unavailableFetch.mock.calls.filter(([url]) => url === meUrl)).toHaveLength(2)
    expect([isCovered(), screen.queryByText('Storewright is unavailable')]).toEqual([false, null])
  })
})

describe('full-page messages', () => {
  test.each([
    [
      '/error?request=0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
      'We couldn’t load this page',
      /Request ID 0190aaaa-bbbb/,
    ],
    ['/not-authorized', 'You don’t have access to this page', /Ask the store owner/],
    ['/no/such/page', 'Page not found', /doesn’t exist or has moved/],
    [
      '/apps/seo',
      'We are launching soon',
      "We're working on something awesome! We'll notify you as soon as it's ready.",
    ],
    ['/apps/coming-soon', 'We are launching soon', /as soon as it's ready/],
    ['/under-maintenance', 'Storewright is unavailable', /Your saved changes are safe/],
  ])('%s has one heading, its own title and its text', async (path, heading, words) => {
    await renderApp(app, path)
    await screen.findByRole('heading', { name: heading, level: 1 })
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByText(words)).toBeDefined()
    expect(document.title).toBe(`${heading} · Storewright`)
  })

  test('shows a visitor a missing page without login', async () => {
    await renderApp(app, '/no/such/page', { user: 'visitor' })
    await screen.findByRole('heading', { name: 'Page not found', level: 1 })
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  })
})
