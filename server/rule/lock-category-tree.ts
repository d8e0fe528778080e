import type { Tx } from '../lib/db/db.ts'

/** One change of a store's tree at a time: two moves that are each sound could together make a circle. */
export const lockCategoryTree = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('category ' || current_business(), 0))`
