import { accountApi, type SessionUser } from '#contract/account.ts'
import { inScope, type Tx } from '../lib/db.ts'
import { openStore } from '../lib/open-store.ts'
import { Problem } from '../lib/problem.ts'
import { recordAside, recordEvent } from '../lib/security-event.ts'
import { type App, serveAccount, servePublic } from '../lib/serve.ts'
import { forgetStanding, makeAccessToken } from '../lib/session.ts'
import { mailLater } from './account-mail.ts'
import * as store from './account-store.ts'
import { checkPassword, hashPassword, isPassword } from './password-hash.ts'
import { openSession, rotate } from './refresh-token.ts'
import { checkSecondStep } from './two-step.ts'

type Client = { ip: string; userAgent: string; requestId: string }

export function accountRoutes(app: App) {
  servePublic(app, accountApi.signup, async ({ body, client }) => {
    checkPassword(body.password, body.email)
    const passwordHash = await hashPassword(body.password)
    return inScope(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
      const personId = await store.createPerson(tx, body, passwordHash)
      const { businessName: name, domain: slug, currency, timezone, email } = body
      await openStore(tx, personId, { name, slug, currency, timezone, email }, app.config.storefrontHost, 'domain')
      await mailLater(tx, { kind: 'verify_email', personId })
      return signIn(app, tx, personId, client)
    })
  })

  servePublic(app, accountApi.login, async ({ body, client }) => {
    const known = await inScope(app.db, {}, tx => store.findCredentials(tx, body.email))
    if (!(await isPassword(known?.passwordHash, body.password)) || !known) {
      if (known) recordAside(app, { action: 'login_failed', entity: 'person', entityId: known._id, about: known._id, client, details: { device: client.userAgent } })
      throw new Problem(400, 'wrong_credentials', 'Email or Password is Invalid')
    }
    return inScope(app.db, { personId: known._id, ip: client.ip, requestId: client.requestId }, async tx => {
      const step = await checkSecondStep(tx, app.keys, known._id, body.otp)
      await store.recordLogin(tx, known._id)
      const user = await signIn(app, tx, known._id, client)
      const about = { entity: 'person', entityId: known._id, about: known._id, actor: known._id } as const
      if (step === 'recovery_code') await recordEvent(tx, { ...about, action: 'recovery_code_used' })
      await recordEvent(tx, { ...about, action: 'login', details: { device: client.userAgent, twoStep: step !== undefined } })
      return user
    }).catch(error => {
      if (error instanceof Problem && error.code === 'wrong_code') recordAside(app, { action: 'two_step_failed', entity: 'person', entityId: known._id, about: known._id, client })
      throw error
    })
  })

  servePublic(app, accountApi.refresh, async ({ body, client }) => {
    // A reused token ends its session, so the refusal is made after the commit.
    const next = await inScope(app.db, { ip: client.ip, requestId: client.requestId }, tx => rotate(tx, app.keys, body.refreshToken))
    if (!next) throw new Problem(401, 'invalid_refresh_token', 'Invalid refresh token')
    return { accessToken: await makeAccessToken(app.keys, next.personId, next.sessionId), refreshToken: next.refreshToken }
  })

  serveAccount(app, accountApi.me, ({ tx, signer, who }) => store.getPerson(tx, signer.personId, who?.businessId))
  serveAccount(app, accountApi.prefer, ({ tx, signer, body }) => store.changePreferences(tx, signer.personId, body))
  serveAccount(app, accountApi.logout, async ({ tx, signer }) => {
    await store.endSession(tx, signer.sessionId)
    await recordEvent(tx, { action: 'logout', entity: 'person', entityId: signer.personId, about: signer.personId, actor: signer.personId })
    forgetStanding(signer.sessionId)
    return undefined
  })
}

/** Opens a session for somebody who has proven who they are. */
export async function signIn(app: App, tx: Tx, personId: string, client: Client): Promise<SessionUser> {
  // The membership is visible to the person it is of; from here on that is who asks.
  await tx`select set_config('app.person_id', ${personId}, true)`
  const { sessionId, refreshToken } = await openSession(tx, personId, client)
  const person = await store.getPerson(tx, personId)
  return { ...person, accessToken: await makeAccessToken(app.keys, personId, sessionId), refreshToken }
}
