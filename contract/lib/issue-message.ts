import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const requiredMessage = 'This field is required'
const formatMessages: Record<string, string> = {
  email: 'Enter a valid email address',
  url: 'Enter a valid web address, starting with https://',
  uuid: 'Not a valid id',
  datetime: 'Not a valid time',
  date: 'Not a valid date',
}

const formatTypeIssue = (issue: Extract<Issue, { code: 'invalid_type' }>) => {
  if (issue.input === undefined || issue.input === null) return requiredMessage
  return issue.expected === 'int' ? 'Must be a whole number' : `Must be a ${issue.expected}`
}
const formatTooSmallIssue = ({ origin, minimum, input }: Extract<Issue, { code: 'too_small' }>) => {
  if (origin === 'string')
    return minimum === 1 || input === '' ? requiredMessage : `At least ${minimum} characters`
  return origin === 'array' ? `At least ${minimum}` : `Must be ${minimum} or more`
}
const formatTooBigIssue = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>) => {
  if (origin === 'string') return `At most ${maximum} characters`
  return origin === 'array' ? `At most ${maximum}` : `Must be ${maximum} or less`
}

/** A sentence for a person about one refused value, the same in the browser and on the server. */
function formatIssue(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return formatTypeIssue(issue)
  if (issue.code === 'too_small') return formatTooSmallIssue(issue)
  if (issue.code === 'too_big') return formatTooBigIssue(issue)
  if (issue.code === 'invalid_value') return `Must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format')
    return issue.format === 'email' && issue.input === ''
      ? requiredMessage
      : formatMessages[issue.format]
  // `'' or an email`: what is said is about the richer kind, which stands last.
  if (issue.code === 'invalid_union') return issue.errors.at(-1)?.[0]?.message
  if (issue.code === 'not_multiple_of') return `Must be a multiple of ${issue.divisor}`
  return undefined
}

z.config({ customError: formatIssue })
