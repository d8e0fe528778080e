import type postgres from 'postgres'

type Query = postgres.PendingQuery<postgres.Row[]>

/** Queries known before any is answered, and what their rows make together. Nothing is sent until somebody runs it. */
export type Read<R> = { queries: readonly Query[]; answer: (rows: readonly unknown[]) => R }

export const reading = <const Q extends readonly PromiseLike<readonly object[]>[], R>(
  queries: Q,
  answer: (rows: { [k in keyof Q]: Awaited<Q[k]> }) => R,
): Read<R> =>
  // Queries of rows of any kind; their rows come in the order that `answer` was written for.
  ({
    queries: queries as unknown as readonly Query[],
    answer: rows => answer(rows as unknown as { [k in keyof Q]: Awaited<Q[k]> }),
  })

/** Runs a read within a transaction that is open already. */
export const run = async <R>({ queries, answer }: Read<R>): Promise<R> =>
  answer(await Promise.all(queries))
