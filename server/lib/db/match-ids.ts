import type postgres from 'postgres'

/**
 * Returns the comparison of a column with ids. PostgreSQL plans a statement with an array again each
 * time, because it expects ten ids, so that one id is compared alone.
 */
export const matchIds = (sql: postgres.Sql, ids: readonly string[]) =>
  ids.length === 1 ? sql`= ${ids[0] ?? ''}` : sql`= any (${ids}::uuid[])`
