import { accountApi, type SessionUser } from '#contract/account.ts'
import { currencies, isTimeZone } from '#contract/business.ts'
import { createAccessToken, invalidateMembership } from '../lib/call/authenticate.ts'
import { failField, Problem } from '../lib/call/problem.ts'
import { type App, serveAccount, servePublic } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { getClientNetwork } from '../lib/security/client-network.ts'
import { consumeRateLimit, tryConsume } from '../lib/security/rate-limit.ts'
import {
  recordInBackground,
  recordSecurityEvent,
  runInBackground,
  type SecurityEvent,
} from '../lib/security/security-event.ts'
import { createStore } from '../rule/create-store.ts'
import { createAccountEvent } from './account-event.ts'
import { enqueueAccountMail, enqueueAccountNotification } from './account-mail.ts'
import type { AccountNotification } from './account-notification.ts'
import * as store from './account-store.ts'
import { hashPassword, isWeakHash, verifyPassword } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'
import { createSession, findTokenSessionId, rotateRefreshToken } from './refresh-token.ts'
import { checkSecondStep, isWrongCodeProblem } from './two-step.ts'

type LoginClient = { ip: string; userAgent: string; requestId: string }

const createWrongCredentialsProblem = () => new Problem(400, 'wrong_credentials')

export function accountRoutes(app: App) {
  servePublic(app, accountApi.signup, async ({ body, client }) => {
    if (body.currency && !currencies.includes(body.currency))
      throw failField('currency', 'unknown_currency')
    await checkPassword(body.password, {
      email: body.email,
      fullName: body.fullName,
      storeName: body.businessName,
    })
    await consumeRateLimit(app, 'signup', { source: client.ip, field: 'email' })
    // A refusal says that the email has an account, so few of those are to be had. A sign-up that succeeds is not counted.
    const takenEmailLimit = await consumeRateLimit(app, 'takenEmail', {
      source: client.ip,
      field: 'email',
    })
    const passwordHash = await hashPassword(body.password)
    const user = await withTransaction(
      app.db,
      { ip: client.ip, requestId: client.requestId },
      async tx => {
        const personId = await store.createPerson(tx, body, passwordHash)
        const { businessName: name, domain: slug, currency, timezone, email } = body
        // A zone that this runtime does not know keeps nobody from signing up; they choose another later.
        await createStore(
          tx,
          personId,
          { name, slug, currency, email, ...(timezone && isTimeZone(timezone) && { timezone }) },
          app.config.storefrontHost,
          'domain',
        )
        await enqueueAccountMail(tx, { kind: 'verify_email', personId })
        return signIn(app, tx, personId, client)
      },
    ).catch(async error => {
      // A refusal that says nothing of an email, such as one of a store's address, is none of those few.
      const isTaken =
        error instanceof Error &&
        'constraint_name' in error &&
        error.constraint_name === 'person__email__taken'
      await (isTaken ? notifyAccountOwner(app, body.email) : takenEmailLimit.refund())
      throw error
    })
    await takenEmailLimit.refund()
    return user
  })

  servePublic(app, accountApi.login, async ({ body, client }) => {
    const account = body.email.trim().toLowerCase()
    const isKnownNetwork = async () =>
      (await withTransaction(app.db, {}, tx => store.listRecentIps(tx, account))).some(
        ip => getClientNetwork(ip) === getClientNetwork(client.ip),
      )
    const createRejectionHandler = (notification: AccountNotification) => () =>
      recordRejectedLogin(app, account, client, notification)
    const loginLimit = await consumeRateLimit(app, 'login', {
      source: client.ip,
      target: account,
      isKnownSource: isKnownNetwork,
      reserveRule: 'loginFromNewNetwork',
      onRejected: createRejectionHandler('login_blocked'),
      field: 'password',
    })
    const credentials = await withTransaction(app.db, {}, tx =>
      store.findCredentials(tx, body.email),
    )
    if (!(await verifyPassword(credentials?.passwordHash, body.password)) || !credentials) {
      if (credentials)
        recordInBackground(app, {
          ...createAnonymousAccountEvent('login_failed', credentials._id),
          client,
          details: { device: client.userAgent },
        })
      throw createWrongCredentialsProblem()
    }
    await loginLimit.refund()
    const personId = credentials._id
    const twoStepLimit = body.otp?.trim()
      ? await consumeRateLimit(app, 'reauthentication', {
          source: client.ip,
          target: `code ${personId}`,
          isKnownSource: isKnownNetwork,
          onRejected: createRejectionHandler('code_blocked'),
          field: 'otp',
        })
      : undefined
    const upgradedHash = isWeakHash(credentials.passwordHash)
      ? await hashPassword(body.password)
      : undefined
    const completeLogin = (verifiedHash: string) =>
      withTransaction(
        app.db,
        { personId, ip: client.ip, requestId: client.requestId },
        async tx => {
          if (!(await store.recordLogin(tx, personId, verifiedHash))) return undefined
          const step = await checkSecondStep(tx, app.keys, personId, body.otp, client)
          if (upgradedHash && isWeakHash(verifiedHash))
            await store.replacePasswordHash(tx, personId, verifiedHash, upgradedHash)
          return signIn(app, tx, personId, client, { twoStep: step !== undefined })
        },
      )
    const user = await completeLogin(credentials.passwordHash)
      .then(
        async sessionUser =>
          sessionUser ?? completeLogin(await getVerifiedHash(app, personId, body)),
      )
      .catch(error => {
        if (isWrongCodeProblem(error))
          recordInBackground(app, {
            ...createAnonymousAccountEvent('two_step_failed', personId),
            client,
          })
        if (error instanceof Problem && error.code === 'two_step_required')
          recordCodeRequested(app, personId, client)
        throw error
      })
    if (!user) throw createWrongCredentialsProblem()
    await twoStepLimit?.refund()
    return user
  })

  servePublic(app, accountApi.refresh, async ({ body, client }) => {
    const tokenSessionId = await withTransaction(app.db, {}, tx =>
      findTokenSessionId(tx, body.refreshToken),
    )
    await consumeRateLimit(
      app,
      'lookup',
      tokenSessionId ? { target: tokenSessionId } : { source: client.ip },
    )
    // A reused token ends its session, so the refusal is made after the commit.
    const rotation = await withTransaction(
      app.db,
      { ip: client.ip, requestId: client.requestId },
      tx => rotateRefreshToken(tx, app.keys, body.refreshToken),
    )
    if (!rotation) throw new Problem(401, 'invalid_refresh_token')
    return {
      accessToken: await createAccessToken(app.keys, rotation.personId, rotation.sessionId),
      refreshToken: rotation.refreshToken,
    }
  })

  serveAccount(app, accountApi.me, ({ tx, claims, principal }) =>
    store.getPerson(tx, claims.personId, principal?.businessId),
  )
  serveAccount(app, accountApi.updatePreferences, ({ tx, claims, body }) =>
    store.updatePreferences(tx, claims.personId, body),
  )
  serveAccount(app, accountApi.logout, async ({ tx, claims }) => {
    await store.endSession(tx, claims.sessionId)
    await recordSecurityEvent(tx, createAccountEvent('logout', claims.personId))
    invalidateMembership(claims.sessionId)
    return undefined
  })
}

