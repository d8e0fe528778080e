import type { Sql } from './pool.ts'
import type { QueryBatch } from './query-batch.ts'

/** Receives the position up to which its transactions have read and written. */
export type PositionReceiver = { dataPosition?: number | undefined }

/**
 * The position of the log, as a number. It is at or after the commits of all changes that the
 * transaction has seen. A replica has no such position.
 */
export const dataPositionSql = "pg_current_wal_insert_lsn() - '0/0'"
const selectSql = `select ${dataPositionSql} as data_position`

/** Returns the SQL of a commit that also returns the position after it. */
export const addPositionSql = (commitSql: string) => `${commitSql}; ${selectSql}`

/** Returns the batch, which also gives the receiver its position. */
export const addPositionQuery = <R>(
  tx: Sql,
  { queries, mapRows }: QueryBatch<R>,
  receiver: PositionReceiver,
): QueryBatch<R> => ({
  queries: [...queries, tx.unsafe(selectSql)],
  mapRows: replies => {
    receivePosition(receiver, replies[queries.length])
    return mapRows(replies.slice(0, queries.length))
  },
})

/** Gives the position in the last row of a reply to the receiver. A position never decreases. */
export function receivePosition(receiver: PositionReceiver, reply: unknown): void {
  const row: unknown = [reply].flat(2).at(-1)
  if (typeof row !== 'object' || row === null || !('dataPosition' in row)) return
  receiver.dataPosition = Math.max(receiver.dataPosition ?? 0, Number(row.dataPosition))
}
