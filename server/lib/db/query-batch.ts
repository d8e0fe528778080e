import type postgres from 'postgres'

type BatchQuery = postgres.PendingQuery<postgres.Row[]>
type ValueList = postgres.ValuesRowList<postgres.Row[]>

/** Queries that are sent together, and a function that maps their rows to the result. */
export type QueryBatch<R> = {
  queries: readonly (PromiseLike<unknown> & { execute(): unknown })[]
  mapRows: (rows: readonly unknown[]) => R
}

/** Returns a query batch. It sends nothing until it is run. */
export const batch = <const Q extends readonly PromiseLike<readonly object[]>[], R>(
  queries: Q,
  mapRows: (rows: { [k in keyof Q]: Awaited<Q[k]> }) => R,
): QueryBatch<R> => ({
  queries: (queries as unknown as readonly BatchQuery[]).map(query => query.values()),
  mapRows: results => {
    // Further results can follow, such as that of a commit.
    const rows = (results as readonly ValueList[]).slice(0, queries.length).map(toRecords)
    // `mapRows` receives the rows in the order of the queries.
    return mapRows(rows as unknown as { [k in keyof Q]: Awaited<Q[k]> })
  },
})

/**
 * Returns the rows as objects. The driver would add one column after the other to an empty object, and
 * V8 turns that object into a hash table at the 20th column. A copy of an object that has all columns
 * already stays a fast object, so the list of products takes a tenth less CPU time.
 */
function toRecords(list: ValueList): object[] {
  if (list.length === 0) return []
  const names = list.columns.map(column => column.name)
  const emptyRecord = Object.fromEntries(names.map((name): [string, unknown] => [name, null]))
  return list.map(values => {
    const record = { ...emptyRecord }
    for (const [i, name] of names.entries()) record[name] = values[i]
    return record
  })
}

/** Runs a query batch in the open transaction of its queries. */
export const runBatch = async <R>({ queries, mapRows }: QueryBatch<R>): Promise<R> =>
  mapRows(await Promise.all(queries))
