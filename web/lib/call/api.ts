import {
  keepPreviousData,
  MutationCache,
  type MutationMeta,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Page, Route } from '#contract/lib/call/api.ts'
import { toast } from '../page/toast.ts'
import { createRandomId } from '../random-id.ts'
import { refreshPermissionsAfterForbidden } from '../session/refresh-permissions.ts'
import { getStoreId } from '../session/session.ts'
import { fetchEnvelope, type RouteArgs, type UntypedArgs } from './call-api.ts'
import { ApiError } from './request.ts'
import { onServerRecovery } from './server-outage.ts'
import { translateSuccess } from './translate-server-message.ts'

/**
 * Returns the options of `useQuery` and `useSuspenseQuery`. The key consists of the route, its
 * arguments and the store.
 */
export const queryOptionsFor = <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
) =>
  queryOptions({
    queryKey: [route.feature, route.name, { ...(args as UntypedArgs), store: getStoreId() }],
    queryFn: async ({ signal }) =>
      (await fetchEnvelope<R>(route, args as UntypedArgs, { signal })).data,
    ...(route.isList
      ? // A list shows its current rows until the next page loads.
        { placeholderData: keepPreviousData }
      : // A change by another tab or user refetches the records with this permission.
        { meta: { permission: route.can } }),
  })

/** Like `queryOptionsFor`, for a list of any type. */
export const listOptionsFor = <Q, R>(route: Route<Q, undefined, Page<R>>, query: Q) =>
  queryOptionsFor(route, { query } as RouteArgs<Q, undefined, string>)

/** Additional options for data that other users change without a notification. */
export const pollingOptions = { refetchInterval: 10_000 } as const

/**
 * Returns a mutation that calls a route. On success it shows the message of the server, unless
 * `isSilent`, and invalidates the features that the route changes. An error is shown as a toast,
 * unless the form that sent the call displays it at its fields. `fallbackTitle` is the title
 * for an error without a message. With `hasErrorToast` a toast also repeats errors of fields. With
 * `isSequential` a call is sent after the reply to the one before, so that the last one is kept.
 * With `isAppliedBefore` the page shows the change before it is sent, and loads nothing again on
 * success: that could undo a newer change that is not sent yet.
 * `getMessage` returns a message that says more than that of the server.
 */
export function useRouteMutation<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  {
    isSilent = false,
    hasErrorToast = false,
    isSequential = false,
    isAppliedBefore = false,
    fallbackTitle,
    getMessage,
  }: {
    isSilent?: boolean
    hasErrorToast?: boolean
    isSequential?: boolean
    isAppliedBefore?: boolean
    fallbackTitle?: string
    getMessage?: (data: R) => string | undefined
  } = {},
) {
  const idempotencyAttempt = useRef({ body: '', key: '' })
  return useMutation<R, ApiError, RouteArgs<Q, B, P>>({
    meta: { stale: isAppliedBefore ? [] : [route.feature, ...route.invalidates] },
    ...(isSequential && { scope: { id: `${route.feature} ${route.name}` } }),
    mutationFn: async args => {
      const { data, message } = await fetchEnvelope<R>(route, args as UntypedArgs, {
        headers: route.idempotent ? idempotencyHeader(args as UntypedArgs) : {},
      })
      idempotencyAttempt.current = { body: '', key: '' }
      if (message && !isSilent)
        toast.success(getMessage?.(data) ?? translateSuccess(route, message))
      return data
    },
    onError: error =>
      hasErrorToast
        ? toast.failure(error, fallbackTitle)
        : toast.errorUnlessHandled(error, fallbackTitle),
  })

  // A retry with the same body reuses the key, so that a lost response cannot cause a second order.
  function idempotencyHeader(args: UntypedArgs): Record<string, string> {
    const body = JSON.stringify([args.params, args.body])
    if (idempotencyAttempt.current.body !== body)
      idempotencyAttempt.current = { body, key: createRandomId() }
    return { 'idempotency-key': idempotencyAttempt.current.key }
  }
}

/** When each client began to load data. */
const loadStarts = new WeakMap<QueryClient, number>()
export const setLoadStart = (client: QueryClient) => loadStarts.set(client, performance.now())

/** Returns the milliseconds in which displayed data may have changed without an event. */
export const getDataAge = (client: QueryClient) =>
  Math.ceil(performance.now() - (loadStarts.get(client) ?? 0))

const isTransientError = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)

/**
 * Creates the query cache. A mutation that succeeds, or fails because of a newer version,
 * invalidates the features that its route lists.
 */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isTransientError(error),
        staleTime: 5_000,
      },
    },
    queryCache: new QueryCache({ onError: refreshPermissionsAfterForbidden }),
    mutationCache: new MutationCache({
      onError: (error, _args, _result, mutation) => {
        refreshPermissionsAfterForbidden(error)
        if (error instanceof ApiError && error.problem.code === 'version_conflict')
          invalidateStale(mutation.meta)
      },
      onSuccess: (_reply, _args, _result, mutation) => invalidateStale(mutation.meta),
    }),
  })
  setLoadStart(client)
  function invalidateStale(meta: MutationMeta | undefined) {
    const stale = new Set(Array.isArray(meta?.['stale']) ? meta['stale'] : [])
    const isStale = (query: Query) => stale.has(query.queryKey[0])
    // An invalidation starts a running request again only if the query has data. A first request may
    // have been answered before the change. Not awaited: the page does not wait for the refetch.
    void client
      .cancelQueries({ predicate: query => isStale(query) && query.state.data === undefined })
      .then(() => client.invalidateQueries({ predicate: isStale }))
  }
  // After an outage, failed queries start again, and displayed data is refetched.
  onServerRecovery(() => {
    void client.resetQueries({
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    })
    void client.invalidateQueries()
  })
  return client
}
