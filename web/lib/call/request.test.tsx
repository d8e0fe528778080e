import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, getAccessToken, getRefreshToken, saveTokens } from '../session/session.ts'
import { request } from './request.ts'

afterEach(() => clearSession({ isByUser: false }))

const renewed = { status: true, data: { accessToken: 'renewed', refreshToken: 'renewed' } }

test.each([
  ['rejected', 401, { status: false, code: 'session_expired', message: '' }],
  ['granted', 200, renewed],
])(
  'a %s refresh of an earlier session leaves the session of the next user',
  async (_, status, body) => {
    const reply = Promise.withResolvers<Response>()
    const isRefreshing = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url.endsWith('/refresh-token')) {
        isRefreshing.resolve()
        return reply.promise
      }
      const isNextUser = new Headers(init.headers).get('authorization') === 'Bearer next'
      return Promise.resolve(new Response('{}', { status: isNextUser ? 200 : 401 }))
    })
    saveTokens({ accessToken: 'expired', refreshToken: 'expired' })
    const response = request('/api/anything', { method: 'GET' })
    await isRefreshing.promise
    saveTokens({ accessToken: 'next', refreshToken: 'next' })
    reply.resolve(Response.json(body, { status }))
    await response
    expect([getAccessToken(), getRefreshToken()]).toEqual(['next', 'next'])
  },
)
