import { vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import type { App } from '../../lib/call/serve.ts'
import type { TestApp } from '../testing.ts'

export const testPassword = 'kiln-and-glaze'

export type TestRouteInput = Parameters<typeof getRouteUrl>[0] & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}

/** Returns functions that send requests from chosen IP addresses, to test rate limits. */
export function createRateLimitTester(t: TestApp) {
  let count = 0
  const newAddress = () => `192.0.2.${++count}`

  async function send(
    route: TestRouteInput,
    body: object,
    from = newAddress(),
    { app = t.app, headers = {} }: { app?: App; headers?: Record<string, string> } = {},
  ) {
    const reply = await app.inject({
      method: route.method,
      url: getRouteUrl(route),
      remoteAddress: from,
      headers,
      ...(route.method !== 'GET' && { payload: body }),
    })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }

  async function signUp(from = newAddress()) {
    const email = `ann${++count}@example.org`
    const { body } = await send(
      accountApi.signup,
      { fullName: 'Ann Potter', email, password: testPassword, businessName: 'Pots' },
      from,
    )
    return { email, ...body.data }
  }

  const login = (email: string, password: string, from?: string, more = {}) =>
    send(accountApi.login, { email, password, ...more }, from)

  /** Moves all limits forward, as if so many seconds had passed. */
  const advanceTime = (seconds: number) =>
    t.sql`update rate_limit_bucket set full_at = full_at - make_interval(secs => ${seconds})`

  return { newAddress, send, signUp, login, advanceTime }
}
export type RateLimitTester = ReturnType<typeof createRateLimitTester>

export const runAtOnce = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))

/** Returns how many replies have each status. */
export const countByStatus = (replies: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map(reply => reply.status))]
      .sort()
      .map(status => [status, replies.filter(reply => reply.status === status).length]),
  )

/**
 * Puts the clock forward until a process asks the database again about a limit that it found
 * exhausted.
 */
export const expireCache = () =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2100, shouldAdvanceTime: true })
