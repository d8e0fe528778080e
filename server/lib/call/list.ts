import type postgres from 'postgres'
import type { Page } from '#contract/lib/api.ts'
import type { Tx } from '../db/db.ts'
import { batch, type QueryBatch, runBatch } from '../db/query-batch.ts'
import { failField } from './problem.ts'

type SqlFragment = postgres.PendingQuery<postgres.Row[]>
type PageRequest = {
  page?: number | undefined
  perPage?: number | undefined
  after?: string | undefined
  sort?: string | undefined
}

/** A field to sort by: an expression that is never null, and its type, which the cursor is read back as. */
type SortField = { expression: string; type: 'timestamptz' | 'text' | 'bigint' | 'integer' }

export type ListDefinition = {
  /** Names the list in the cache of known-large counts; with the store's id and the filters it must be unique. */
  key: string
  from: SqlFragment
  columns: SqlFragment
  /** Joined by `and`; row security adds the store. */
  where: SqlFragment[]
  /** By name; each needs an index that begins with business_id and ends with id. */
  sorts: Record<string, SortField>
  defaultSort: string
  /** The alias of the table that holds `id`. */
  alias: string
}

const maxCountedRows = 10_000

/** Lists seen to hold more than is counted, for half a minute: counting to 10,000 again each time would cost more than the page. */
const largeLists = new Map<string, number>()
const largeListMs = 30_000

const encodeCursor = (value: string, id: string) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')
function decodeCursor(cursor: string): [string, string] {
  try {
    const [value, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof value === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
      return [value, id]
  } catch {
    /* said below */
  }
  throw failField('after', 'invalid_cursor')
}

/** `readPage`, asked within a transaction that is open already. */
export const listPage = <T extends object>(
  tx: Tx,
  definition: ListDefinition,
  request: PageRequest,
  businessId: string,
): Promise<Page<T>> => runBatch(buildPageBatch(tx, definition, request, businessId))

/**
 * One page of a list, by page number (at most 10,000 rows deep) or after a cursor, whose cost does not grow with depth.
 * Rows and count go to the database together.
 */
export function buildPageBatch<T extends object>(
  tx: Tx,
  definition: ListDefinition,
  request: PageRequest,
  businessId: string,
): QueryBatch<Page<T>> {
  const { page = 1, perPage = 10, after, sort = definition.defaultSort } = request
  const isDescending = sort.startsWith('-')
  const field = definition.sorts[isDescending ? sort.slice(1) : sort]
  if (!field) throw failField('sort', 'invalid_sort')
  if (!after && (page - 1) * perPage >= maxCountedRows) throw failField('page', 'page_too_deep')

  const sortExpression = tx.unsafe(field.expression)
  const id = tx.unsafe(`${definition.alias}.id`)
  const direction = tx.unsafe(isDescending ? 'desc' : 'asc')
  const conditions = [...definition.where]
  const filters = conditions.length
  if (after) {
    const [value, last] = decodeCursor(after)
    conditions.push(
      tx`(${sortExpression}, ${id}) ${tx.unsafe(isDescending ? '<' : '>')} (${value}::${tx.unsafe(field.type)}, ${last}::uuid)`,
    )
  }
  // The limit is written out: with a parameter the database would plan every page anew, which takes as long as reading it.
  const rows = tx<(T & { sortedBy: string })[]>`
    select ${definition.columns}, (${sortExpression})::text as sorted_by from ${definition.from} ${buildWhere(tx, conditions)}
    order by ${sortExpression} ${direction}, ${id} ${direction}
    limit ${tx.unsafe(String(Math.trunc(perPage) + 1))} ${after || page === 1 ? tx`` : tx`offset ${(page - 1) * perPage}`}`
  const key = `${businessId} ${definition.key}`
  const isLarge = (largeLists.get(key) ?? 0) > performance.now()
  const countQuery = isLarge
    ? undefined
    : tx<
        { total: number }[]
      >`select count(*)::integer as total from (select 1 from ${definition.from} ${buildWhere(tx, definition.where.slice(0, filters))} limit ${tx.unsafe(String(maxCountedRows + 1))}) c`
  const buildPage = (
    fetchedRows: readonly (T & { sortedBy: string })[],
    total: number,
  ): Page<T> => {
    if (total > maxCountedRows && !isLarge) rememberLargeList(key)
    const items = fetchedRows.slice(0, perPage)
    const last = items.at(-1)
    const next =
      fetchedRows.length > perPage && last && '_id' in last
        ? encodeCursor(last.sortedBy, String(last._id))
        : null
    return {
      items,
      meta: {
        page,
        perPage,
        total: Math.min(total, maxCountedRows),
        totalIsCapped: total > maxCountedRows,
        next,
      },
    }
  }
  return countQuery
    ? batch([rows, countQuery], ([fetchedRows, [count]]) =>
        buildPage(fetchedRows, count?.total ?? 0),
      )
    : batch([rows], ([fetchedRows]) => buildPage(fetchedRows, maxCountedRows + 1))
}

function rememberLargeList(key: string) {
  if (largeLists.size > 5000) largeLists.clear()
  largeLists.set(key, performance.now() + largeListMs)
}

const buildWhere = (tx: Tx, conditions: SqlFragment[]) =>
  conditions.length
    ? conditions.reduce(
        (all, condition, i) => (i === 0 ? tx`where ${condition}` : tx`${all} and ${condition}`),
        tx``,
      )
    : tx``

/** `%` and `_` in what a person types mean themselves. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
