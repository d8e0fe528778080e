import type postgres from 'postgres'
import { type Tx, toRow } from './db.ts'

const getColumnNames = (rows: readonly object[]) => Object.keys(toRow(rows[0] ?? {}))
/** Returns the rows as one value for `jsonb_populate_recordset`, with the keys in snake case. */
export const toJsonRows = (tx: Tx, rows: readonly object[]) =>
  tx.json(rows.map(toRow) as unknown as postgres.JSONValue) // plain values of this program

/**
 * Inserts any number of rows with the same keys. They travel as one value, so that a thousand rows of twenty columns
 * stay below the 65,535 values of a statement, and every size of set is the same prepared statement.
 */
export async function bulkInsert(
  tx: Tx,
  table: string,
  rows: readonly object[],
  options: { skipsConflicts?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return
  const columns = tx(getColumnNames(rows))
  await tx`
    insert into ${tx(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${tx(table)}, ${toJsonRows(tx, rows)})
    ${options.skipsConflicts ? tx`on conflict do nothing` : tx``}`
}

/** Writes the given keys of many rows, found by `by` (their `_id` when nothing is said). */
export async function bulkUpdate(
  tx: Tx,
  table: string,
  rows: readonly object[],
  options: { keyColumn?: string; incrementsVersion?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return
  const keyColumn = options.keyColumn ?? 'id'
  const assignments = getColumnNames(rows)
    .filter(column => column !== keyColumn)
    .map(column => `"${column}" = r."${column}"`)
  if (options.incrementsVersion) assignments.push('version = t.version + 1', 'updated_at = now()')
  if (assignments.length === 0) return
  await tx`
    update ${tx(table)} t set ${tx.unsafe(assignments.join(', '))}
    from jsonb_populate_recordset(null::${tx(table)}, ${toJsonRows(tx, rows)}) r where t.${tx(keyColumn)} = r.${tx(keyColumn)}`
}

/** As many new ids, rising, so that rows made from them in order are found again in that order. */
export async function generateIds(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return []
  const rows = await tx<
    { id: string }[]
  >`select new_id() as id from generate_series(1, ${count}::integer)`
  return rows.map(row => row.id).toSorted()
}
