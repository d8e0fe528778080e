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

/** A sentence for a person about one refused value, the same in the browser and on the server. */
export function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This field is required'
      return issue.expected === 'int' ? 'Must be a whole number' : `Must be a ${issue.expected}`
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'This field is required' : `At least ${issue.minimum} characters`
      if (issue.origin === 'array') return `At least ${issue.minimum}`
      return `Must be ${issue.minimum} or more`
    case 'too_big':
      if (issue.origin === 'string') return `At most ${issue.maximum} characters`
      if (issue.origin === 'array') return `At most ${issue.maximum}`
      return `Must be ${issue.maximum} or less`
    case 'invalid_value': return `Must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      if (issue.format === 'email') return 'Enter a valid email address'
      if (issue.format === 'url') return 'Enter a valid web address, starting with https://'
      if (issue.format === 'uuid') return 'Not a valid id'
      if (issue.format === 'datetime') return 'Not a valid time'
      return undefined
    default: return undefined
  }
}

z.config({ customError: sayIssue })
