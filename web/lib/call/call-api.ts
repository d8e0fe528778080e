import type { ListMeta, Route, RouteParams } from '#contract/lib/call/api.ts'
import { toQueryText } from '#contract/lib/text/query-text.ts'
import { parseJson, request, toApiError } from './request.ts'

// Separate from api.ts, so that the login page loads without the query cache.

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

// biome-ignore lint/suspicious/noExplicitAny: the functions that send requests accept every route
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
  meta?: ListMeta
}
type FetchOptions = { headers?: Record<string, string>; signal?: AbortSignal; keepalive?: boolean }

/** Returns the URL of a call. Omits empty query parameters and joins lists with commas. */
export function buildRequestUrl(route: AnyRoute, { params, query }: UntypedArgs): string {
  const path = String(route.path)
    .replace(/^\//, '')
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query ?? {})
      .filter(([, value]) => !isEmptyParam(value))
      .map(([key, value]) => [key, toQueryText(value)]),
  ).toString()
  return `/api/${path}${search && `?${search}`}`
}

const isEmptyParam = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Sends a call and returns its response. @throws ApiError */
const sendCall = (
  route: AnyRoute,
  args: UntypedArgs,
  { headers, signal, keepalive }: FetchOptions = {},
): Promise<Response> =>
  request(buildRequestUrl(route, args), {
    method: route.method,
    isPublic: route.can === 'public',
    headers: { ...(args.body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(args.body !== undefined && { body: JSON.stringify(args.body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  })

/** Sends a call and returns the data and the message of its reply. @throws ApiError */
export async function fetchEnvelope<R>(
  route: AnyRoute,
  args: UntypedArgs,
  options: FetchOptions = {},
): Promise<Pick<ReplyEnvelope<R>, 'data' | 'message'>> {
  const response = await sendCall(route, args, options)
  const text = await response.text()
  // Not validated: the server serializes replies by the same contract, and parsing lists is expensive.
  const envelope = parseJson(text) as (ReplyEnvelope<R> & Record<string, unknown>) | undefined
  if (envelope?.status !== true || hasMissingField(route, envelope))
    throw toApiError(response.status, text, response.headers.get('x-request-id'))
  const { data, message, meta } = envelope
  // The contract types a list as `{ items, meta }`; the envelope has `data` and `meta`.
  return {
    data: route.isList ? ({ items: data, meta } as R) : data,
    ...(message !== undefined && { message }),
  }
}

/** Returns whether the envelope lacks a field that the specification requires, such as `_id`. */
const hasMissingField = (route: AnyRoute, envelope: Record<string, unknown>) =>
  Object.keys(route.envelopeFields ?? {}).some(field => !envelope[field])

/** Sends a call without the query cache and returns its data. @throws ApiError */
export const callApi = async <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
  options?: FetchOptions,
): Promise<R> => (await fetchEnvelope<R>(route, args as UntypedArgs, options)).data

/** Returns the content of a file that a page shows or prints. @throws ApiError */
export async function fetchFile<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
  options?: FetchOptions,
): Promise<Blob> {
  const response = await sendCall(route, args as UntypedArgs, options)
  return response.blob()
}
