import { z } from 'zod'
import { subjects } from './permission.ts'

/**
 * Records of a subject were changed. `tab` is the `x-tab-id` of the request; it is missing if the
 * change comes from another source, such as an import or an app.
 */
export const RecordChange = z.object({ subject: z.enum(subjects), tab: z.string().optional() })
export type RecordChange = z.infer<typeof RecordChange>
