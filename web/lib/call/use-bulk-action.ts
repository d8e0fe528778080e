import { useMutation } from '@tanstack/react-query'
import type { Route } from '#contract/lib/api.ts'
import type { BulkReply, BulkResult } from '#contract/lib/bulk.ts'
import { toast } from '../page/toast.ts'
import { callApi, type RouteArgs } from './call-api.ts'
import { ApiError } from './request.ts'

/** Rows by name, or all that the filters find but for some. */
export type BulkSelection =
  | { ids: readonly string[] }
  | { where: object; except: readonly string[]; expected: number }
export type BulkOutcome = {
  done: number
  failed: number
  /** Those that were refused, with their names and reasons. */
  rejectedRows: BulkResult[]
  /** Set when the list had changed and nothing was done: how many rows match now. */
  changedCount?: number
  /** Set when the way broke off; what is counted has been done all the same. */
  isInterrupted?: boolean
}
/** What a bulk button is given: for how many rows it is, and where it tells how far it has come. */
export type BulkTarget = {
  count: number
  selection: BulkSelection
  isBusy: boolean
  onProgress: (processed: number | undefined) => void
  onEnd: (outcome: BulkOutcome, options: { isRemoval: boolean }) => void
}
type SelectionField = 'ids' | 'where' | 'except' | 'expected' | 'after'

/** As many rows as a server takes by name in one call. */
const maxIdsPerCall = 100

/**
 * One request for the chosen rows; for very many the server says where to go on, and the next request does. What is
 * refused is told row by row, the rest has changed all the same.
 */
export function useBulkAction<Q, B, P extends string>(
  route: Route<Q, B, BulkReply, P>,
  target: BulkTarget,
  { isRemoval = false } = {},
) {
  // The change is what the route takes beside the rows; the rows are put to it here, in the names all bulk calls share.
  const sendBatch = (change: object, rows: object) =>
    callApi(route, { body: { ...change, ...rows } } as unknown as RouteArgs<Q, B, P>)
  return useMutation<BulkOutcome, ApiError, Omit<B, SelectionField>>({
    meta: { stale: [route.feature, ...route.invalidates] },
    mutationFn: async change => {
      const outcome: BulkOutcome = { done: 0, failed: 0, rejectedRows: [] }
      try {
        for await (const { done, failed, results } of sendInBatches(target.selection, rows =>
          sendBatch(change, rows),
        )) {
          outcome.done += done
          outcome.failed += failed
          outcome.rejectedRows.push(...results.filter(({ ok }) => !ok))
          target.onProgress(outcome.done + outcome.failed)
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.problem.code === 'count_changed')
          return { ...outcome, changedCount: readCount(error.problem.data) }
        if (outcome.done + outcome.failed === 0) throw error
        toast.errorUnlessHandled(error)
        outcome.isInterrupted = true
      }
      return outcome
    },
    onSuccess: outcome => target.onEnd(outcome, { isRemoval }),
    onError: error => toast.errorUnlessHandled(error),
    onSettled: () => target.onProgress(undefined),
  })
}

async function* sendInBatches(
  selection: BulkSelection,
  sendBatch: (rows: object) => Promise<BulkReply>,
): AsyncGenerator<BulkReply> {
  if ('ids' in selection) {
    for (let offset = 0; offset < selection.ids.length; offset += maxIdsPerCall)
      yield await sendBatch({ ids: selection.ids.slice(offset, offset + maxIdsPerCall) })
    return
  }
  for (let after: string | null | undefined; after !== null; ) {
    const reply: BulkReply = await sendBatch({ ...selection, ...(after && { after }) })
    yield reply
    after = reply.next
  }
}

const readCount = (data: unknown) =>
  typeof data === 'object' && data !== null && 'count' in data ? Number(data.count) : 0
