import type postgres from 'postgres'
import type { Page } from '#contract/lib/call/api.ts'
import type { Tx } from '../db/db.ts'
import { batch, type QueryBatch, runBatch } from '../db/query-batch.ts'
import { createFieldProblem } from './problem.ts'

export type SqlFragment = postgres.PendingQuery<postgres.Row[]>
export type PageRequest = {
  page?: number | undefined
  perPage?: number | undefined
  after?: string | undefined
  sort?: string | undefined
}

/**
 * A field to sort by: an SQL expression that is never null, and its type, to which the cursor is
 * cast.
 */
type SortField = {
  expression: string
  type: 'timestamptz' | 'timestamp' | 'text' | 'bigint' | 'integer'
}

export type ListDefinition = {
  /** Identifies the list and its filters within a store, for the cache of large lists. */
  key: string
  from: SqlFragment
  columns: SqlFragment
  /** Joined with `and`. Row security adds the condition on the store. */
  where: SqlFragment[]
  /** By name. Each needs an index that begins with store_id and ends with id. */
  sorts: Record<string, SortField>
  defaultSort: string
  /** The alias of the table that holds `id`. */
  alias: string
  /** A query for the total from a counter. Without it, the rows are counted. */
  total?: SqlFragment | undefined
}

export const maxCountedRows = 10_000

/**
 * Lists with more rows than are counted, and until when this is assumed: counting to 10,000 for
 * each page costs more than the page.
 */
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
    // Reported below.
  }
  throw createFieldProblem('after', 'invalid_cursor')
}

/** Returns one page of a list, read in the open transaction `tx`. */
export const listPage = <T extends object>(
  tx: Tx,
  definition: ListDefinition,
  request: PageRequest,
  storeId: string,
): Promise<Page<T>> => runBatch(buildPageBatch(tx, definition, request, storeId))

/**
 * Returns the query for one page of a list, by page number (at most 10,000 rows deep) or after a
 * cursor, whose cost does not grow with the depth. Rows and total are read in one statement, because
 * each statement costs about as much as a page.
 * @throws Problem 422 invalid_sort, page_too_deep or invalid_cursor
 */
export function buildPageBatch<T extends object>(
  tx: Tx,
  definition: ListDefinition,
  request: PageRequest,
  storeId: string,
): QueryBatch<Page<T>> {
  const { page = 1, perPage = 10 } = request
  const key = `${storeId} ${definition.key}`
  const totalQuery = definition.total ?? selectCount(tx, key, definition)
  // A row of nulls returns the total of an empty page. The join keeps the order of the page.
  const rowsQuery = tx<PageRow<T>[]>`
    select list.list_total, page_row.* from (select (${totalQuery})::integer as list_total) list
    left join lateral (
      ${buildRowsQuery<T>(tx, definition, { ...request, hasTotal: definition.total !== undefined })}
    ) page_row on true`
  return batch([rowsQuery], ([rows]) => {
    const total = rows[0]?.listTotal ?? 0
    if (!definition.total && total > maxCountedRows) rememberLargeList(key)
    return toPage<T>(rows.filter(isSortedRow), total, { page, perPage })
  })
}

const selectCount = (tx: Tx, key: string, definition: ListDefinition) =>
  isLargeList(key) ? tx.unsafe(String(maxCountedRows + 1)) : countRows(tx, definition)

/**
 * Returns one page of a list whose rows take long to find. They are not searched again to be
 * counted if all of them are on the page.
 */
export async function listPageRowsFirst<T extends object>(
  tx: Tx,
  definition: ListDefinition,
  request: PageRequest,
  storeId: string,
): Promise<Page<T>> {
  const { page = 1, perPage = 10, after } = request
  const rows = await buildRowsQuery<T>(tx, definition, request)
  const key = `${storeId} ${definition.key}`
  if (!after && page === 1 && rows.length <= perPage)
    return toPage(rows, rows.length, { page, perPage })
  if (isLargeList(key)) return toPage(rows, maxCountedRows + 1, { page, perPage })
  const totalQuery = definition.total ?? countRows(tx, definition)
  const [count] = await tx<{ total: number }[]>`select (${totalQuery})::integer as total`
  const total = count?.total ?? 0
  if (total > maxCountedRows) rememberLargeList(key)
  return toPage(rows, total, { page, perPage })
}

