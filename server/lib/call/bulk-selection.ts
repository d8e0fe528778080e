import type postgres from 'postgres'
import {
  type BulkReply,
  type BulkResult,
  maxBulkRows,
  maxCountedRows,
} from '#contract/lib/call/bulk.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { Tx } from '../db/db.ts'
import { runInSavepoint } from '../db/savepoint.ts'
import { createErrorMessage } from './error-message.ts'
import { createFieldProblem, Problem, toProblem } from './problem.ts'

type SelectionFragment = postgres.PendingQuery<postgres.Row[]>
type BulkSelectionInput<W> = {
  ids?: string[] | undefined
  filter?: W | undefined
  excludedIds?: string[] | undefined
  expectedCount?: number | undefined
  after?: string | undefined
}
/** The table of a list and the SQL of its filters. `id` is the id column, such as `p.id`. */
type BulkSelectionSource<W> = {
  from: SelectionFragment
  id: string
  conditions: (filter: W) => Promise<SelectionFragment[]>
  batchSize: number
}
export type BulkBatch = { ids: string[]; next: string | null }

/**
 * Returns the ids of the rows that a bulk call selects: the given ids in their order, or one batch
 * of the rows that match the filter, by id. `next` is the last id of the batch if more rows follow.
 * @throws Problem 422 selection_missing or expected_count_missing, or 409 count_changed
 */
export async function resolveBulkSelection<W>(
  tx: Tx,
  { ids, filter, excludedIds = [], expectedCount, after }: BulkSelectionInput<W>,
  { from, id, conditions, batchSize }: BulkSelectionSource<W>,
): Promise<BulkBatch> {
  if ((ids === undefined) === (filter === undefined))
    throw createFieldProblem('ids', 'selection_missing')
  if (ids) return selectIds(ids, { after, batchSize })
  if (filter === undefined || expectedCount === undefined)
    throw createFieldProblem('expectedCount', 'expected_count_missing')
  const idColumn = tx.unsafe(id)
  const matching = (await conditions(filter)).reduce(
    (all, condition) => tx`${all} and ${condition}`,
    tx`true`,
  )
  if (!after)
    await assertExpectedCount(tx, tx`select 1 from ${from} where ${matching}`, expectedCount)
  const isAfterCursor = after ? tx`and ${idColumn} > ${after}::uuid` : tx``
  const rows = await tx<{ id: string }[]>`
    select ${idColumn} as id from ${from}
    where ${matching} and ${idColumn} <> all (${excludedIds}::uuid[]) ${isAfterCursor}
    order by ${idColumn} limit ${batchSize + 1}`
  return cutBatch(
    rows.map(row => row.id),
    batchSize,
  )
}

/** Returns the given ids in their order, or batches by id if they are too many for one. */
function selectIds(
  ids: readonly string[],
  { after, batchSize }: { after: string | undefined; batchSize: number },
): BulkBatch {
  const uniqueIds = [...new Set(ids.map(rowId => rowId.toLowerCase()))]
  if (!after && uniqueIds.length <= batchSize) return { ids: uniqueIds, next: null }
  return cutBatch(uniqueIds.filter(id => !after || id > after).toSorted(), batchSize)
}

function cutBatch(sortedIds: readonly string[], batchSize: number): BulkBatch {
  const ids = sortedIds.slice(0, batchSize)
  return { ids, next: sortedIds.length > batchSize ? (ids.at(-1) ?? null) : null }
}

async function assertExpectedCount(
  tx: Tx,
  matching: SelectionFragment,
  expectedCount: number,
): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from (${matching} limit ${maxCountedRows + 1}) m`
  const count = Math.min(row?.count ?? 0, maxCountedRows)
  if (count !== expectedCount) throw new Problem(409, 'count_changed', {}, { data: { count } })
}

/**
 * Returns the reply of a bulk call. A row without a name in `namesById` is reported as not found.
 */
export function toBulkReply(
  { ids, next }: BulkBatch,
  namesById: ReadonlyMap<string, string>,
  errorsById: ReadonlyMap<string, ErrorMessage> = new Map(),
  unchangedIds: ReadonlySet<string> = new Set(),
): BulkReply {
  return summarizeBulkResults(
    ids.map(_id => {
      const name = namesById.get(_id)
      if (name === undefined)
        return { _id, name: '', ok: false, ...createErrorMessage('not_found') }
      const error = errorsById.get(_id)
      if (error) return { _id, name, ok: false, ...error }
      return { _id, name, ok: true, ...(unchangedIds.has(_id) && { isUnchanged: true }) }
    }),
    next,
  )
}

export function summarizeBulkResults(results: BulkResult[], next: string | null): BulkReply {
  const failed = results.filter(({ ok }) => !ok)
  return {
    results: results.length > maxBulkRows ? failed.slice(0, maxBulkRows) : results,
    done: results.length - failed.length,
    unchanged: results.filter(({ isUnchanged }) => isUnchanged).length,
    failed: failed.length,
    next,
  }
}

/**
 * Runs the work for each row in a savepoint, so that an error of one row does not affect the
 * others.
 */
export async function forEachInSavepoint(
  tx: Tx,
  ids: readonly string[],
  getName: (id: string) => string,
  work: (id: string) => Promise<unknown>,
): Promise<Map<string, BulkResult>> {
  const results = new Map<string, BulkResult>()
  for (const id of ids)
    results.set(id, await runForRow(tx, { _id: id, name: getName(id) }, () => work(id)))
  return results
}

const runForRow = (
  tx: Tx,
  row: { _id: string; name: string },
  work: () => Promise<unknown>,
): Promise<BulkResult> =>
  runInSavepoint<BulkResult>(
    tx,
    async () => {
      await work()
      return { ...row, ok: true }
    },
    error => {
      const problem = toProblem(error)
      // An error of the server or the database rolls back the whole call.
      if (problem.status >= 500) throw error
      return { ...row, ok: false, ...problem.toErrorMessage() }
    },
  )
