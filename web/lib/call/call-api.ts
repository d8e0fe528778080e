import type { ListMeta, Route, RouteParams } from '#contract/lib/api.ts'
import type { ProblemBody } from '#contract/lib/problem.ts'
import { ApiError, request } from './request.ts'
import { translateProblem } from './translate-server-message.ts'

// Apart from api.ts, so that the login page does without the cache.

type AreAllOptional<T> =
  { [k in keyof T as undefined extends T[k] ? never : k]: T[k] } extends Record<string, never>
    ? true
    : false
export type RouteArgs<Q, B, P extends string> = ([keyof RouteParams<P>] extends [never]
  ? { params?: never }
  : { params: RouteParams<P> }) &
  (unknown extends Q
    ? { query?: object }
    : [Q] extends [undefined]
      ? { query?: never }
      : undefined extends Q
        ? { query?: Q }
        : AreAllOptional<Q> extends true
          ? { query?: Q }
          : { query: Q }) &
  (unknown extends B
    ? { body?: unknown }
    : [B] extends [undefined]
      ? { body?: never }
      : { body: B })

// The four type parameters of a route do not matter to whoever only sends it.
// biome-ignore lint/suspicious/noExplicitAny: any route at all
export type AnyRoute = Route<any, any, any, any>
export type UntypedArgs = {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: unknown
}
type ReplyEnvelope<R> = {
  status: boolean
  data: R
  message?: string
  code?: string
  params?: ProblemBody['params']
  meta?: ListMeta
}
type FetchOptions = { headers?: Record<string, string>; signal?: AbortSignal }

/** Address of a call, with the empty parts of its query left out and lists joined by commas. */
export function buildRequestUrl(route: AnyRoute, { params, query }: UntypedArgs): string {
  const path = String(route.path)
    .replace(/^\//, '')
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query ?? {})
      .filter(
        ([, value]) =>
          value !== undefined &&
          value !== null &&
          value !== '' &&
          !(Array.isArray(value) && value.length === 0),
      )
      .map(([key, value]) => [key, String(value)]),
  ).toString()
  return `/api/${path}${search && `?${search}`}`
}

export async function fetchEnvelope<R>(
  route: AnyRoute,
  args: UntypedArgs,
  { headers, signal }: FetchOptions = {},
): Promise<Pick<ReplyEnvelope<R>, 'data' | 'message'>> {
  const response = await request(buildRequestUrl(route, args), {
    method: route.method,
    isPublic: route.can === 'public',
    headers: { ...(args.body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(args.body !== undefined && { body: JSON.stringify(args.body) }),
    ...(signal && { signal }),
  })
  // The server wrote this from the same contract; checking it once more would double the cost of every list.
  const {
    status,
    data,
    message,
    code = 'refused',
    params,
    meta,
  } = (await response.json()) as ReplyEnvelope<R>
  if (!status)
    throw new ApiError(
      response.status,
      translateProblem({ status, code, params, message: message ?? '', data }),
    )
  // `{ items, meta }` is what the contract says of a list; on the wire both stand in the envelope.
  return {
    data: route.isList ? ({ items: data, meta } as R) : data,
    ...(message !== undefined && { message }),
  }
}

/** One call, outside of the cache. */
export const callApi = async <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
): Promise<R> => (await fetchEnvelope<R>(route, args as UntypedArgs)).data // `Args` only narrows `Loose` for the caller
