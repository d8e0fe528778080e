import { ZodError } from 'zod'
import type { FieldError, ProblemBody } from '#contract/lib/problem.ts'

type ProblemDetails = { errors?: FieldError[]; data?: unknown; retryAfterSeconds?: number }

/** A refusal: the one error that reaches a client as it is. Everything else becomes one in `toProblem`. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly details: ProblemDetails
  constructor(status: number, code: string, message: string, details: ProblemDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
  body(requestId?: string): ProblemBody {
    const { errors, data } = this.details
    return {
      status: false,
      message: this.message,
      code: this.code,
      ...(errors && { errors }),
      ...(data !== undefined && { data }),
      ...(requestId && { requestId }),
    }
  }
}

/** One refused field, for rules that the contract's shapes cannot say. */
export const failField = (path: string, code: string, message: string, status = 422) =>
  new Problem(status, code, message, { errors: [{ path, code, message }] })

/** Another store's row is as unknown as one that never was. */
export function assertFound<T>(row: T | undefined | null, label = 'This'): T {
  if (row === undefined || row === null)
    throw new Problem(404, 'not_found', `${label} does not exist`)
  return row
}

/** Refuses an edit made from an older version; the present row goes along, so that nothing typed is lost. */
export function assertVersion(
  current: { version: number },
  expectedVersion: number | undefined,
): void {
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    throw new Problem(409, 'version_conflict', 'Somebody changed this in the meantime', {
      data: current,
    })
}

export function problemFromZod(error: ZodError): Problem {
  const errors = error.issues.map(issue => ({
    path: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }))
  const first = errors[0]
  return new Problem(
    422,
    'invalid',
    first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'Invalid',
    { errors },
  )
}

const constraintMessages: Record<string, string> = {
  person__email__taken: 'This email is already in use.',
  person__username__taken: 'This username is already in use.',
  business__domain__taken: 'This address is already in use.',
  membership__role__last_owner:
    'A store needs at least one owner. Make somebody else an owner first.',
  role__name__taken: 'Another role has this name.',
  invitation__email__taken: 'This person is already invited.',
  category__name__taken: 'A category of this name is already there',
  category__slug__taken: 'Another category has this address',
}

type DatabaseError = { code?: string; constraint_name?: string }

/** Constraints are named table__field__code, so the database's own refusal already is our error. */
function problemFromConstraint(name: string): Problem | undefined {
  const [table, field, code] = name.split('__')
  if (!table || !field || !code) return undefined
  const message =
    constraintMessages[name] ??
    (code === 'taken'
      ? `This ${field.replace('_', ' ')} is already in use`
      : `This ${field.replace('_', ' ')} cannot be accepted`)
  return new Problem(409, code, message, { errors: [{ path: field, code, message }] })
}

const createUnavailableProblem = (seconds: number) =>
  new Problem(503, 'unavailable', 'The service is busy. Try again in a moment.', {
    retryAfterSeconds: seconds,
  })

/** SQLSTATE classes, PostgreSQL manual appendix A; CONNECT… and CONNECTION_… are the driver's own codes. */
function problemFromDatabase({
  code = '',
  constraint_name: constraint = '',
}: DatabaseError): Problem | undefined {
  if (code === '23505' || code === '23514') {
    return (
      problemFromConstraint(constraint) ??
      new Problem(code === '23505' ? 409 : 422, 'refused', 'This value cannot be accepted')
    )
  }
  if (code === '23503')
    return new Problem(409, 'in_use', 'Something that belongs to this is missing or still in use')
  if (/^22/.test(code))
    return new Problem(400, 'invalid', 'A value in this request cannot be stored')
  // Of several statements sent at once the one after the refused one may be heard first; asked again, the reason is.
  if (code === '25P02') return createUnavailableProblem(1)
  if (code === '40001' || code === '40P01' || code === '55P03' || code === '57014')
    return createUnavailableProblem(1)
  if (
    /^(08|53|57P)/.test(code) ||
    /^(CONNECT|CONNECTION_|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)
  )
    return createUnavailableProblem(5)
  return undefined
}

/** What the reader of multipart bodies says of one that stops in the middle or was never right; it gives no code. */
const incompleteBodyPattern =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot/i
const isIncompleteBody = (error: unknown): boolean =>
  error instanceof Error &&
  (incompleteBodyPattern.test(error.message) || isIncompleteBody(error.cause))
/** What writes files wraps what the system said. */
const isDiskFull = (error: object): boolean =>
  ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
  ('cause' in error &&
    typeof error.cause === 'object' &&
    error.cause !== null &&
    isDiskFull(error.cause))

/** Whatever was thrown, as something that may leave the server: never a stack, SQL or a path. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ZodError) return problemFromZod(error)
  if (typeof error !== 'object' || error === null) return createUnexpectedProblem()
  const databaseProblem = problemFromDatabase(error)
  if (databaseProblem) return databaseProblem
  if (isIncompleteBody(error)) return new Problem(400, 'unreadable', 'This request cannot be read')
  if (isDiskFull(error)) return createUnavailableProblem(30)
  const status =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413) return new Problem(413, 'too_large', 'This is too large to be accepted')
  if (status === 415) return new Problem(415, 'unsupported_media_type', 'Send this request as JSON')
  if (status === 429 || status === 503) return createUnavailableProblem(1)
  if (status >= 400 && status < 500)
    return new Problem(400, 'unreadable', 'This request cannot be read')
  return createUnexpectedProblem()
}
const createUnexpectedProblem = () => new Problem(500, 'unexpected', 'Something went wrong')
