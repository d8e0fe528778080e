import type { z } from 'zod'
import { accountApi, type TokenPair } from '#contract/account/account.ts'
import { createAccessToken, invalidateMembership } from '../lib/call/authenticate.ts'
import type { ClientInfo } from '../lib/call/call-input.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serveAccount, servePublic } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { createAccountEvent } from './account-event.ts'
import { endSession, getPerson, updatePreferences } from './account-store.ts'
import { logIn } from './login/password-login.ts'
import { signUp } from './login/signup.ts'
import { findTokenSessionId, rotateRefreshToken } from './session/refresh-token.ts'

export function accountRoutes(app: App) {
  servePublic(app, accountApi.signup, request => signUp(app, request))
  servePublic(app, accountApi.login, request => logIn(app, request))
  servePublic(app, accountApi.refresh, ({ body, client }) =>
    refreshSession(app, body.refreshToken, client),
  )
  serveAccount(app, accountApi.me, ({ tx, claims, principal }) =>
    getPerson(tx, claims.personId, principal?.storeId),
  )
  serveAccount(app, accountApi.updatePreferences, ({ tx, claims, body }) =>
    updatePreferences(tx, claims.personId, body),
  )
  serveAccount(app, accountApi.logout, async ({ tx, claims }) => {
    await endSession(tx, claims.sessionId)
    await recordSecurityEvent(tx, createAccountEvent('logout', claims.personId))
    invalidateMembership(claims.sessionId)
    return undefined
  })
}

/** @throws Problem 401 invalid_refresh_token */
async function refreshSession(
  app: App,
  refreshToken: string,
  { ip, requestId }: ClientInfo,
): Promise<z.infer<typeof TokenPair>> {
  const sessionId = await withTransaction(app.db, {}, tx => findTokenSessionId(tx, refreshToken))
  await consumeRateLimit(app, 'lookup', sessionId ? { target: sessionId } : { source: ip })
  // A reused token ends its session, so the error is thrown after the commit.
  const rotation = await withTransaction(app.db, { ip, requestId }, tx =>
    rotateRefreshToken(tx, app.keys, refreshToken),
  )
  if (!rotation) throw new Problem(401, 'invalid_refresh_token')
  return {
    accessToken: await createAccessToken(app.keys, rotation.personId, rotation.sessionId),
    refreshToken: rotation.refreshToken,
  }
}