/** The hash of the same password that another login at this moment renewed. */
async function getVerifiedHash(
  app: App,
  personId: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const credentials = await withTransaction(app.db, {}, tx => store.findCredentials(tx, email))
  if (credentials?._id !== personId || !(await verifyPassword(credentials.passwordHash, password)))
    throw createWrongCredentialsProblem()
  return credentials.passwordHash
}

/** At an account's door, by nobody who has proven who they are. */
const createAnonymousAccountEvent = (
  action: SecurityEvent['action'],
  personId: string,
): SecurityEvent => ({
  action,
  entity: 'person',
  entityId: personId,
  about: personId,
})

const recordLoginEvent = (
  app: App,
  action: SecurityEvent['action'],
  personId: string,
  client: LoginClient,
) =>
  withTransaction(app.db, {}, tx =>
    recordSecurityEvent(tx, {
      ...createAnonymousAccountEvent(action, personId),
      client,
      details: { device: client.userAgent },
    }),
  )

/** The password was right, and no code came with it: the one sign that somebody else has it. An entry a place now and then is enough. */
const recordCodeRequested = (app: App, personId: string, client: LoginClient) =>
  runInBackground(app, 'code_asked', async () => {
    if (await tryConsume(app, 'auditEntry', { source: client.ip, target: `code ${personId}` }))
      await recordLoginEvent(app, 'code_asked', personId, client)
  })

/** Found out beside the answer, which must not tell whether there is such an account. */
const recordRejectedLogin = (
  app: App,
  account: string,
  client: LoginClient,
  notification: AccountNotification,
) =>
  runInBackground(app, 'login_blocked', async () => {
    if (
      !(await tryConsume(app, 'auditEntry', {
        source: client.ip,
        target: `${notification} ${account}`,
      }))
    )
      return
    const credentials = await withTransaction(app.db, {}, tx => store.findCredentials(tx, account))
    if (!credentials) return
    await recordLoginEvent(app, 'login_blocked', credentials._id, client)
    await enqueueWarning(app, credentials._id, notification)
  })

/** Its owner hears of a sign-up with their email; the answer to it says no more and no less. */
async function notifyAccountOwner(app: App, email: string): Promise<void> {
  try {
    const credentials = await withTransaction(app.db, {}, tx => store.findCredentials(tx, email))
    if (credentials) await enqueueWarning(app, credentials._id, 'signup_tried')
  } catch (error) {
    app.log.warn(
      { err: error },
      'the owner of an account could not be told of a sign-up with its email',
    )
  }
}

/** A mail that strangers cause is sent seldom, or they fill somebody's letter box with it. */
async function enqueueWarning(
  app: App,
  personId: string,
  notification: AccountNotification,
): Promise<void> {
  if (await tryConsume(app, 'warningMail', { target: `${notification} ${personId}` }))
    await withTransaction(app.db, {}, tx => enqueueAccountNotification(tx, personId, notification))
}

/** Opens a session for somebody who has proven who they are. */
export async function signIn(
  app: App,
  tx: Tx,
  personId: string,
  client: LoginClient,
  details: SecurityEvent['details'] = {},
): Promise<SessionUser> {
  // The membership is visible to the person it is of; from here on that is who asks.
  await tx`select set_config('app.person_id', ${personId}, true)`
  const { sessionId, refreshToken } = await createSession(tx, personId, client)
  await recordSecurityEvent(tx, {
    ...createAccountEvent('login', personId),
    client,
    details: { device: client.userAgent, ...details },
  })
  const person = await store.getPerson(tx, personId)
  return {
    ...person,
    accessToken: await createAccessToken(app.keys, personId, sessionId),
    refreshToken,
  }
}
