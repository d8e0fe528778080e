import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { accountApi, type SessionUser } from '#contract/account/account.ts'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'

type MultipartFields = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>
type SendArgs<Q, B> = {
  params?: Record<string, string>
  query?: Q
  body?: B
  multipart?: MultipartFields
}

/** The owner of a new store. `send` calls the API directly, to prepare and check test data. */
export type Seller = {
  session: SessionUser
  /** The store handle. */
  domain: string
  email: string
  password: string
  send: <Q, B, R, P extends string>(route: Route<Q, B, R, P>, args?: SendArgs<Q, B>) => Promise<R>
}

const tokenRenewalMs = 5 * 60_000

/** Signs up a new user with an empty store. */
export async function createSeller(
  http: APIRequestContext,
  businessName = 'Harbour Supply',
): Promise<Seller> {
  const id = randomUUID().slice(-12)
  const signupBody = {
    fullName: 'Mara Lindt',
    email: `mara-${id}@example.com`,
    password: 'kettle-shed-oak-7',
    businessName,
    domain: `harbour-${id}`,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
  }
  const session = await sendRequest(http, accountApi.signup, { body: signupBody })
  const { email, password, domain } = signupBody
  let token = { text: session.accessToken, createdAt: Date.now() }
  /** The tests of a file can take longer than a token is valid. */
  async function getToken() {
    if (Date.now() - token.createdAt > tokenRenewalMs) {
      const { accessToken } = await sendRequest(http, accountApi.login, {
        body: { email, password },
      })
      token = { text: accessToken, createdAt: Date.now() }
    }
    return token.text
  }
  return {
    session,
    domain,
    email,
    password,
    send: async (route, args) =>
      sendRequest(http, route, args, {
        authorization: `Bearer ${await getToken()}`,
        'x-business-id': session.business ?? '',
      }),
  }
}

async function sendRequest<Q, B, R, P extends string>(
  http: APIRequestContext,
  route: Route<Q, B, R, P>,
  { params, query, body, multipart }: SendArgs<Q, B> = {},
  headers?: Record<string, string>,
): Promise<R> {
  const path = getRouteUrl(route).replace(/:(\w+)/g, (_, key: string) => params?.[key] ?? '')
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString()
  const response = await http.fetch(`${path}?${search}`, {
    method: route.method,
    ...(headers && { headers }),
    ...(body !== undefined && { data: body }),
    ...(multipart && { multipart }),
  })
  const reply = await response.json()
  if (!reply.status)
    throw new Error(
      [
        `${route.method} ${path}: ${response.status()}`,
        reply.message,
        JSON.stringify(reply.errors ?? ''),
      ].join(' '),
    )
  return route.reply.parse(route.isList ? { items: reply.data, meta: reply.meta } : reply.data)
}

/** Returns the browser storage of a logged-in user. */
export const toStorageState = (
  origin: string,
  { accessToken, refreshToken, ...user }: SessionUser,
) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: Object.entries({
        userData: JSON.stringify(user),
        accessToken,
        refreshToken,
      }).map(([name, value]) => ({ name, value })),
    },
  ],
})
