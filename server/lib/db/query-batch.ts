type BatchQuery = PromiseLike<unknown> & { execute(): unknown }

/** Queries that are sent together, and a function that maps their rows to the result. */
export type QueryBatch<R> = {
  queries: readonly BatchQuery[]
  mapRows: (rows: readonly unknown[]) => R
}

/** Returns a query batch. It sends nothing until it is run. */
export const batch = <const Q extends readonly PromiseLike<readonly object[]>[], R>(
  queries: Q,
  mapRows: (rows: { [k in keyof Q]: Awaited<Q[k]> }) => R,
): QueryBatch<R> => ({
  queries: queries as unknown as readonly BatchQuery[],
  mapRows: results => {
    // Further results can follow, such as that of a commit.
    const rows = results.slice(0, queries.length)
    // `mapRows` receives the rows in the order of the queries.
    return mapRows(rows as unknown as { [k in keyof Q]: Awaited<Q[k]> })
  },
})

/** Runs a query batch in the open transaction of its queries. */
export const runBatch = async <R>({ queries, mapRows }: QueryBatch<R>): Promise<R> =>
  mapRows(await Promise.all(queries))
