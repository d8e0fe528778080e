import type { Page, SearchCorrection } from '#contract/lib/call/api.ts'
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

/** A search of a list, by words or, if `search_records` returns no ids, by text. */
export type ListSearch = {
  entity: 'product' | 'order' | 'customer'
  /** The text whose words are searched, empty to search by text only. */
  words: string
  /** The conditions of the search by text. */
  textConditions: SqlFragment[]
  /** The SQL expression of the searched text, folded like the words. */
  foldedText: SqlFragment
}
/** Removes the `*` of a term such as `*part`, which requests a search of the text. */
export const removePartMark = (term: string) => term.replace(/^\*(?=.)/, '')

type ListRequest = { definition: ListDefinition; request: PageRequest; businessId: string }

/**
 * Shorter terms are corrected only if no text has them: `stuhl` is a part of `Bürostuhl` rather than
 * a mistyped `stahl`.
 */
export const minCorrectedLength = 6
const minShortLength = 4
const hasShortTerm = (words: string) =>
  words.split(/\s+/).some(({ length }) => length >= minShortLength && length < minCorrectedLength)

const searchRecords = (tx: Tx, { entity, words }: ListSearch, minLength = minCorrectedLength) =>
  tx`search_records(${entity}, ${words}, ${minLength})`

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
  const corrections = tx`(select corrections from search) as list_corrections`
  const rowsQuery = buildRowsQuery<T & FoundRow>(
    tx,
    { ...matches, columns: tx`${columns}, ${total} as list_total, ${corrections}` },
    isFiltered ? request : { ...request, page: 1 },
    tx`with search as materialized (select ids, corrections from ${searchRecords(tx, search)})`,
  )
  return batch([rowsQuery], ([rows]) => {
    const [first] = rows
    if (!first) return undefined
    return addCorrections(
      toPage<T>(rows, first.listTotal, { page, perPage }),
      first.listCorrections,
    )
  })
}

type Corrections = SearchCorrection[] | null
type FoundRow = { listTotal: number; listCorrections: Corrections }

const addCorrections = <T>(page: Page<T>, corrections: Corrections): Page<T> =>
  corrections ? { ...page, meta: { ...page.meta, corrections } } : page

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
  // Without filters and common terms, the first page is only empty if no word matches.
  const isUnfilteredFirstPage = definition.where.length === 0 && page === 1 && !after
  const isNoWordFound = isUnfilteredFirstPage && !(await canHaveCommonTerms(tx, definition))
  const resolved = await (isNoWordFound ? resolveTextSearch : resolveWordSearch)(
    tx,
    definition,
    search,
  )
  const where = [...definition.where, ...resolved.conditions]
  const rows = await listPageRowsFirst<T>(tx, { ...definition, where }, request, businessId)
  return addCorrections(rows, resolved.corrections)
}

/** Returns whether the list may have common terms. Returns true if the list has no counter. */
async function canHaveCommonTerms(tx: Tx, { total }: ListDefinition): Promise<boolean> {
  if (!total) return true
  const [list] = await tx`select (${total}) > 10000 as is_long`
  return list?.['isLong'] === true
}

/** Returns a page of the records that match by words or by text, in the open transaction. */
export const listSearchPage = async <T extends object>(
  tx: Tx,
  list: ListRequest,
  search: ListSearch,
): Promise<Page<T>> =>
  (await runBatch(buildSearchBatch<T>(tx, list, search))) ?? readSearchPage<T>(tx, list, search)

type SearchedRows = Pick<ListDefinition, 'alias' | 'from'>
type ResolvedSearch = { conditions: SqlFragment[]; corrections: Corrections }

/** Returns the conditions of a search: the ids of the matching records, or those on their text. */
export const resolveSearch = async (
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<SqlFragment[]> => (await resolveWordSearch(tx, rows, search)).conditions

const resolveWordSearch = async (
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<ResolvedSearch> =>
  (await findByWords(tx, rows, search)) ?? resolveTextSearch(tx, rows, search)

async function resolveTextSearch(
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<ResolvedSearch> {
  const textSearch = { conditions: search.textConditions, corrections: null }
  if (!hasShortTerm(search.words)) return textSearch
  const wordSearch = await findByWords(tx, rows, search, minShortLength)
  if (!wordSearch) return textSearch
  const [textMatch] = await tx`
    select 1 from ${rows.from} ${buildWhere(tx, search.textConditions)} limit 1`
  return textMatch ? textSearch : wordSearch
}

/**
 * Returns the search by words, or undefined if the text must be searched for the terms as they were
 * typed. If a corrected term is too common for `search_records` to return ids, the corrected terms are
 * searched in the text.
 */
async function findByWords(
  tx: Tx,
  { alias }: SearchedRows,
  search: ListSearch,
  minLength?: number,
): Promise<ResolvedSearch | undefined> {
  const records = searchRecords(tx, search, minLength)
  const [found] = await tx<{ hasIds: boolean; corrections: Corrections }[]>`
    select ids is not null as has_ids, corrections from ${records}
    where ids is not null or corrections is not null`
  if (!found) return undefined
  const condition = found.hasIds
    ? tx`${tx.unsafe(alias)}.id = any ((select ids from ${records})::uuid[])`
    : matchCorrectedText(tx, search)
  return { conditions: [condition], corrections: found.corrections }
}

/** Returns the condition that the text contains all search terms, with mistyped words corrected. */
export const matchCorrectedText = (
  tx: Tx,
  { entity, words, foldedText }: Pick<ListSearch, 'entity' | 'words' | 'foldedText'>,
): SqlFragment =>
  tx`${foldedText} like all ((select corrected_patterns(${entity}, ${words}))::text[])`
