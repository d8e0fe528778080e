import { notifications } from '@mantine/notifications'
import { configure, getConfig, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { accountApi, type Person } from '#contract/account/account.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import type { TestApp } from '../../server/testing/testing.ts'
import { newQueryClient } from '../lib/call/api.ts'
import { endOutage } from '../lib/call/server-outage.ts'
import { changeLanguage, initTexts, loadLazyTexts } from '../lib/preference/i18n.ts'
import { clearSession, saveSession, setStoreId } from '../lib/session/session.ts'
import { routes } from '../router.tsx'
import { AppProviders } from '../shell/app-providers.tsx'

// jsdom has its own Uint8Array, which the cryptography of Node rejects.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

configure({
  // The first render of a page compiles its code, which takes longer than a second on a busy
  // machine. Only a hang reaches the limit.
  asyncUtilTimeout: 240_000,
  getElementError: createElementError,
})

/**
 * Returns an error with the text of the page. The default error contains the indented markup, which
 * takes a fifth of the test time. `findBy` creates an error without the text at each attempt, and
 * one with the text when its time is over.
 */
function createElementError(message: string | null): Error {
  const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const pageText = isAttempt ? '' : `\n\nText of the page: ${getPageText()}`
  return Object.assign(new Error(`${message ?? ''}${pageText}`), {
    name: 'TestingLibraryElementError',
  })
}

const getPageText = () =>
  [...document.querySelectorAll('main, [role=dialog], [role=alert]')]
    .map(part => part.textContent)
    .join('\n')

const streamUrl = getRouteUrl(notificationApi.stream)

type TestUser = keyof TestApp['people'] | 'visitor'

/**
 * Renders the real pages with the real server in this process: `fetch` calls the application, so
 * there is no mock to maintain. With `user: 'visitor'` no user is logged in. With `hasLiveEvents`
 * the page receives the notification stream.
 */
export async function renderApp(
  app: TestApp,
  path: string,
  { user = 'owner', hasLiveEvents = false }: { user?: TestUser; hasLiveEvents?: boolean } = {},
) {
  stubMissingBrowserApis()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    hasLiveEvents || !url.startsWith(streamUrl)
      ? injectRequest(app, url, init)
      : new Promise(() => {}),
  )
  // A request of the previous test can have failed after its server stopped.
  await endOutage()
  notifications.clean()
  await initTexts()
  clearSession({ isByUser: false })
  if (user !== 'visitor') await signInAs(app, user)
  const router = createMemoryRouter(cloneRoutes(routes), { initialEntries: [path] })
  const page = render(
    <AppProviders client={newQueryClient()} isTest>
      <RouterProvider router={router} />
    </AppProviders>,
  )
  return { ...page, router }
}

/** Renders components without a server and without a session, on a page with the path. */
export async function renderElement(
  element: ReactNode,
  { language = 'en', path = '/' }: { language?: Language; path?: string } = {},
) {
  stubMissingBrowserApis()
  await endEarlierOutage()
  notifications.clean()
  clearSession({ isByUser: false })
  await initTexts()
  await loadLazyTexts()
  await changeLanguage(language)
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  const page = render(
    <AppProviders client={newQueryClient()} isTest>
      <RouterProvider router={router} />
    </AppProviders>,
  )
  return { ...page, router }
}

/** The message about an outage that an earlier file of this worker left would cover the element. */
async function endEarlierOutage() {
  const send = globalThis.fetch
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    request[0] === '/health/ready' ? Promise.resolve(new Response()) : send(...request),
  )
  await endOutage()
}

// A router removes loaded parts from `lazy` of a route, so each router needs its own copy.
const cloneRoutes = (routeObjects: RouteObject[]): RouteObject[] =>
  routeObjects.map(route =>
    'children' in route && route.children
      ? { ...route, children: cloneRoutes(route.children) }
      : { ...route, lazy: route.lazy && { ...route.lazy } },
  )

async function signInAs(app: TestApp, user: Exclude<TestUser, 'visitor'>) {
  const person: Person = (await app.call(user, accountApi.me)).body.data
  await saveSession({ ...person, accessToken: app.people[user].token, refreshToken: 'none' })
  setStoreId(app.people[user].storeId)
}

async function injectRequest(app: TestApp, url: string, init: RequestInit = {}): Promise<Response> {
  // The browser side sends only methods, bodies and headers of these kinds; see request.ts.
  const method = (init.method ?? 'GET') as 'GET'
  const requestOptions = { method, url, headers: init.headers as Record<string, string> }
  if (url.startsWith(streamUrl))
    return streamResponse(
      await app.app.inject({
        ...requestOptions,
        payloadAsStream: true,
        ...(init.signal && { signal: init.signal }),
      }),
    )
  const reply = await app.app.inject({
    ...requestOptions,
    ...(typeof init.body === 'string' && { payload: init.body }),
  })
  const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new Response(reply.statusCode === 204 ? null : new Uint8Array(reply.rawPayload), {
    status: reply.statusCode,
    headers,
  })
}

function streamResponse(reply: Awaited<ReturnType<TestApp['app']['inject']>>): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      reply
        .stream()
        .on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
        .on('error', error => controller.error(error))
        .on('end', () => controller.close())
    },
  })
  return new Response(body, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type']) },
  })
}

/** Defines the browser functions that jsdom lacks. */
export function stubMissingBrowserApis() {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= media => ({
    media,
    // Without motion, parts of a page open and close at once instead of some frames later.
    matches: media === '(prefers-reduced-motion: reduce)',
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  })
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
