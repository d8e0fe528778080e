import { z } from 'zod'
import { Id, ListQuery, singleLineText } from '../schemas.ts'
import { ErrorMessage } from './problem.ts'

/** Row counts stop here; longer lists show "10,000+", and so does `expectedCount`. */
export const maxCountedRows = 10_000
/** Maximum number of ids in a bulk call, and of rows reported by name and reason. */
export const maxBulkRows = 1000

/**
 * The rows of a bulk call: `ids`, or all that match the list filters `filter`, minus `excludedIds`.
 * `expectedCount` is the number the user saw; if it differs, the call changes nothing. A call that
 * changes fewer rows at once returns `next`, and the same call with `after` continues.
 */
export const bulkSelectionFields = <F extends z.ZodRawShape>(filters: F) => ({
  ids: z.array(Id).min(1).max(maxBulkRows).optional(),
  filter: z.object({ q: ListQuery.shape.q, ...filters }).optional(),
  excludedIds: z.array(Id).max(maxBulkRows).optional(),
  expectedCount: z.int().min(0).max(maxCountedRows).optional(),
  /** `next` from the previous response, to continue a large selection. */
  after: Id.optional(),
})

export const BulkResult = z.object({
  _id: Id,
  name: z.string(),
  ok: z.boolean(),
  /** Set if the row already had what the call sets, so that it did not change. */
  isUnchanged: z.boolean().optional(),
  ...ErrorMessage.partial().shape,
})
export type BulkResult = z.infer<typeof BulkResult>

export const BulkReply = z.object({
  /** All rows up to 1,000; above that, only failed rows. Counts are always complete. */
  results: z.array(BulkResult),
  done: z.int(),
  /** The rows of `done` that did not change. Bulk calls of orders count them, others reply 0. */
  unchanged: z.int(),
  failed: z.int(),
  /** Cursor for the next call; null when finished. */
  next: Id.nullable(),
})
export type BulkReply = z.infer<typeof BulkReply>

const TagList = z.array(singleLineText(40, 1)).max(20).optional()
export const tagChangeFields = { add: TagList, remove: TagList }

/** A bulk call that the tab sent has changed this many rows, which its commit will save. */
export const BulkProgress = z.object({ tab: z.string(), processed: z.int() })
export type BulkProgress = z.infer<typeof BulkProgress>
