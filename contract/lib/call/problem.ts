import { z } from 'zod'

/** The values of a message, by the names of its placeholders. */
const Params = z.record(z.string(), z.union([z.string(), z.number()])).optional()

/**
 * A message: `code` identifies it, `params` are its values, `message` is the English text with the
 * values.
 */
export const ErrorMessage = z.object({ code: z.string(), message: z.string(), params: Params })
export type ErrorMessage = z.infer<typeof ErrorMessage>

export const FieldError = ErrorMessage.extend({ path: z.string() })
export type FieldError = z.infer<typeof FieldError>

/**
 * The body of every error response. `data` contains what the caller needs to recover, such as the
 * current row.
 */
export const ProblemBody = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string(),
  params: Params,
  errors: z.array(FieldError).optional(),
  data: z.unknown().optional(),
  requestId: z.string().optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>
