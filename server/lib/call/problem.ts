import { ZodError } from 'zod'
import type { ErrorMessage, FieldError, ProblemBody } from '#contract/lib/call/problem.ts'
import type { ErrorCode } from '#contract/lib/error/error-catalog.ts'
import type { ErrorParams } from '#contract/lib/error/error-text.ts'
import { toFieldError } from '#contract/lib/error/issue.ts'
import { getConstraintCode } from './constraint-code.ts'
import { formatErrorMessage, type MessageArguments } from './error-message.ts'

type ProblemDetails = { errors?: FieldError[]; data?: unknown; retryAfterSeconds?: number }

/** An error that is sent to the client unchanged. `toProblem` converts every other error to one. */
export class Problem<C extends ErrorCode = ErrorCode> extends Error {
  readonly status: number
  readonly code: string
  readonly params: ErrorParams | undefined
  readonly details: ProblemDetails
  constructor(status: number, code: C, ...rest: MessageArguments<C, [details?: ProblemDetails]>)
  constructor(status: number, message: ErrorMessage, details?: ProblemDetails)
  constructor(
    status: number,
    error: ErrorCode | ErrorMessage,
    paramsOrDetails: ErrorParams | ProblemDetails = {},
    details: ProblemDetails = {},
  ) {
    const { code, message, params } =
      typeof error === 'string' ? formatErrorMessage(error, paramsOrDetails as ErrorParams) : error
    super(message)
    this.status = status
    this.code = code
    this.params = params
    this.details = typeof error === 'string' ? details : (paramsOrDetails as ProblemDetails)
  }
  /** Returns the error without the details that help to recover from it. */
  toErrorMessage(): ErrorMessage {
    const { code, message, params } = this
    return { message, code, ...(params && { params }) }
  }
  body(requestId?: string): ProblemBody {
    const { errors, data } = this.details
    return {
      status: false,
      ...this.toErrorMessage(),
      ...(errors && { errors }),
      ...(data !== undefined && { data }),
      ...(requestId && { requestId }),
    }
  }
}

/**
 * Returns a Problem about one field, for rules that a schema cannot express; its status is 422
 * unless given.
 */
export function createFieldProblem<C extends ErrorCode>(
  path: string,
  code: C,
  ...rest: MessageArguments<C, [status?: number]>
): Problem
export function createFieldProblem(path: string, message: ErrorMessage, status?: number): Problem
export function createFieldProblem(
  path: string,
  error: ErrorCode | ErrorMessage,
  paramsOrStatus: ErrorParams | number = {},
  status = 422,
): Problem {
  const message =
    typeof error === 'string' ? formatErrorMessage(error, paramsOrStatus as ErrorParams) : error
  return new Problem(typeof paramsOrStatus === 'number' ? paramsOrStatus : status, message, {
    errors: [{ path, ...message }],
  })
}

type NotFoundCode = Extract<ErrorCode, 'not_found' | `${string}_not_found`>

/**
 * Returns the row. A row of another store is reported like one that never existed.
 * @throws Problem 404
 */
export function assertFound<T>(row: T | undefined | null, code: NotFoundCode = 'not_found'): T {
  if (row === undefined || row === null) throw new Problem(404, code)
  return row
}

/**
 * Rejects an edit of an older version. The problem contains the current row, so that the user loses
 * no input.
 * @throws Problem 409 version_conflict
 */
export function assertVersion(
  current: { version: number },
  expectedVersion: number | undefined,
): void {
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    throw new Problem(409, 'version_conflict', {}, { data: current })
}

/** @throws Problem 422 with the message of the first error and with all of them, if there are any */
export function assertNoErrors(errors: readonly FieldError[]): void {
  const [first] = errors
  if (!first) return
  const { path: _, ...message } = first
  throw new Problem(422, message, { errors: [...errors] })
}

const maxNamedFields = 5

/** Returns a Problem about several fields. Its message names the first ones. */
export function createInvalidProblem(errors: FieldError[]): Problem {
  const fields = new Set(errors.map(({ path }) => path).filter(Boolean))
  return new Problem(
    422,
    'invalid',
    { fields: [...fields].slice(0, maxNamedFields).join(', ') || 'body' },
    { errors },
  )
}

export const toValidationProblem = (error: ZodError): Problem =>
  createInvalidProblem(error.issues.map(toFieldError))

type DatabaseError = { code?: string; constraint_name?: string }

/** Returns the error of a field. Constraints are named `table__field__code`. */
function toConstraintProblem(name: string): Problem | undefined {
  const [table, field, code] = name.split('__')
  if (!table || !field || !code) return undefined
  return createFieldProblem(field, formatErrorMessage(getConstraintCode(name)), 409)
}

const createUnavailableProblem = (retryAfterSeconds: number) =>
  new Problem(503, 'unavailable', {}, { retryAfterSeconds })

/**
 * Returns the Problem for an SQLSTATE code (PostgreSQL manual, appendix A), or for a connection
 * error of the driver (CONNECT…, CONNECTION_…) or of Node.
 */
function toDatabaseProblem({
  code = '',
  constraint_name: constraint = '',
}: DatabaseError): Problem | undefined {
  if (code === '23505' || code === '23514') {
    return (
      toConstraintProblem(constraint) ?? new Problem(code === '23505' ? 409 : 422, 'value_rejected')
    )
  }
  if (code === '23503') return new Problem(409, 'in_use')
  if (/^22/.test(code)) return new Problem(400, 'value_not_storable')
  // Of several statements sent at once, the failure of a later one can arrive before that of the
  // rejected one. A retry then gets the actual error.
  if (code === '25P02') return createUnavailableProblem(1)
  if (code === '40001' || code === '40P01' || code === '55P03' || code === '57014')
    return createUnavailableProblem(1)
  if (
    // A write in a read-only transaction (25006): the server became a standby, or the call only reads.
    /^(08|53|57P|25006)/.test(code) ||
    /^(CONNECT|CONNECTION_|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)
  )
    return createUnavailableProblem(5)
  return undefined
}

/**
 * The messages of the multipart parser for a truncated or malformed body. Its errors have no code.
 */
const incompleteBodyPattern =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot/i
const isIncompleteBody = (error: unknown): boolean =>
  error instanceof Error &&
  (incompleteBodyPattern.test(error.message) || isIncompleteBody(error.cause))
/** The file library wraps the error of the system or of the client of S3 as its cause. */
const isStorageFailure = (error: object): boolean =>
  ('code' in error && ['ENOSPC', 'EDQUOT', 'BUCKET_TIMEOUT'].includes(String(error.code))) ||
  '$metadata' in error ||
  ('cause' in error &&
    typeof error.cause === 'object' &&
    error.cause !== null &&
    isStorageFailure(error.cause))

/** Returns the Problem for any thrown value. It never contains a stack, SQL or a path. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ZodError) return toValidationProblem(error)
  if (typeof error !== 'object' || error === null) return createUnexpectedProblem()
  const databaseProblem = toDatabaseProblem(error)
  if (databaseProblem) return databaseProblem
  if (isIncompleteBody(error)) return new Problem(400, 'unreadable')
  if (isStorageFailure(error)) return createUnavailableProblem(30)
  const status =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413) return new Problem(413, 'too_large')
  if (status === 415) return new Problem(415, 'unsupported_media_type')
  if (status === 429 || status === 503) return createUnavailableProblem(1)
  if (status >= 400 && status < 500) return new Problem(400, 'unreadable')
  return createUnexpectedProblem()
}
const createUnexpectedProblem = () => new Problem(500, 'unexpected')
