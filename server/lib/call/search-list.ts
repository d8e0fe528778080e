import type { Page } from '#contract/lib/api.ts'
import type { Tx } from '../db/db.ts'
import { batch, type QueryBatch, runBatch } from '../db/query-batch.ts'
import {
  buildRowsQuery,
  buildWhere,
  countRows,
  type ListDefinition,
  listPageRowsFirst,
  type PageRequest,
  type SqlFragment,
  toPage,
} from './list.ts'

/** A search of a list, by words or, if `search_record_ids` returns null, by text. */
export type ListSearch = {
  entity: 'product' | 'order' | 'customer'
  /** The text whose words are searched, empty to search by text only. */
  words: string
  /** The conditions of the search by text. */
  textConditions: SqlFragment[]
}
/** Removes the `*` of a term such as `*part`, which asks for a search of the text. */
export const removePartMark = (term: string) => term.replace(/^\*(?=.)/, '')

type ListRequest = { definition: ListDefinition; request: PageRequest; businessId: string }

/**
 * Shorter terms are corrected only if no text has them: `stuhl` is a part of `Bürostuhl` rather than
 * a mistyped `stahl`.
 */
const minCorrectedLength = 6
const minShortLength = 4
const hasShortTerm = (words: string) =>
  words.split(/\s+/).some(({ length }) => length >= minShortLength && length < minCorrectedLength)

const selectIds = (tx: Tx, { entity, words }: ListSearch, minLength = minCorrectedLength) =>
  tx`search_record_ids(${entity}, ${words}, ${minLength})`

/**
 * Up to this number, the matching rows are fetched and sorted. More rows are found sooner by reading
 * the index of the sort order.
 */
const maxFetchedRows = 300

/**
 * Returns one query for a page of the records whose words match, and their number. It returns
 * undefined if there is no such row, for `readSearchPage` to find out why.
 */
export function buildSearchBatch<T extends object>(
  tx: Tx,
  { definition, request }: Omit<ListRequest, 'businessId'>,
  search: ListSearch,
): QueryBatch<Page<T> | undefined> {
  const { page = 1, perPage = 10 } = request
  const { columns, where } = definition
  const isFiltered = where.length > 0
  const matches = isFiltered
    ? { ...definition, where: [hasFoundId(tx, definition), ...where] }
    : { ...definition, where: [isOnPage(tx, definition, request)] }
  const total = isFiltered ? countRows(tx, matches) : tx`(select cardinality(ids) from search)`
  const rowsQuery = buildRowsQuery<T & { listTotal: number }>(
    tx,
    { ...matches, columns: tx`${columns}, ${total} as list_total` },
    isFiltered ? request : { ...request, page: 1 },
    tx`with search as materialized (select ${selectIds(tx, search)} as ids)`,
  )
  return batch([rowsQuery], ([rows]) => {
    const [first] = rows
    return first && toPage<T>(rows, first.listTotal, { page, perPage })
  })
}

const hasFoundId = (tx: Tx, { alias }: ListDefinition) =>
  tx`${tx.unsafe(alias)}.id = any ((select ids from search)::uuid[])`

/** Matches the rows of one page of a search without filters. The database runs one of the two queries. */
function isOnPage(tx: Tx, definition: ListDefinition, request: PageRequest): SqlFragment {
  const id = tx.unsafe(`${definition.alias}.id`)
  const selectPage = (...where: SqlFragment[]) =>
    tx`select id from (${buildRowsQuery(tx, { ...definition, columns: tx`${id}`, where }, request)}) rows`
  const fetched = selectPage(tx`${id} = any ((
    select ids from search where cardinality(ids) <= ${maxFetchedRows})::uuid[])`)
  const read = selectPage(
    tx`(select cardinality(ids) > ${maxFetchedRows} from search)`,
    // Without "is true", the database would fetch the rows.
    tx`(${id} in (select unnest(ids) from search)) is true`,
  )
  return tx`${id} in (${fetched} union all ${read})`
}

/** Returns the page for which `buildSearchBatch` found no row. */
export async function readSearchPage<T extends object>(
  tx: Tx,
  { definition, request, businessId }: ListRequest,
  search: ListSearch,
): Promise<Page<T>> {
  const { page = 1, after } = request
  // Without filters, the first page is only empty if no word matches.
  const isNoWordFound = definition.where.length === 0 && page === 1 && !after
  const conditions = await (isNoWordFound ? resolveTextSearch : resolveSearch)(
    tx,
    definition,
    search,
  )
  const where = [...definition.where, ...conditions]
  return listPageRowsFirst(tx, { ...definition, where }, request, businessId)
}

/** Returns a page of the records that match by words or by text, in the open transaction. */
export const listSearchPage = async <T extends object>(
  tx: Tx,
  list: ListRequest,
  search: ListSearch,
): Promise<Page<T>> =>
  (await runBatch(buildSearchBatch<T>(tx, list, search))) ?? readSearchPage<T>(tx, list, search)

type SearchedRows = Pick<ListDefinition, 'alias' | 'from'>

/** Returns the conditions of a search: the ids of the matching records, or those on their text. */
export async function resolveSearch(
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<SqlFragment[]> {
  const ids = selectIds(tx, search)
  return (await isPresent(tx, ids)) ? [hasId(tx, rows, ids)] : resolveTextSearch(tx, rows, search)
}

async function resolveTextSearch(
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<SqlFragment[]> {
  if (!hasShortTerm(search.words)) return search.textConditions
  const ids = selectIds(tx, search, minShortLength)
  if (!(await isPresent(tx, ids))) return search.textConditions
  const textMatch = tx`(
    select 1 from ${rows.from} ${buildWhere(tx, search.textConditions)} limit 1)`
  return (await isPresent(tx, textMatch)) ? search.textConditions : [hasId(tx, rows, ids)]
}

const hasId = (tx: Tx, { alias }: SearchedRows, ids: SqlFragment) =>
  tx`${tx.unsafe(alias)}.id = any ((select ${ids})::uuid[])`

async function isPresent(tx: Tx, value: SqlFragment): Promise<boolean> {
  const [row] = await tx<{ isPresent: boolean }[]>`select ${value} is not null as is_present`
  return row?.isPresent ?? false
}
