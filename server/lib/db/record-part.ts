import type postgres from 'postgres'
import { z } from 'zod'
import { Timestamp } from '#contract/lib/schemas.ts'
import { type Tx, toSnakeCase } from './db.ts'

const isTimestamp = (schema: unknown) =>
  schema === Timestamp || (schema instanceof z.ZodNullable && schema.unwrap() === Timestamp)

/**
 * Returns the select list for the rows that are part of a record, such as the lines of an order, for
 * `selectParts`. Timestamps are formatted as in replies, because JSON of PostgreSQL has another format.
 */
export function selectPartColumns(
  { shape }: { shape: object },
  { omit = [] }: { omit?: readonly string[] } = {},
): (tx: Tx) => postgres.PendingQuery<postgres.Row[]> {
  const list = Object.entries(shape)
    .filter(([key]) => !omit.includes(key))
    .map(([key, schema]) => {
      const column = key === '_id' ? 'id' : `"${toSnakeCase(key)}"`
      return isTimestamp(schema)
        ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${key}"`
        : `${column} as "${key}"`
    })
    .join(', ')
  return tx => tx.unsafe(list)
}

/**
 * Returns a column with the rows of a query as a JSON array. A record is read with its parts in one
 * statement, because each further statement costs more than its rows.
 */
export const selectParts = <R extends readonly postgres.MaybeRow[]>(
  tx: Tx,
  rows: postgres.PendingQuery<R>,
) => tx`(select coalesce(json_agg(part), '[]') from (${rows}) part)`
