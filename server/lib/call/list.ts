import type postgres from 'postgres'
import type { Page } from '#contract/lib/api.ts'
import type { Tx } from '../db/db.ts'
import { type Read, reading, run } from '../db/read.ts'
import { refuseField } from './problem.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>
type Asked = {
  page?: number | undefined
  perPage?: number | undefined
  after?: string | undefined
  sort?: string | undefined
}

/** A field to sort by: an expression that is never null, and its type, which the cursor is read back as. */
type SortField = { by: string; type: 'timestamptz' | 'text' | 'bigint' | 'integer' }

export type ListPlan = {
  /** Names the list in the cache of known-large counts; with the store's id and the filters it must be unique. */
  key: string
  from: Fragment
  columns: Fragment
  /** Joined by `and`; row security adds the store. */
  where: Fragment[]
  /** By name; each needs an index that begins with business_id and ends with id. */
  sorts: Record<string, SortField>
  defaultSort: string
  /** The alias of the table that holds `id`. */
  alias: string
}

const countedUpTo = 10_000

/** Lists seen to hold more than is counted, for half a minute: counting to 10,000 again each time would cost more than the page. */
const large = new Map<string, number>()
const largeForMs = 30_000

const cursorOf = (value: string, id: string) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')
function readCursor(cursor: string): [string, string] {
  try {
    const [value, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof value === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
      return [value, id]
  } catch {
    /* said below */
  }
  throw refuseField('after', 'invalid', 'This page no longer exists')
}

/** `readPage`, asked within a transaction that is open already. */
export const listPage = <T extends object>(
  tx: Tx,
  plan: ListPlan,
  asked: Asked,
  businessId: string,
): Promise<Page<T>> => run(readPage(tx, plan, asked, businessId))

/**
 * One page of a list, by page number (at most 10,000 rows deep) or after a cursor, whose cost does not grow with depth.
 * Rows and count go to the database together.
 */
export function readPage<T extends object>(
  tx: Tx,
  plan: ListPlan,
  asked: Asked,
  businessId: string,
): Read<Page<T>> {
  const { page = 1, perPage = 10, after, sort = plan.defaultSort } = asked
  const isDown = sort.startsWith('-')
  const field = plan.sorts[isDown ? sort.slice(1) : sort]
  if (!field) throw refuseField('sort', 'invalid', 'This list cannot be sorted that way')
  if (!after && (page - 1) * perPage >= countedUpTo)
    throw refuseField('page', 'too_deep', 'Go on with the cursor of the page before')

  const by = tx.unsafe(field.by)
  const id = tx.unsafe(`${plan.alias}.id`)
  const direction = tx.unsafe(isDown ? 'desc' : 'asc')
  const conditions = [...plan.where]
  const filters = conditions.length
  if (after) {
    const [value, last] = readCursor(after)
    conditions.push(
      tx`(${by}, ${id}) ${tx.unsafe(isDown ? '<' : '>')} (${value}::${tx.unsafe(field.type)}, ${last}::uuid)`,
    )
  }
  // The limit is written out: with a parameter the database would plan every page anew, which takes as long as reading it.
  const rows = tx<(T & { sortedBy: string })[]>`
    select ${plan.columns}, (${by})::text as sorted_by from ${plan.from} ${allOf(tx, conditions)}
    order by ${by} ${direction}, ${id} ${direction}
    limit ${tx.unsafe(String(Math.trunc(perPage) + 1))} ${after || page === 1 ? tx`` : tx`offset ${(page - 1) * perPage}`}`
  const key = `${businessId} ${plan.key}`
  const isLarge = (large.get(key) ?? 0) > performance.now()
  const counted = isLarge
    ? undefined
    : tx<
        { total: number }[]
      >`select count(*)::integer as total from (select 1 from ${plan.from} ${allOf(tx, plan.where.slice(0, filters))} limit ${tx.unsafe(String(countedUpTo + 1))}) c`
  const answer = (found: readonly (T & { sortedBy: string })[], total: number): Page<T> => {
    if (total > countedUpTo && !isLarge) remember(key)
    const items = found.slice(0, perPage)
    const last = items.at(-1)
    const next =
      found.length > perPage && last && '_id' in last
        ? cursorOf(last.sortedBy, String(last._id))
        : null
    return {
      items,
      meta: {
        page,
        perPage,
        total: Math.min(total, countedUpTo),
        totalIsCapped: total > countedUpTo,
        next,
      },
    }
  }
  return counted
    ? reading([rows, counted], ([found, [count]]) => answer(found, count?.total ?? 0))
    : reading([rows], ([found]) => answer(found, countedUpTo + 1))
}

function remember(key: string) {
  if (large.size > 5000) large.clear()
  large.set(key, performance.now() + largeForMs)
}

const allOf = (tx: Tx, conditions: Fragment[]) =>
  conditions.length
    ? conditions.reduce((all, one, i) => (i === 0 ? tx`where ${one}` : tx`${all} and ${one}`), tx``)
    : tx``

/** `%` and `_` in what a person types mean themselves. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
