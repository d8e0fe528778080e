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
import { refreshPermissionsAfterRefusal } from '../session/refresh-permissions.ts'
import { getBusinessId } from '../session/session.ts'
import { fetchEnvelope, type RouteArgs, type UntypedArgs } from './call-api.ts'
import { ApiError } from './request.ts'
import { onServerRecovery } from './server-outage.ts'
import { translateSuccess } from './translate-server-message.ts'

/** What `useQuery` and `useSuspenseQuery` take. The key is the route's own name and the store's, so nobody invents keys. */
export const queryOptionsFor = <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
) =>
  queryOptions({
    queryKey: [route.feature, route.name, { ...(args as UntypedArgs), business: getBusinessId() }],
    queryFn: async ({ signal }) =>
      (await fetchEnvelope<R>(route, args as UntypedArgs, { signal })).data,
    // A list keeps its rows on screen while the next page comes.
    ...(route.isList && { placeholderData: keepPreviousData }),
  })

/** Beside `queryOf`, for what colleagues change while one looks at it and no notice tells of. */
export const pollingOptions = { refetchInterval: 10_000 } as const

/**
 * A call that changes something. Success says the server's message and makes the feature (and those the route touches)
 * be read again; a failure is a toast unless the form that sent it claims it for its fields. `isSilent`: no toast on success;
 * `fallbackMessage`: said of a failure that has no words of its own.
 */
export function useRouteMutation<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  { isSilent = false, fallbackMessage }: { isSilent?: boolean; fallbackMessage?: string } = {},
) {
  const idempotencyAttempt = useRef({ body: '', key: '' })
  return useMutation<R, ApiError, RouteArgs<Q, B, P>>({
    meta: { stale: [route.feature, ...route.invalidates] },
    mutationFn: async args => {
      const { data, message } = await fetchEnvelope<R>(route, args as UntypedArgs, {
        headers: route.idempotent ? idempotencyHeader(args as UntypedArgs) : {},
      })
      idempotencyAttempt.current = { body: '', key: '' }
      if (message && !isSilent) toast.success(translateSuccess(route, message))
      return data
    },
    onError: error => toast.errorUnlessHandled(error, fallbackMessage),
  })

  // The same body sent again is the same wish: an answer lost on the way must not make a second order.
  function idempotencyHeader(args: UntypedArgs): Record<string, string> {
    const body = JSON.stringify([args.params, args.body])
    if (idempotencyAttempt.current.body !== body)
      idempotencyAttempt.current = { body, key: crypto.randomUUID() }
    return { 'idempotency-key': idempotencyAttempt.current.key }
  }
}

const isTransientError = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)

/** The only place that makes cached reads stale. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isTransientError(error),
        staleTime: 5_000,
      },
    },
    queryCache: new QueryCache({ onError: refreshPermissionsAfterRefusal }),
    mutationCache: new MutationCache({
      onError: refreshPermissionsAfterRefusal,
      onSuccess: (_reply, _args, _result, mutation) => {
        const stale = new Set(Array.isArray(mutation.meta?.['stale']) ? mutation.meta['stale'] : [])
        // Not awaited: a page may go on while what it shows is read again.
        void client.invalidateQueries({ predicate: query => stale.has(query.queryKey[0]) })
      },
    }),
  })
  // What failed while the server was away is asked anew; what is on the screen meanwhile stays there.
  onServerRecovery(() => {
    void client.resetQueries({
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    })
    void client.invalidateQueries()
  })
  return client
}
