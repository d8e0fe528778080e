import type postgres from 'postgres'
import { type BulkReply, type BulkResult, countedUpTo, resultsAtMost } from '#contract/lib/bulk.ts'
import type { Tx } from '../db/db.ts'
import { Problem, refuseField, toProblem } from './problem.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>
type Chosen<W> = {
  ids?: string[] | undefined
  where?: W | undefined
  except?: string[] | undefined
  expected?: number | undefined
  after?: string | undefined
}
/** Where the rows of a list lie, and what its filters mean there; `id` is the row's, such as `p.id`. */
type Source<W> = {
  from: Fragment
  id: string
  conditions: (where: W) => Fragment[]
  atOnce: number
}
export type ChosenRows = { ids: string[]; next: string | null }

/** The rows that a bulk call is for, in the order asked for or by id; at most `atOnce`, and where the next ones begin. */
export async function chosenRows<W>(
  tx: Tx,
  { ids, where, except = [], expected, after }: Chosen<W>,
  { from, id, conditions, atOnce }: Source<W>,
): Promise<ChosenRows> {
  if ((ids === undefined) === (where === undefined))
    throw refuseField('ids', 'required', 'Name rows, or say where they are')
  if (ids) return { ids: [...new Set(ids.map(one => one.toLowerCase()))], next: null }
  if (where === undefined || expected === undefined)
    throw refuseField('expected', 'required', 'Say how many rows this is meant for')
  const of = tx.unsafe(id)
  const matching = conditions(where).reduce((all, one) => tx`${all} and ${one}`, tx`true`)
  if (!after) await checkCount(tx, tx`select 1 from ${from} where ${matching}`, expected)
  const rows = await tx<{ id: string }[]>`
    select ${of} as id from ${from} where ${matching} and ${of} <> all (${except}::uuid[]) ${after ? tx`and ${of} > ${after}::uuid` : tx``}
    order by ${of} limit ${atOnce + 1}`
  const found = rows.slice(0, atOnce).map(row => row.id)
  return { ids: found, next: rows.length > atOnce ? (found.at(-1) ?? null) : null }
}

async function checkCount(tx: Tx, matching: Fragment, expected: number): Promise<void> {
  const [row] = await tx<
    { n: number }[]
  >`select count(*)::integer as n from (${matching} limit ${countedUpTo + 1}) m`
  const count = Math.min(row?.n ?? 0, countedUpTo)
  if (count !== expected)
    throw new Problem(409, 'count_changed', 'The rows of this list have changed in the meantime', {
      data: { count },
    })
}

/** The answer for rows that were there, and a refusal for each that was not. */
export function tellEach(
  { ids, next }: ChosenRows,
  there: ReadonlyMap<string, string>,
  refused: ReadonlyMap<string, { code: string; message: string }> = new Map(),
): BulkReply {
  return tellResults(
    ids.map(_id => {
      const name = there.get(_id)
      if (name === undefined)
        return { _id, name: '', ok: false, code: 'not_found', message: 'This no longer exists' }
      const refusal = refused.get(_id)
      return refusal ? { _id, name, ok: false, ...refusal } : { _id, name, ok: true }
    }),
    next,
  )
}

export function tellResults(results: BulkResult[], next: string | null): BulkReply {
  const failed = results.filter(({ ok }) => !ok)
  return {
    results: results.length > resultsAtMost ? failed.slice(0, resultsAtMost) : results,
    done: results.length - failed.length,
    failed: failed.length,
    next,
  }
}

/** Works on row after row by itself: what one is refused does not hold up the others. */
export async function eachApart(
  tx: Tx,
  ids: readonly string[],
  nameOf: (id: string) => string,
  work: (id: string) => Promise<unknown>,
): Promise<Map<string, BulkResult>> {
  const results = new Map<string, BulkResult>()
  for (const id of ids)
    results.set(id, await apart(tx, { _id: id, name: nameOf(id) }, () => work(id)))
  return results
}

async function apart(
  tx: Tx,
  row: { _id: string; name: string },
  work: () => Promise<unknown>,
): Promise<BulkResult> {
  await tx`savepoint one_row`
  try {
    await work()
    await tx`release savepoint one_row`
    return { ...row, ok: true }
  } catch (error) {
    const { status, code, message } = toProblem(error)
    // Our own fault or the database's: then nothing of the whole call may stay.
    if (status >= 500) throw error
    await tx`rollback to savepoint one_row`
    return { ...row, ok: false, code, message }
  }
}
