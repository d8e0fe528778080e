import type postgres from 'postgres'

/**
 * The columns of each table that code can write, in camel case. A column with a default is
 * optional. Each feature adds its own tables, next to the code that writes them; a field of a
 * contract is a column with the same name.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an interface is what features can add to
export interface TableColumns {}
/** A table whose columns are declared. Other tables do not compile. */
export type TableName = keyof TableColumns

/** Columns that the server sets itself. */
type ServerFields = {
  _id?: string
  version?: number
  position?: number
  createdBy?: string
  createdAt?: Date | string
  updatedAt?: Date | string
}
/** Values that the driver converts, such as `tx.json(address)`, and SQL, such as `tx\`now()\``. */
type Stored<T> = {
  [k in keyof T]: T[k] | postgres.Parameter | postgres.PendingQuery<postgres.Row[]>
}

/** The values of one row as plain values, which bulk writes send as JSON. */
export type TableValues<Table extends TableName> = TableColumns[Table] & ServerFields
/** The values of one row, also as SQL or converted by the driver. */
export type TableFields<Table extends TableName> = Stored<TableValues<Table>>

/** Rejects keys without a column in the table at compile time. */
export type WithoutOtherKeys<Table extends TableName, Values> = {
  [k in Exclude<keyof Values, keyof TableValues<Table>>]: never
}
