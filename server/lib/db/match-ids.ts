import type postgres from 'postgres'

/**
 * Returns the comparison of a column with ids. Up to five ids are compared without an array, because
 * PostgreSQL plans a statement with an array again each time: it estimates ten ids for it.
 */
export const matchIds = (sql: postgres.Sql, ids: readonly string[]) =>
  ids.length > 0 && ids.length <= 5 ? sql`in ${sql(ids)}` : sql`= any (${ids}::uuid[])`
