import type { Tx } from '../../lib/db/db.ts'

/** Serializes changes of a store's category tree: two concurrent moves could create a cycle. */
export const lockCategoryTree = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('category ' || current_store(), 0))`
