import { dataPositionHeader } from '#contract/lib/call/data-position.ts'
import { ProblemBody } from '#contract/lib/call/problem.ts'
import { i18next } from '../preference/i18n.ts'
import {
  clearSession,
  getAccessToken,
  getRefreshToken,
  getStoreId,
  saveTokens,
} from '../session/session.ts'
import { getDataPosition, trackDataPosition } from './data-position.ts'
import { reportFailure } from './server-outage.ts'
import { tabId } from './tab-id.ts'
import { translateProblem } from './translate-server-message.ts'

/** An error response. `status` is 0 if the server sent no response. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: ProblemBody
  /** Set by a form that shows the error at its fields, so that no toast repeats it. */
  isHandled = false
  constructor(status: number, problem: ProblemBody) {
    super(problem.message)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }
}

export type OutgoingRequest = {
  method: string
  body?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
  priority?: RequestPriority
  /** Sends the request even if the page closes. */
  keepalive?: boolean
  isPublic?: boolean
}

export const createAuthHeaders = (): Record<string, string> => {
  const [token, storeId, dataPosition] = [getAccessToken(), getStoreId(), getDataPosition()]
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(storeId && { 'x-business-id': storeId }),
    ...(dataPosition !== undefined && { [dataPositionHeader]: String(dataPosition) }),
    'x-tab-id': tabId,
  }
}

/**
 * Sends a request with the access token. After a 401 it refreshes the token, once for all
 * concurrent requests, and retries.
 *
 * @throws ApiError
 */
export async function request(
  url: string,
  { isPublic = false, headers, ...init }: OutgoingRequest,
): Promise<Response> {
  const token = getAccessToken()
  const response = await sendRequest(url, {
    ...init,
    headers: { ...headers, ...(isPublic ? {} : createAuthHeaders()) },
  })
  if (response.status !== 401 || isPublic || token === null) return assertOk(response)
  await refreshSession(token)
  return assertOk(
    await sendRequest(url, { ...init, headers: { ...headers, ...createAuthHeaders() } }),
  )
}

async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const recordPosition = trackDataPosition()
  try {
    const response = await fetch(url, init)
    recordPosition(response.headers.get(dataPositionHeader))
    reportFailure(response.status)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportFailure(0)
    throw new ApiError(0, {
      status: false,
      code: 'unreachable',
      message: i18next.t('ui.error.unreachable'),
    })
  }
}

async function assertOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw toApiError(response.status, await response.text(), response.headers.get('x-request-id'))
}

export function toApiError(status: number, text: string, requestId: string | null): ApiError {
  const problem = ProblemBody.safeParse({
    code: 'value_rejected',
    ...(parseJson(text) as object | undefined),
  })
  const body: ProblemBody = problem.success
    ? translateProblem(problem.data)
    : { status: false, code: 'unreadable', message: i18next.t('ui.error.title') }
  return new ApiError(status, { ...body, ...(requestId && !body.requestId && { requestId }) })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let pendingRefresh: Promise<void> | undefined

/**
 * Refreshes the tokens, once at a time in this tab and, where the browser has locks, in all tabs.
 */
export function refreshSession(staleToken: string): Promise<void> {
  pendingRefresh ??= withSessionLock(() => refreshTokens(staleToken)).finally(() => {
    pendingRefresh = undefined
  })
  return pendingRefresh
}

// jsdom and old browsers have no lock manager, although the DOM types declare it.
const locks: LockManager | undefined = navigator.locks
const withSessionLock = (task: () => Promise<void>): Promise<void> =>
  locks ? locks.request('storewright-session', task) : task()

async function refreshTokens(staleToken: string): Promise<void> {
  const currentToken = getAccessToken()
  if (currentToken !== null && currentToken !== staleToken) return
  const response = await sendRequest('/api/jwt/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: getRefreshToken() ?? '' }),
  })
  const text = await response.text()
  // Another user has logged in meanwhile, and the reply concerns the earlier session.
  if (getAccessToken() !== currentToken) return
  if (response.ok) {
    // Not parsed: the server serializes replies by the contract.
    saveTokens((JSON.parse(text) as { data: { accessToken: string; refreshToken: string } }).data)
    return
  }
  // An unavailable server must not log the user out: only a rejected token ends the session.
  if (response.status >= 400 && response.status < 500 && response.status !== 429)
    clearSession({ isByUser: false })
  throw toApiError(response.status, text, response.headers.get('x-request-id'))
}
