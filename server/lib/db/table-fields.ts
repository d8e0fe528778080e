import type postgres from 'postgres'

/**
 * The tables whose columns are the fields of a request: a field of the contract is a column with
 * the same name. Each feature adds its own table, next to the code that writes it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an interface is what features can add to
export interface RequestFields {}
/** Columns that the server sets itself. */
type ServerFields = {
  _id?: string
  version?: number
  position?: number
  createdBy?: string
  createdAt?: Date
  updatedAt?: Date
}
/** Values that the driver converts, such as `tx.json(address)`. */
type Stored<T> = { [k in keyof T]: T[k] | postgres.Parameter }

export type TableFields<Table extends string> = Table extends keyof RequestFields
  ? Stored<RequestFields[Table]> & ServerFields
  : object

/** Rejects keys without a column in the table at compile time. */
export type WithoutOtherKeys<Table extends string, Values> = Table extends keyof RequestFields
  ? { [k in Exclude<keyof Values, keyof (RequestFields[Table] & ServerFields)>]: never }
  : unknown
