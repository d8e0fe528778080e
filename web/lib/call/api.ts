import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Route } from '#contract/lib/api.ts'
import { toast } from '../page/toast.ts'
import { doubtRights } from '../session/rights.ts'
import { currentBusiness } from '../session/session.ts'
import { type Args, exchange, type Loose } from './call.ts'
import { onReturn } from './outage.ts'
import { ApiError } from './request.ts'
import { sayServer } from './server-words.ts'

/** What `useQuery` and `useSuspenseQuery` take. The key is the route's own name and the store's, so nobody invents keys. */
export const queryOf = <Q, B, R, P extends string>(route: Route<Q, B, R, P>, args: Args<Q, B, P>) =>
  queryOptions({
    queryKey: [route.feature, route.name, { ...(args as Loose), business: currentBusiness() }],
    queryFn: async ({ signal }) => (await exchange<R>(route, args as Loose, { signal })).data,
    // A list keeps its rows on screen while the next page comes.
    ...(route.isList && { placeholderData: keepPreviousData }),
  })

/** Beside `queryOf`, for what colleagues change while one looks at it and no notice tells of. */
export const followed = { refetchInterval: 10_000 } as const

/**
 * A call that changes something. Success says the server's message and makes the feature (and those the route touches)
 * be read again; a failure is a toast unless the form that sent it claims it for its fields. `quiet`: no toast on success;
 * `otherwise`: said of a failure that has no words of its own.
 */
export function useSend<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  { quiet = false, otherwise }: { quiet?: boolean; otherwise?: string } = {},
) {
  const attempt = useRef({ body: '', key: '' })
  return useMutation<R, ApiError, Args<Q, B, P>>({
    meta: { stale: [route.feature, ...route.invalidates] },
    mutationFn: async args => {
      const { data, message } = await exchange<R>(route, args as Loose, {
        headers: route.idempotent ? keyFor(args as Loose) : {},
      })
      attempt.current = { body: '', key: '' }
      if (message && !quiet) toast.good(sayServer(message))
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

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)

/** The only place that makes cached reads stale. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: 5_000 },
    },
    queryCache: new QueryCache({ onError: doubtRights }),
    mutationCache: new MutationCache({
      onError: doubtRights,
      onSuccess: (_reply, _args, _result, mutation) => {
        const stale = new Set(Array.isArray(mutation.meta?.['stale']) ? mutation.meta['stale'] : [])
        // Not awaited: a page may go on while what it shows is read again.
        void client.invalidateQueries({ predicate: query => stale.has(query.queryKey[0]) })
      },
    }),
  })
  // What failed while the server was away is asked anew; what is on the screen meanwhile stays there.
  onReturn(() => {
    void client.resetQueries({
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    })
    void client.invalidateQueries()
  })
  return client
}
