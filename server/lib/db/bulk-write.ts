import type postgres from 'postgres'
import { type Tx, toRow } from './db.ts'
import type { TableName, TableValues, WithoutOtherKeys } from './table-fields.ts'

const getColumnNames = (rows: readonly object[]) => Object.keys(toRow(rows[0] ?? {}))
/** Returns the rows as one value for `jsonb_populate_recordset`, with the keys in snake case. */
export const toJsonRows = (tx: Tx, rows: readonly object[]) =>
  tx.json(rows.map(toRow) as unknown as postgres.JSONValue) // the rows contain plain values only

/**
 * Inserts any number of rows with the same keys. The rows are one parameter, so that a thousand
 * rows with twenty columns stay below the limit of 65,535 parameters, and any number of rows uses
 * the same prepared statement.
 */
export async function bulkInsert<Table extends TableName, Values extends TableValues<Table>>(
  tx: Tx,
  table: Table,
  rows: readonly (Values & WithoutOtherKeys<Table, Values>)[],
  options: { skipsConflicts?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return
  const tableName: string = table
  const columns = tx(getColumnNames(rows))
  await tx`
    insert into ${tx(tableName)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${tx(tableName)}, ${toJsonRows(tx, rows)})
    ${options.skipsConflicts ? tx`on conflict do nothing` : tx``}`
}

/** Updates many rows with the same keys. `keyColumn` identifies a row and defaults to `id`. */
export async function bulkUpdate<
  Table extends TableName,
  Values extends Partial<TableValues<Table>>,
>(
  tx: Tx,
  table: Table,
  rows: readonly (Values & WithoutOtherKeys<Table, Values>)[],
  options: { keyColumn?: string; incrementsVersion?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return
  const tableName: string = table
  const keyColumn = options.keyColumn ?? 'id'
  const assignments = getColumnNames(rows)
    .filter(column => column !== keyColumn)
    .map(column => `"${column}" = r."${column}"`)
  if (options.incrementsVersion) assignments.push('version = t.version + 1', 'updated_at = now()')
  if (assignments.length === 0) return
  await tx`
    update ${tx(tableName)} t set ${tx.unsafe(assignments.join(', '))}
    from jsonb_populate_recordset(null::${tx(tableName)}, ${toJsonRows(tx, rows)}) r
    where t.${tx(keyColumn)} = r.${tx(keyColumn)}`
}

/** Returns new ids in ascending order, so that rows created with them in turn keep their order. */
export async function generateIds(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return []
  const rows = await tx<{ id: string }[]>`
    select new_id() as id from generate_series(1, ${count}::integer)`
  return rows.map(row => row.id).toSorted()
}