/** Returns the query for the rows of one page and one more, after `withClause`. */
export function buildRowsQuery<T extends object>(
  tx: Tx,
  { columns, from, where, sorts, defaultSort, alias }: ListDefinition,
  {
    page = 1,
    perPage = 10,
    after,
    sort = defaultSort,
    hasTotal = false,
  }: PageRequest & { hasTotal?: boolean },
  withClause: SqlFragment = tx``,
) {
  const isDescending = sort.startsWith('-')
  const field = sorts[isDescending ? sort.slice(1) : sort]
  if (!field) throw createFieldProblem('sort', 'invalid_sort')
  if (!after && (page - 1) * perPage >= maxCountedRows)
    throw createFieldProblem('page', 'page_too_deep')

  const sortedBy = `(${field.expression})::text as sorted_by`
  const toOrder = (isReversed: boolean) => {
    const direction = isReversed ? 'desc' : 'asc'
    return `order by ${field.expression} ${direction}, ${alias}.id ${direction}`
  }
  const order = toOrder(isDescending)
  // The limit is a literal: with a parameter the database would plan each page again, which takes
  // as long as reading it.
  const limit = `limit ${Math.trunc(perPage) + 1}`
  const cursor = after && decodeCursor(after)
  const conditions = cursor
    ? [
        ...where,
        tx`${tx.unsafe(`(${field.expression}, ${alias}.id) ${isDescending ? '<' : '>'}`)}
          (${cursor[0]}::${tx.unsafe(field.type)}, ${cursor[1]}::uuid)`,
      ]
    : where
  const filter = buildWhere(tx, conditions)
  if (after || page === 1)
    return tx<SortedRow<T>[]>`
      ${withClause} select ${columns}, ${tx.unsafe(`${sortedBy} from`)} ${from} ${filter}
      ${tx.unsafe(`${order} ${limit}`)}`
  const ids = selectIdsByNumber(tx, { from, where, alias }, { page, perPage, hasTotal }, end =>
    toOrder(end === 'first' ? isDescending : !isDescending),
  )
  return tx<SortedRow<T>[]>`
    ${withClause} select ${columns}, ${tx.unsafe(`${sortedBy} from`)} ${from}
    where ${tx.unsafe(`${alias}.id`)} = any (array(${ids})) ${tx.unsafe(order)}`
}

/**
 * Returns the query for the ids of a page and of one more row. It reads the skipped rows from the
 * index alone, if the filters allow it. With a total it reads them from the nearer end of the list,
 * so that the last page costs as much as the second one.
 */
function selectIdsByNumber(
  tx: Tx,
  { from, where, alias }: Pick<ListDefinition, 'from' | 'where' | 'alias'>,
  { page, perPage, hasTotal }: { page: number; perPage: number; hasTotal: boolean },
  getOrder: (end: 'first' | 'last') => string,
) {
  const offset = (page - 1) * perPage
  const limit = Math.trunc(perPage) + 1
  const selectIds = (end: 'first' | 'last', range: SqlFragment, conditions: SqlFragment[] = []) =>
    tx`select ${tx.unsafe(`${alias}.id from`)} ${from} ${buildWhere(tx, [...where, ...conditions])}
      ${tx.unsafe(getOrder(end))} ${range}`
  const firstRange = tx`limit ${tx.unsafe(String(limit))} offset ${offset}`
  if (!hasTotal) return selectIds('first', firstRange)
  const lastRange = tx`
    limit greatest(least(${limit}::integer, list_total - ${offset}::integer), 0)
    offset greatest(list_total - ${offset + limit}::integer, 0)`
  const isNearLast = tx`list_total between ${offset + 1}::integer and ${2 * offset}::integer`
  return tx`
    (${selectIds('first', firstRange, [tx`not (${isNearLast})`])})
    union all
    (${selectIds('last', lastRange, [isNearLast])})`
}

/** Returns a scalar query that counts the rows of a list, up to one more than are counted. */
export const countRows = (tx: Tx, { from, where }: Pick<ListDefinition, 'from' | 'where'>) => tx`(
  select count(*)::integer
  from (select 1 from ${from} ${buildWhere(tx, where)} limit ${tx.unsafe(String(maxCountedRows + 1))}) c)`

type SortedRow<T> = T & { sortedBy: string }
type PageRow<T> = { listTotal: number } & (SortedRow<T> | { sortedBy: null })
const isSortedRow = <T>(row: PageRow<T>): row is PageRow<T> & SortedRow<T> => row.sortedBy !== null

/** Returns the page. `rows` has one row more than the page if there is a next page. */
export function toPage<T extends object>(
  rows: readonly SortedRow<T>[],
  total: number,
  { page, perPage }: { page: number; perPage: number },
): Page<T> {
  const items = rows.slice(0, perPage)
  const last = items.at(-1)
  const hasNext = rows.length > perPage && last && '_id' in last
  return {
    items,
    meta: {
      page,
      perPage,
      total: Math.min(total, maxCountedRows),
      totalIsCapped: total > maxCountedRows,
      next: hasNext ? encodeCursor(last.sortedBy, String(last._id)) : null,
    },
  }
}

const isLargeList = (key: string) => (largeLists.get(key) ?? 0) > performance.now()
function rememberLargeList(key: string) {
  if (largeLists.size > 5000) largeLists.clear()
  largeLists.set(key, performance.now() + largeListMs)
}

/** Returns the conditions, joined with `and`, as a where clause. */
export const buildWhere = (tx: Tx, conditions: SqlFragment[]) =>
  conditions.length
    ? conditions.reduce(
        (all, condition, i) => (i === 0 ? tx`where ${condition}` : tx`${all} and ${condition}`),
        tx``,
      )
    : tx``

/** Returns a pattern that matches texts with `text` in them. Escapes `%`, `_` and backslashes. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
