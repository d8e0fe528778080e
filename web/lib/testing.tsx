import { configure, render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { accountApi, type Person } from '#contract/account.ts'
import type { TestApp } from '../../server/lib/testing.ts'
import { routes } from '../routes.tsx'
import { AppFrame } from '../shell/app-frame.tsx'
import { newQueryClient } from './api.ts'
import { startTexts } from './i18n.ts'
import { chooseBusiness, endSession, signIn } from './session.ts'

// jsdom brings a Uint8Array of its own, which the server's cryptography does not take for one.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

// A page's first opening compiles its code; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 45_000 })

type As = keyof TestApp['people'] | 'visitor'

/**
 * Opens the real pages on the real server, in this process: `fetch` goes to the application itself, so there is no mock
 * to drift. `as: 'visitor'` is somebody who has not logged in.
 */
export async function openPages(test: TestApp, at: string, { as = 'owner' }: { as?: As } = {}) {
  fillInForJsdom()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => injected(test, url, init))
  await startTexts()
  endSession({ onPurpose: false })
  if (as !== 'visitor') await enter(test, as)
  const router = createMemoryRouter(ownCopy(routes), { initialEntries: [at] })
  const page = render(<AppFrame client={newQueryClient()} isTest><RouterProvider router={router} /></AppFrame>)
  return { ...page, router }
}

// A router takes away from a route's `lazy` what it has loaded, and the next one on the same object would find nothing.
const ownCopy = (of: RouteObject[]): RouteObject[] =>
  of.map(route => ('children' in route && route.children ? { ...route, children: ownCopy(route.children) } : { ...route, lazy: route.lazy && { ...route.lazy } }))

async function enter(test: TestApp, as: Exclude<As, 'visitor'>) {
  const person: Person = (await test.call(as, accountApi.me)).body.data
  signIn({ ...person, accessToken: test.people[as].token, refreshToken: 'none' })
  chooseBusiness(test.people[as].businessId)
}

async function injected(test: TestApp, url: string, init: RequestInit = {}): Promise<Response> {
  // The browser side sends only methods, bodies and headers of these kinds; see request.ts.
  const method = (init.method ?? 'GET') as 'GET'
  const reply = await test.app.inject({ method, url, headers: init.headers as Record<string, string>, ...(typeof init.body === 'string' && { payload: init.body }) })
  const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(reply.statusCode === 204 ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers })
}

/** What pages ask of a browser and jsdom does not have. */
function fillInForJsdom() {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= media => ({ media, matches: false, onchange: null, addListener: () => {}, removeListener: () => {}, addEventListener: () => {}, removeEventListener: () => {}, dispatchEvent: () => false })
  globalThis.ResizeObserver ??= class { observe() {} unobserve() {} disconnect() {} }
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
