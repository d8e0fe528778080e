import { keepPreviousData, MutationCache, QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListMeta, ParamsOf, Route } from '#contract/lib/api.ts'
import { ApiError, request } from './request.ts'
import { currentBusiness } from './session.ts'
import { toast } from './toast.ts'

type Optional<T> = { [k in keyof T as undefined extends T[k] ? never : k]: T[k] } extends Record<string, never> ? true : false
export type Args<Q, B, P extends string> =
  ([keyof ParamsOf<P>] extends [never] ? { params?: never } : { params: ParamsOf<P> }) &
  (unknown extends Q ? { query?: object } : [Q] extends [undefined] ? { query?: never } : undefined extends Q ? { query?: Q } : Optional<Q> extends true ? { query?: Q } : { query: Q }) &
  (unknown extends B ? { body?: unknown } : [B] extends [undefined] ? { body?: never } : { body: B })

// The four type parameters of a route do not matter to whoever only sends it.
// biome-ignore lint/suspicious/noExplicitAny: any route at all
export type AnyRoute = Route<any, any, any, any>
export type Loose = { params?: Record<string, string> | undefined; query?: object | undefined; body?: unknown }
type Envelope<R> = { status: boolean; data: R; message?: string; meta?: ListMeta }
type Sending = { headers?: Record<string, string>; signal?: AbortSignal }

/** Address of a call, with the empty parts of its query left out and lists joined by commas. */
export function urlOf(route: AnyRoute, { params, query }: Loose): string {
  const path = String(route.path).replace(/^\//, '').replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const search = new URLSearchParams(Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => [key, String(value)])).toString()
  return `/api/${path}${search && `?${search}`}`
}

async function exchange<R>(route: AnyRoute, args: Loose, { headers, signal }: Sending = {}): Promise<Pick<Envelope<R>, 'data' | 'message'>> {
  const answer = await request(urlOf(route, args), {
    method: route.method,
    isPublic: route.can === 'public',
    headers: { ...(args.body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(args.body !== undefined && { body: JSON.stringify(args.body) }),
    ...(signal && { signal }),
  })
  // The server wrote this from the same contract; checking it once more would double the cost of every list.
  const { status, data, message, meta } = (await answer.json()) as Envelope<R>
  if (!status) throw new ApiError(answer.status, { status, code: 'refused', message: message ?? '', data })
  // `{ items, meta }` is what the contract says of a list; on the wire both stand in the envelope.
  return { data: route.list ? ({ items: data, meta } as R) : data, ...(message !== undefined && { message }) }
}

/** One call, outside of the cache. */
export const call = async <Q, B, R, P extends string>(route: Route<Q, B, R, P>, args: Args<Q, B, P>): Promise<R> =>
  (await exchange<R>(route, args as Loose)).data // `Args` only narrows `Loose` for the caller

/** What `useQuery` and `useSuspenseQuery` take. The key is the route's own name and the store's, so nobody invents keys. */
export const queryOf = <Q, B, R, P extends string>(route: Route<Q, B, R, P>, args: Args<Q, B, P>) =>
  queryOptions({
    queryKey: [route.feature, route.name, { ...(args as Loose), business: currentBusiness() }],
    queryFn: async ({ signal }) => (await exchange<R>(route, args as Loose, { signal })).data,
    // A list keeps its rows on screen while the next page comes.
    ...(route.list && { placeholderData: keepPreviousData }),
  })

/**
 * A call that changes something. Success says the server's message and makes the feature (and those the route touches)
 * be read again; a failure is a toast unless the form that sent it claims it for its fields. `quiet`: no toast on success;
 * `otherwise`: said of a failure that has no words of its own.
 */
export function useSend<Q, B, R, P extends string>(route: Route<Q, B, R, P>, { quiet = false, otherwise }: { quiet?: boolean; otherwise?: string } = {}) {
  const attempt = useRef({ body: '', key: '' })
  return useMutation<R, ApiError, Args<Q, B, P>>({
    meta: { stale: [route.feature, ...route.touches] },
    mutationFn: async args => {
      const { data, message } = await exchange<R>(route, args as Loose, { headers: route.idempotent ? keyFor(args as Loose) : {} })
      attempt.current = { body: '', key: '' }
      if (message && !quiet) toast.good(message)
      return data
    },
    onError: error => toast.unclaimed(error, otherwise),
  })

  // The same body sent again is the same wish: an answer lost on the way must not make a second order.
  function keyFor(args: Loose): Record<string, string> {
    const body = JSON.stringify([args.params, args.body])
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    return { 'idempotency-key': attempt.current.key }
  }
}

const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

/** The only place that makes cached reads stale. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: { queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: 5_000 } },
    mutationCache: new MutationCache({
      onSuccess: (_reply, _args, _result, mutation) => {
        const stale = new Set(Array.isArray(mutation.meta?.['stale']) ? mutation.meta['stale'] : [])
        // Not awaited: a page may go on while what it shows is read again.
        void client.invalidateQueries({ predicate: query => stale.has(query.queryKey[0]) })
      },
    }),
  })
  return client
}
