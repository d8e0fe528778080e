import { useMutation } from '@tanstack/react-query'
import type { Route } from '#contract/lib/call/api.ts'
import { type BulkReply, type BulkResult, maxBulkRows } from '#contract/lib/call/bulk.ts'
import { toast } from '../page/toast.ts'
import { withBulkProgress } from './bulk-progress.ts'
import { callApi, type RouteArgs } from './call-api.ts'
import { ApiError } from './request.ts'

/** Rows by id, or all rows that match the filters, except some. */
export type BulkSelection =
  | { ids: readonly string[] }
  | { filter: object; excludedIds: readonly string[]; expectedCount: number }
export type BulkOutcome = {
  done: number
  /** The rows of `done` that already had what the action sets. */
  unchanged: number
  failed: number
  /** The rejected rows with their names and reasons. */
  rejectedRows: BulkResult[]
  /** The number of rows that match now. Set if it changed, in which case no row was updated. */
  changedCount?: number
  /** Set if a later request failed. The counted rows are updated. */
  isInterrupted?: boolean
}
/** Returns the fields of the selection of one call. */
export const toSelectionBody = (selection: BulkSelection) =>
  'ids' in selection
    ? { ids: [...selection.ids] }
    : {
        filter: selection.filter,
        excludedIds: [...selection.excludedIds],
        expectedCount: selection.expectedCount,
      }
/** The properties that every bulk button receives. */
export type BulkTarget = {
  count: number
  selection: BulkSelection
  isBusy: boolean
  /** Undefined after the end. */
  onProgress: (processed: number | undefined) => void
  onEnd: (outcome: BulkOutcome, successText: BulkSuccessText, rowType: string) => void
}
/** The key of the success message. */
export type BulkSuccessText =
  | 'conversation.bulkDone'
  | 'task.bulkDone'
  | `ui.bulk.success.${
      | 'productsUpdated'
      | 'productsDeleted'
      | 'customersUpdated'
      | 'customersDeleted'
      | 'categoriesUpdated'
      | 'categoriesDeleted'
      | 'redirectsDeleted'
      | 'reviewsUpdated'}`
  | `orderBulk.success.${
      | 'confirmed'
      | 'processing'
      | 'ready'
      | 'shipped'
      | 'delivered'
      | 'completed'
      | 'cancelled'
      | 'paid'
      | 'tagged'
      | 'untagged'
      | 'archived'
      | 'unarchived'
      | 'draftsDeleted'}`
type SelectionField = 'ids' | 'filter' | 'excludedIds' | 'expectedCount' | 'after'

/**
 * Returns a mutation that applies a change to the selected rows. If they are too many for one
 * request, it sends several, each of which continues after the last row of the previous one. Rejected
 * rows are reported one by one and do not stop the others.
 */
export function useBulkAction<Q, B, P extends string>(
  route: Route<Q, B, BulkReply, P>,
  target: BulkTarget,
  successText: BulkSuccessText | ((change: Omit<B, SelectionField>) => BulkSuccessText),
) {
  // All bulk calls name the fields of the selection alike, so the body is the change plus the rows.
  const sendBatch = (change: object, rows: object) =>
    callApi(route, { body: { ...change, ...rows } } as unknown as RouteArgs<Q, B, P>)
  return useMutation<BulkOutcome, ApiError, Omit<B, SelectionField>>({
    meta: { stale: [route.feature, ...route.invalidates] },
    mutationFn: async change => {
      const outcome: BulkOutcome = { done: 0, unchanged: 0, failed: 0, rejectedRows: [] }
      try {
        for await (const { done, unchanged, failed, results } of sendInBatches(
          target.selection,
          rows =>
            withBulkProgress(
              processed => target.onProgress(outcome.done + outcome.failed + processed),
              () => sendBatch(change, rows),
            ),
        )) {
          outcome.done += done
          outcome.unchanged += unchanged
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
    onMutate: () => target.onProgress(0),
    onSuccess: (outcome, change) =>
      target.onEnd(
        outcome,
        typeof successText === 'function' ? successText(change) : successText,
        route.feature,
      ),
    onError: error => toast.errorUnlessHandled(error),
    onSettled: () => target.onProgress(undefined),
  })
}

async function* sendInBatches(
  selection: BulkSelection,
  sendBatch: (rows: object) => Promise<BulkReply>,
): AsyncGenerator<BulkReply> {
  for (const rows of splitSelection(selection))
    for (let after: string | null | undefined; after !== null; ) {
      const reply: BulkReply = await sendBatch({ ...rows, ...(after && { after }) })
      yield reply
      after = reply.next
    }
}

function splitSelection(selection: BulkSelection): BulkSelection[] {
  if (!('ids' in selection)) return [selection]
  const { ids } = selection
  return Array.from({ length: Math.ceil(ids.length / maxBulkRows) }, (_, i) => ({
    ids: ids.slice(i * maxBulkRows, (i + 1) * maxBulkRows),
  }))
}

const readCount = (data: unknown) =>
  typeof data === 'object' && data !== null && 'count' in data ? Number(data.count) : 0
