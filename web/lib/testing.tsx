import { configure, render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { accountApi, type Person } from '#contract/account.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { notificationApi } from '#contract/notification.ts'
import type { TestApp } from '../../server/lib/testing/testing.ts'
import { routes } from '../router.tsx'
import { AppFrame } from '../shell/app-frame.tsx'
import { newQueryClient } from './call/api.ts'
import { startTexts } from './preference/i18n.ts'
import { chooseBusiness, endSession, signIn } from './session/session.ts'

// jsdom brings a Uint8Array of its own, which the server's cryptography does not take for one.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

configure({
  // A page's first opening compiles its code; on a busy machine that takes longer than the usual second.
  asyncUtilTimeout: 45_000,
  // Made anew at each look of a `findBy`: the whole page as indented markup would cost a fifth of the time, its words cost nothing.
  getElementError: (message, container) =>
    Object.assign(
      new Error(`${message ?? ''}\n\nThe page says: ${container.textContent.slice(-2000)}`),
      { name: 'TestingLibraryElementError' },
    ),
})

const stream = getRouteUrl(notificationApi.stream)

type As = keyof TestApp['people'] | 'visitor'

/**
 * Opens the real pages on the real server, in this process: `fetch` goes to the application itself, so there is no mock
 * to drift. `as: 'visitor'` is somebody who has not logged in; with `isLive` the page also hears what happens.
 */
export async function openPages(
  test: TestApp,
  at: string,
  { as = 'owner', isLive = false }: { as?: As; isLive?: boolean } = {},
) {
  fillInForJsdom()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    isLive || !url.startsWith(stream) ? injected(test, url, init) : new Promise(() => {}),
  )
  await startTexts()
  endSession({ onPurpose: false })
  if (as !== 'visitor') await enter(test, as)
  const router = createMemoryRouter(ownCopy(routes), { initialEntries: [at] })
  const page = render(
    <AppFrame client={newQueryClient()} isTest>
      <RouterProvider router={router} />
    </AppFrame>,
  )
  return { ...page, router }
}

// A router takes away from a route's `lazy` what it has loaded, and the next one on the same object would find nothing.
const ownCopy = (of: RouteObject[]): RouteObject[] =>
  of.map(route =>
    'children' in route && route.children
      ? { ...route, children: ownCopy(route.children) }
      : { ...route, lazy: route.lazy && { ...route.lazy } },
  )

async function enter(test: TestApp, as: Exclude<As, 'visitor'>) {
  const person: Person = (await test.call(as, accountApi.me)).body.data
  await signIn({ ...person, accessToken: test.people[as].token, refreshToken: 'none' })
  chooseBusiness(test.people[as].businessId)
}

async function injected(test: TestApp, url: string, init: RequestInit = {}): Promise<Response> {
  // The browser side sends only methods, bodies and headers of these kinds; see request.ts.
  const method = (init.method ?? 'GET') as 'GET'
  const sent = { method, url, headers: init.headers as Record<string, string> }
  if (url.startsWith(stream))
    return endless(
      await test.app.inject({
        ...sent,
        payloadAsStream: true,
        ...(init.signal && { signal: init.signal }),
      }),
    )
  const reply = await test.app.inject({
    ...sent,
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

function endless(reply: Awaited<ReturnType<TestApp['app']['inject']>>): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      reply
        .stream()
        .on('data', (piece: Buffer) => controller.enqueue(new Uint8Array(piece)))
        .on('error', error => controller.error(error))
        .on('end', () => controller.close())
    },
  })
  return new Response(body, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type']) },
  })
}

/** What pages ask of a browser and jsdom does not have. */
function fillInForJsdom() {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= media => ({
    media,
    matches: false,
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
