import { z } from 'zod'
import { Id, ListQuery, singleLineText } from './schemas.ts'

/** Rows are counted up to here; a list of more says "10,000+", and so does `expected`. */
export const maxCountedRows = 10_000
/** Names and reasons of this many rows travel at most; counts are always whole. */
export const maxBulkResults = 500

/**
 * Which rows a bulk call is for: those of `ids`, or all that the list's own filters find, `except` some. `expected` is how
 * many the person saw before them: when it is no longer so, nothing is done.
 */
export const bulkSelectionFields = <F extends z.ZodRawShape>(filters: F) => ({
  ids: z.array(Id).min(1).max(500).optional(),
  where: z.object({ q: ListQuery.shape.q, ...filters }).optional(),
  except: z.array(Id).max(500).optional(),
  expected: z.int().min(0).max(maxCountedRows).optional(),
  /** The `next` of the answer before, to go on with the rest of a large number. */
  after: Id.optional(),
})

export const BulkResult = z.object({
  _id: Id,
  name: z.string(),
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
})
export type BulkResult = z.infer<typeof BulkResult>

export const BulkReply = z.object({
  /** Every row up to 500, beyond that only those that were refused. */
  results: z.array(BulkResult),
  done: z.int(),
  failed: z.int(),
  /** Where to go on; null when all have been looked at. */
  next: Id.nullable(),
})
export type BulkReply = z.infer<typeof BulkReply>

const TagList = z.array(singleLineText(40, 1)).max(20).optional()
export const tagChangeFields = { add: TagList, remove: TagList }
