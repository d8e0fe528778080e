import { useMutation } from '@tanstack/react-query'
import type { Route } from '#contract/lib/api.ts'
import type { BulkReply, BulkResult } from '#contract/lib/bulk.ts'
import { toast } from '../page/toast.ts'
import { type Args, call } from './call.ts'
import { ApiError } from './request.ts'

/** Rows by name, or all that the filters find but for some. */
export type PickedRows =
  | { ids: readonly string[] }
  | { where: object; except: readonly string[]; expected: number }
export type BulkOutcome = {
  done: number
  failed: number
  /** Those that were refused, with their names and reasons. */
  refused: BulkResult[]
  /** Set when the list had changed and nothing was done: how many rows match now. */
  recount?: number
  /** Set when the way broke off; what is counted has been done all the same. */
  isBroken?: boolean
}
/** What a bulk button is given: for how many rows it is, and where it tells how far it has come. */
export type Chosen = {
  count: number
  pick: PickedRows
  isBusy: boolean
  onProgress: (looked: number | undefined) => void
  onEnd: (outcome: BulkOutcome, how: { isRemoval: boolean }) => void
}
type Named = 'ids' | 'where' | 'except' | 'expected' | 'after'

/** As many rows as a server takes by name in one call. */
const namedAtOnce = 100

/**
 * One request for the chosen rows; for very many the server says where to go on, and the next request does. What is
 * refused is told row by row, the rest has changed all the same.
 */
export function useBulk<Q, B, P extends string>(
  route: Route<Q, B, BulkReply, P>,
  chosen: Chosen,
  { isRemoval = false } = {},
) {
  // The change is what the route takes beside the rows; the rows are put to it here, in the names all bulk calls share.
  const send = (change: object, rows: object) =>
    call(route, { body: { ...change, ...rows } } as unknown as Args<Q, B, P>)
  return useMutation<BulkOutcome, ApiError, Omit<B, Named>>({
    meta: { stale: [route.feature, ...route.invalidates] },
    mutationFn: async change => {
      const outcome: BulkOutcome = { done: 0, failed: 0, refused: [] }
      try {
        for await (const { done, failed, results } of parts(chosen.pick, rows =>
          send(change, rows),
        )) {
          outcome.done += done
          outcome.failed += failed
          outcome.refused.push(...results.filter(({ ok }) => !ok))
          chosen.onProgress(outcome.done + outcome.failed)
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.problem.code === 'count_changed')
          return { ...outcome, recount: countIn(error.problem.data) }
        if (outcome.done + outcome.failed === 0) throw error
        toast.unclaimed(error)
        outcome.isBroken = true
      }
      return outcome
    },
    onSuccess: outcome => chosen.onEnd(outcome, { isRemoval }),
    onError: error => toast.unclaimed(error),
    onSettled: () => chosen.onProgress(undefined),
  })
}

async function* parts(
  pick: PickedRows,
  send: (rows: object) => Promise<BulkReply>,
): AsyncGenerator<BulkReply> {
  if ('ids' in pick) {
    for (let at = 0; at < pick.ids.length; at += namedAtOnce)
      yield await send({ ids: pick.ids.slice(at, at + namedAtOnce) })
    return
  }
  for (let after: string | null | undefined; after !== null; ) {
    const reply: BulkReply = await send({ ...pick, ...(after && { after }) })
    yield reply
    after = reply.next
  }
}

const countIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'count' in data ? Number(data.count) : 0
