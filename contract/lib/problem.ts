import { z } from 'zod'

/** The values in a message, by the names of its placeholders. */
const Params = z.record(z.string(), z.union([z.string(), z.number()])).optional()

/**
 * One message about one thing: `code` says which, `params` are its values, `message` is both in
 * English.
 */
export const ErrorMessage = z.object({ code: z.string(), message: z.string(), params: Params })
export type ErrorMessage = z.infer<typeof ErrorMessage>

export const FieldError = ErrorMessage.extend({ path: z.string() })
export type FieldError = z.infer<typeof FieldError>

/**
 * The only shape a failure ever has on the wire. `data` carries what helps to recover, such as the
 * present row.
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
