import { z } from 'zod'
import { Id } from './schemas.ts'

/** The kinds of records whose changes are announced to the pages that show them. */
export const announcedSubjects = ['order', 'product', 'customer', 'category', 'cms'] as const

/** A page or app changed a record. `tab` is the `x-tab-id` of its request. */
export const RecordChange = z.object({
  subject: z.enum(announcedSubjects),
  id: Id,
  tab: z.string(),
})
export type RecordChange = z.infer<typeof RecordChange>
