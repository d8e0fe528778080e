import type postgres from 'postgres'

type BatchQuery = postgres.PendingQuery<postgres.Row[]>

/** Queries known before any is answered, and what their rows make together. Nothing is sent until somebody runs it. */
export type QueryBatch<R> = {
  queries: readonly BatchQuery[]
  mapRows: (rows: readonly unknown[]) => R
}

export const batch = <const Q extends readonly PromiseLike<readonly object[]>[], R>(
  queries: Q,
  mapRows: (rows: { [k in keyof Q]: Awaited<Q[k]> }) => R,
): QueryBatch<R> =>
  // Queries of rows of any kind; their rows come in the order that `answer` was written for.
  ({
    queries: queries as unknown as readonly BatchQuery[],
    mapRows: rows => mapRows(rows as unknown as { [k in keyof Q]: Awaited<Q[k]> }),
  })

/** Runs a read within a transaction that is open already. */
export const runBatch = async <R>({ queries, mapRows }: QueryBatch<R>): Promise<R> =>
  mapRows(await Promise.all(queries))
