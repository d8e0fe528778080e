import type { Page, SearchCorrection } from '#contract/lib/call/api.ts'
import type { Tx } from '../db/db.ts'
import { batch, type QueryBatch, runBatch } from '../db/query-batch.ts'
import {
  buildRowsQuery,
  countRows,
  type ListDefinition,
  listPageRowsFirst,
  maxCountedRows,
  type PageRequest,
  type SqlFragment,
  toPage,
} from './list.ts'

/** A search of a list, by words or, if `search_records` returns no ids, by text. */
export type ListSearch = {
  entity: 'product' | 'order' | 'customer' | 'invoice' | 'conversation'
  /** The text whose words are searched, empty to search by text only. */
  words: string
  /** The text that may be a whole code, such as a tracking number. */
  code?: string
  /** The conditions of the search by text for terms that are not inside words of the index. */
  textConditions: SqlFragment[]
  /** The SQL expression of the searched text, in lower case. Without it, common terms are found by their words. */
  text?: SqlFragment
}
export type ListRequest = { definition: ListDefinition; request: PageRequest; storeId: string }

const searchRecords = (
  tx: Tx,
  { entity, words, code = '' }: Pick<ListSearch, 'entity' | 'words' | 'code'>,
) => tx`search_records(${entity}, ${words}, ${code})`

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
  { definition, request }: Omit<ListRequest, 'storeId'>,
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
  { definition, request, storeId }: ListRequest,
  search: ListSearch,
): Promise<Page<T>> {
  const resolved = await resolveWithCorrections(tx, definition, search)
  const { conditions, corrections, hasCommonTermOnly } = resolved
  const where = [...definition.where, ...conditions]
  // A common term is in more records than the list counts.
  const isLarge = hasCommonTermOnly && definition.where.length === 0
  const total = isLarge ? tx`${tx.unsafe(String(maxCountedRows + 1))}` : undefined
  const rows = await listPageRowsFirst<T>(tx, { ...definition, where, total }, request, storeId)
  return addCorrections(rows, corrections)
}

/** Returns a page of the records that match by words or by text, in the open transaction. */
export const listSearchPage = async <T extends object>(
  tx: Tx,
  list: ListRequest,
  search: ListSearch,
): Promise<Page<T>> =>
  (await runBatch(buildSearchBatch<T>(tx, list, search))) ?? readSearchPage<T>(tx, list, search)

type SearchedRows = Pick<ListDefinition, 'alias'>
type ResolvedSearch = {
  conditions: SqlFragment[]
  corrections: Corrections
  hasCommonTermOnly?: boolean
}

/** Returns the conditions of a search: the ids of the matching records, or those on their text. */
export const resolveSearch = async (
  tx: Tx,
  rows: SearchedRows,
  search: ListSearch,
): Promise<SqlFragment[]> => (await resolveWithCorrections(tx, rows, search)).conditions

async function resolveWithCorrections(
  tx: Tx,
  { alias }: SearchedRows,
  search: ListSearch,
): Promise<ResolvedSearch> {
  const [found] = await tx<
    { ids: string[] | null; patterns: string[] | null; corrections: Corrections }[]
  >`
    select ids, patterns, corrections from ${searchRecords(tx, search)}`
  if (found?.ids)
    return {
      conditions: [tx`${tx.unsafe(alias)}.id = any (${found.ids}::uuid[])`],
      corrections: found.corrections,
    }
  if (found?.patterns)
    return {
      conditions: [
        search.text
          ? matchPatterns(tx, search.text, found.patterns)
          : hasWords(tx, { ...search, alias }, found.patterns),
      ],
      corrections: found.corrections,
      hasCommonTermOnly: found.patterns.length === 1,
    }
  return { conditions: search.textConditions, corrections: null }
}

/** Returns the condition that a text contains all search terms. Folds it only if it does not as it is. */
export const matchPatterns = (tx: Tx, text: SqlFragment, patterns: string[]): SqlFragment =>
  tx`(${text} like all (${patterns}::text[]) or fold_text(${text}) like all (${patterns}::text[]))`

/** Returns the condition that a record has a word with each common term. */
function hasWords(
  tx: Tx,
  { entity, alias }: Pick<ListSearch, 'entity'> & SearchedRows,
  patterns: string[],
): SqlFragment {
  const conditions = patterns.map(pattern => {
    const term = pattern.slice(1, -1)
    return tx`${tx.unsafe(alias)}.id in (select search_ids_with_term(${entity}, ${term}))`
  })
  return tx`(${conditions.reduce((all, condition) => tx`${all} and ${condition}`)})`
}
