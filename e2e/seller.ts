import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { accountApi, type SessionUser } from '#contract/account.ts'
import { getRouteUrl, type Route } from '#contract/lib/api.ts'

type Parts = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>
type Args<Q, B> = { params?: Record<string, string>; query?: Q; body?: B; multipart?: Parts }

/** Somebody with a store of their own, who speaks to the server directly where a test is not about how a page does it. */
export type Seller = {
  session: SessionUser
  /** The name of the store's free address. */
  domain: string
  email: string
  password: string
  send: <Q, B, R, P extends string>(route: Route<Q, B, R, P>, args?: Args<Q, B>) => Promise<R>
}

/** Signs a new person up, with an empty store. */
export async function newSeller(
  http: APIRequestContext,
  businessName = 'Harbour Supply',
): Promise<Seller> {
  const id = randomUUID().slice(-12)
  const who = {
    fullName: 'Mara Lindt',
    email: `mara-${id}@example.com`,
    password: 'kettle-shed-oak-7',
    businessName,
    domain: `harbour-${id}`,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
  }
  const session = await exchange(http, accountApi.signup, { body: who })
  const headers = {
    authorization: `Bearer ${session.accessToken}`,
    'x-business-id': session.business ?? '',
  }
  return {
    session,
    domain: who.domain,
    email: who.email,
    password: who.password,
    send: (route, args) => exchange(http, route, args, headers),
  }
}

async function exchange<Q, B, R, P extends string>(
  http: APIRequestContext,
  route: Route<Q, B, R, P>,
  { params, query, body, multipart }: Args<Q, B> = {},
  headers?: Record<string, string>,
): Promise<R> {
  const path = getRouteUrl(route).replace(/:(\w+)/g, (_, key: string) => params?.[key] ?? '')
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString()
  const answer = await http.fetch(`${path}?${search}`, {
    method: route.method,
    ...(headers && { headers }),
    ...(body !== undefined && { data: body }),
    ...(multipart && { multipart }),
  })
  const said = await answer.json()
  if (!said.status)
    throw new Error(
      `${route.method} ${path}: ${answer.status()} ${said.message} ${JSON.stringify(said.errors ?? '')}`,
    )
  return route.reply.parse(route.isList ? { items: said.data, meta: said.meta } : said.data)
}

/** What the browser keeps of somebody who has logged in. */
export const storageOf = (origin: string, { accessToken, refreshToken, ...user }: SessionUser) => ({
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
