import { z } from 'zod'

export const FieldError = z.object({ path: z.string(), code: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The only shape a failure ever has on the wire. `data` carries what helps to recover, such as the present row. */
export const ProblemBody = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.array(FieldError).optional(),
  data: z.unknown().optional(),
  requestId: z.string().optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
