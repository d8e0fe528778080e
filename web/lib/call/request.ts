import { ProblemBody } from '#contract/lib/problem.ts'
import { i18next } from '../preference/i18n.ts'
import {
  accessToken,
  currentBusiness,
  endSession,
  keepTokens,
  refreshToken,
} from '../session/session.ts'
import { suspect } from './outage.ts'
import { sayProblem } from './server-words.ts'

/** A refusal. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: ProblemBody
  /** Set by the form that shows this on its fields, so that no toast repeats it. */
  isClaimed = false
  constructor(status: number, problem: ProblemBody) {
    super(problem.message)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }
}

export type Outgoing = {
  method: string
  body?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
  priority?: RequestPriority
  isPublic?: boolean
}

export const authHeaders = (): Record<string, string> => {
  const [token, business] = [accessToken(), currentBusiness()]
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(business && { 'x-business-id': business }),
  }
}

/** Sends with the session's token; a 401 waits for one renewal, shared by all callers, and is sent once more. */
export async function request(
  url: string,
  { isPublic = false, headers, ...init }: Outgoing,
): Promise<Response> {
  const token = accessToken()
  const answer = await reach(url, {
    ...init,
    headers: { ...headers, ...(isPublic ? {} : authHeaders()) },
  })
  if (answer.status !== 401 || isPublic || token === null) return accepted(answer)
  await renew(token)
  return accepted(await reach(url, { ...init, headers: { ...headers, ...authHeaders() } }))
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(url, init)
    suspect(answer.status)
    return answer
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    suspect(0)
    throw new ApiError(0, {
      status: false,
      code: 'unreachable',
      message: i18next.t('ui.error.unreachable'),
    })
  }
}

async function accepted(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  throw problemOf(answer.status, await answer.text(), answer.headers.get('x-request-id'))
}

export function problemOf(status: number, text: string, requestId: string | null): ApiError {
  const problem = ProblemBody.safeParse(readJson(text))
  const body: ProblemBody = problem.success
    ? sayProblem(problem.data)
    : { status: false, code: 'unreadable', message: i18next.t('ui.error.title') }
  return new ApiError(status, { ...body, ...(requestId && !body.requestId && { requestId }) })
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let renewal: Promise<void> | undefined

/** One renewal at a time in this tab, and one tab at a time where the browser has locks. */
export function renew(stale: string): Promise<void> {
  renewal ??= inTurn(() => exchangeToken(stale)).finally(() => {
    renewal = undefined
  })
  return renewal
}

// jsdom and old browsers have no lock manager, whatever the DOM types say.
const locks: LockManager | undefined = navigator.locks
const inTurn = (work: () => Promise<void>): Promise<void> =>
  locks ? locks.request('storewright-session', work) : work()

async function exchangeToken(stale: string): Promise<void> {
  const kept = accessToken()
  if (kept !== null && kept !== stale) return
  const answer = await reach('/api/jwt/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: refreshToken() ?? '' }),
  })
  const text = await answer.text()
  if (answer.ok) {
    // The contract's serializer wrote this reply; parsing it again would only repeat the check.
    keepTokens((JSON.parse(text) as { data: { accessToken: string; refreshToken: string } }).data)
    return
  }
  // A server that is away must not log anybody out: only a refusal ends the session.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    endSession({ onPurpose: false })
  throw problemOf(answer.status, text, answer.headers.get('x-request-id'))
}
