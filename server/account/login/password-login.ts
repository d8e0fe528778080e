import type { Login, SessionUser } from '#contract/account/account.ts'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { getClientNetwork } from '../../lib/security/client-network.ts'
import { hashPassword, isWeakHash, verifyPassword } from '../../lib/security/password-hash.ts'
import {
  type ConsumedRateLimit,
  consumeRateLimit,
  type RateLimitRequest,
} from '../../lib/security/rate-limit.ts'
import { recordInBackground } from '../../lib/security/security-event.ts'
import { createAnonymousAccountEvent } from '../account-event.ts'
import {
  findCredentials,
  listRecentIps,
  recordLogin,
  replacePasswordHash,
} from '../account-store.ts'
import type { AccountNotification } from '../mail/account-notification.ts'
import { createLoginSession } from './create-login-session.ts'
import { recordCodeRequested, recordRejectedLogin } from './login-warning.ts'
import { checkSecondStep, isWrongCodeProblem } from './two-step.ts'

type LoginRequest = { body: Login; client: ClientInfo }
type Credentials = { _id: string; passwordHash: string }

/**
 * Logs a person in with the password and, if two-step authentication is on, a code.
 * @throws Problem 400 wrong_credentials, two_step_required, wrong_code, wrong_recovery_code;
 *   429 too_many_attempts
 */
export async function logIn(app: App, request: LoginRequest): Promise<SessionUser> {
  const credentials = await verifyCredentials(app, request)
  const codeLimit = await consumeCodeLimit(app, request, credentials._id)
  try {
    const user = await logInWithPassword(app, request, credentials)
    await codeLimit?.refund()
    return user
  } catch (error) {
    recordSecondStepProblem(app, error, { personId: credentials._id, client: request.client })
    throw error
  }
}

/**
 * Returns the credentials if the password is correct. Only incorrect passwords count against the rate
 * limit.
 */
async function verifyCredentials(app: App, request: LoginRequest): Promise<Credentials> {
  const { body, client } = request
  const limit = await consumeRateLimit(app, 'login', {
    ...buildLimitRequest(app, request, 'login_blocked'),
    target: normalizeEmail(body.email),
    reserveRule: 'loginFromNewNetwork',
    field: 'password',
  })
  const credentials = await withTransaction(app.db, {}, tx => findCredentials(tx, body.email))
  const isRight = await verifyPassword(credentials?.passwordHash, body.password)
  if (!credentials || !isRight) {
    if (credentials)
      recordInBackground(app, {
        ...createAnonymousAccountEvent('login_failed', credentials._id),
        client,
        details: { device: client.userAgent },
      })
    throw createWrongCredentialsProblem()
  }
  await limit.refund()
  return credentials
}

const consumeCodeLimit = async (
  app: App,
  request: LoginRequest,
  personId: string,
): Promise<ConsumedRateLimit | undefined> =>
  request.body.otp?.trim()
    ? consumeRateLimit(app, 'reauthentication', {
        ...buildLimitRequest(app, request, 'code_blocked'),
        target: `code ${personId}`,
        field: 'otp',
      })
    : undefined

/**
 * Returns the common part of the two rate limit requests of a login. The owner receives the
 * notification when a limit is exhausted.
 */
function buildLimitRequest(
  app: App,
  { body, client }: LoginRequest,
  notification: AccountNotification,
): RateLimitRequest {
  const email = normalizeEmail(body.email)
  return {
    source: client.ip,
    isKnownSource: () => isKnownNetwork(app, email, client.ip),
    onRejected: () => recordRejectedLogin(app, { email, client, notification }),
  }
}

async function isKnownNetwork(app: App, email: string, ip: string): Promise<boolean> {
  const recentIps = await withTransaction(app.db, {}, tx => listRecentIps(tx, email))
  return recentIps.some(recentIp => getClientNetwork(recentIp) === getClientNetwork(ip))
}

/**
 * Opens a session for the verified password. Verifies it again if another login has just replaced
 * its hash.
 */
async function logInWithPassword(
  app: App,
  request: LoginRequest,
  credentials: Credentials,
): Promise<SessionUser> {
  const newHash = isWeakHash(credentials.passwordHash)
    ? await hashPassword(request.body.password)
    : undefined
  const user =
    (await createSessionForHash(app, request, { ...credentials, newHash })) ??
    (await createSessionForHash(app, request, {
      ...(await verifyCurrentHash(app, request, credentials._id)),
      newHash,
    }))
  if (!user) throw createWrongCredentialsProblem()
  return user
}

/** Returns undefined if the password hash is no longer the verified one. */
const createSessionForHash = (
  app: App,
  { body, client }: LoginRequest,
  { _id: personId, passwordHash, newHash }: Credentials & { newHash: string | undefined },
): Promise<SessionUser | undefined> =>
  withTransaction(app.db, { personId, ip: client.ip, requestId: client.requestId }, async tx => {
    if (!(await recordLogin(tx, personId, passwordHash))) return undefined
    const step = await checkSecondStep(tx, app.keys, { personId, otp: body.otp, client })
    if (newHash && isWeakHash(passwordHash))
      await replacePasswordHash(tx, personId, passwordHash, newHash)
    return createLoginSession(app, tx, {
      personId,
      client,
      details: { twoStep: step !== undefined },
    })
  })

async function verifyCurrentHash(
  app: App,
  { body: { email, password } }: LoginRequest,
  personId: string,
): Promise<Credentials> {
  const credentials = await withTransaction(app.db, {}, tx => findCredentials(tx, email))
  if (credentials?._id !== personId || !(await verifyPassword(credentials.passwordHash, password)))
    throw createWrongCredentialsProblem()
  return credentials
}

/** Records in the audit that the password was correct and the code was incorrect or missing. */
function recordSecondStepProblem(
  app: App,
  error: unknown,
  { personId, client }: { personId: string; client: ClientInfo },
): void {
  if (isWrongCodeProblem(error))
    recordInBackground(app, { ...createAnonymousAccountEvent('two_step_failed', personId), client })
  if (error instanceof Problem && error.code === 'two_step_required')
    recordCodeRequested(app, personId, client)
}

const createWrongCredentialsProblem = () => new Problem(400, 'wrong_credentials')
