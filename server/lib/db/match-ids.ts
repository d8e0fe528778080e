import type postgres from 'postgres'

/**
 * Returns the comparison of a column with ids. A single id is compared without an array, because PostgreSQL
 * plans a statement with an array again each time: it estimates ten ids for it.
 */
export const matchIds = (sql: postgres.Sql, ids: readonly string[]) =>
  ids.length === 1 ? sql`= ${ids[0] ?? ''}` : sql`= any (${ids}::uuid[])`
