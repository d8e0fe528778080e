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
import { mailLater, noticeLater } from './account-mail.ts'
import type { AccountNotice } from './account-notice.ts'
import * as store from './account-store.ts'
import { own } from './own-event.ts'
import { hashPassword, isPassword, isWeak } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'
import { familyOf, openSession, rotate } from './refresh-token.ts'
import { checkSecondStep } from './two-step.ts'

type Client = { ip: string; userAgent: string; requestId: string }

const wrongCredentials = () => new Problem(400, 'wrong_credentials', 'Email or Password is Invalid')

export function accountRoutes(app: App) {
  servePublic(app, accountApi.signup, async ({ body, client }) => {
    if (body.currency && !currencies.includes(body.currency))
      throw failField('currency', 'custom', 'Not a currency')
    checkPassword(body.password, body.email, {
      fullName: body.fullName,
      storeNames: [body.businessName],
    })
    await consumeRateLimit(app, 'signup', { address: client.ip, field: 'email' })
    // A refusal says that the email has an account, so few of those are to be had. A sign-up that succeeds is not counted.
    const telling = await consumeRateLimit(app, 'takenEmail', {
      address: client.ip,
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
        await mailLater(tx, { kind: 'verify_email', personId })
        return signIn(app, tx, personId, client)
      },
    ).catch(async error => {
      // A refusal that says nothing of an email, such as one of a store's address, is none of those few.
      const isTaken =
        error instanceof Error &&
        'constraint_name' in error &&
        error.constraint_name === 'person__email__taken'
      await (isTaken ? tellHolder(app, body.email) : telling.refund())
      throw error
    })
    await telling.refund()
    return user
  })

  servePublic(app, accountApi.login, async ({ body, client }) => {
    const account = body.email.trim().toLowerCase()
    const isKnown = async () =>
      (await withTransaction(app.db, {}, tx => store.listAddresses(tx, account))).some(
        ip => getClientNetwork(ip) === getClientNetwork(client.ip),
      )
    const onRefused = (notice: AccountNotice) => () => noteRefused(app, account, client, notice)
    const guess = await consumeRateLimit(app, 'login', {
      address: client.ip,
      account,
      isFamiliar: isKnown,
      reserveRule: 'newPlace',
      onRejected: onRefused('login_blocked'),
      field: 'password',
    })
    const known = await withTransaction(app.db, {}, tx => store.findCredentials(tx, body.email))
    if (!(await isPassword(known?.passwordHash, body.password)) || !known) {
      if (known)
        recordInBackground(app, {
          ...at('login_failed', known._id),
          client,
          details: { device: client.userAgent },
        })
      throw wrongCredentials()
    }
    await guess.refund()
    const personId = known._id
    const code = body.otp?.trim()
      ? await consumeRateLimit(app, 'twoStep', {
          address: client.ip,
          account: personId,
          isFamiliar: isKnown,
          onRejected: onRefused('code_blocked'),
          field: 'otp',
        })
      : undefined
    const newHash = isWeak(known.passwordHash) ? await hashPassword(body.password) : undefined
    const enter = (proven: string) =>
      withTransaction(
        app.db,
        { personId, ip: client.ip, requestId: client.requestId },
        async tx => {
          if (!(await store.recordLogin(tx, personId, proven))) return undefined
          const step = await checkSecondStep(tx, app.keys, personId, body.otp, client)
          if (newHash && isWeak(proven)) await store.renewHash(tx, personId, proven, newHash)
          return signIn(app, tx, personId, client, { twoStep: step !== undefined })
        },
      )
    const user = await enter(known.passwordHash)
      .then(async one => one ?? enter(await hashByNow(app, personId, body)))
      .catch(error => {
        if (error instanceof Problem && error.code === 'wrong_code')
          recordInBackground(app, { ...at('two_step_failed', personId), client })
        if (error instanceof Problem && error.code === 'two_step_required')
          noteCodeAsked(app, personId, client)
        throw error
      })
    if (!user) throw wrongCredentials()
    await code?.refund()
    return user
  })

  servePublic(app, accountApi.refresh, async ({ body, client }) => {
    const family = await withTransaction(app.db, {}, tx => familyOf(tx, body.refreshToken))
    await consumeRateLimit(app, 'refresh', {
      address: client.ip,
      account: family ?? body.refreshToken,
    })
    // A reused token ends its session, so the refusal is made after the commit.
    const next = await withTransaction(app.db, { ip: client.ip, requestId: client.requestId }, tx =>
      rotate(tx, app.keys, body.refreshToken),
    )
    if (!next) throw new Problem(401, 'invalid_refresh_token', 'Invalid refresh token')
    return {
      accessToken: await createAccessToken(app.keys, next.personId, next.sessionId),
      refreshToken: next.refreshToken,
    }
  })

  serveAccount(app, accountApi.me, ({ tx, signer, who }) =>
    store.getPerson(tx, signer.personId, who?.businessId),
  )
  serveAccount(app, accountApi.updatePreferences, ({ tx, signer, body }) =>
    store.changePreferences(tx, signer.personId, body),
  )
  serveAccount(app, accountApi.logout, async ({ tx, signer }) => {
    await store.endSession(tx, signer.sessionId)
    await recordSecurityEvent(tx, own('logout', signer.personId))
    invalidateMembership(signer.sessionId)
    return undefined
  })
}

/** The hash of the same password that another login at this moment renewed. */
async function hashByNow(
  app: App,
  personId: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const known = await withTransaction(app.db, {}, tx => store.findCredentials(tx, email))
  if (known?._id !== personId || !(await isPassword(known.passwordHash, password)))
    throw wrongCredentials()
  return known.passwordHash
}

/** At an account's door, by nobody who has proven who they are. */
const at = (action: SecurityEvent['action'], personId: string): SecurityEvent => ({
  action,
  entity: 'person',
  entityId: personId,
  about: personId,
})

const note = (app: App, action: SecurityEvent['action'], personId: string, client: Client) =>
  withTransaction(app.db, {}, tx =>
    recordSecurityEvent(tx, {
      ...at(action, personId),
      client,
      details: { device: client.userAgent },
    }),
  )

/** The password was right, and no code came with it: the one sign that somebody else has it. An entry a place now and then is enough. */
const noteCodeAsked = (app: App, personId: string, client: Client) =>
  runInBackground(app, 'code_asked', async () => {
    if (await tryConsume(app, 'entry', { address: client.ip, account: `code ${personId}` }))
      await note(app, 'code_asked', personId, client)
  })

/** Found out beside the answer, which must not tell whether there is such an account. */
const noteRefused = (app: App, account: string, client: Client, notice: AccountNotice) =>
  runInBackground(app, 'login_blocked', async () => {
    if (!(await tryConsume(app, 'entry', { address: client.ip, account: `${notice} ${account}` })))
      return
    const known = await withTransaction(app.db, {}, tx => store.findCredentials(tx, account))
    if (!known) return
    await note(app, 'login_blocked', known._id, client)
    await warn(app, known._id, notice)
  })

/** Its owner hears of a sign-up with their email; the answer to it says no more and no less. */
async function tellHolder(app: App, email: string): Promise<void> {
  try {
    const known = await withTransaction(app.db, {}, tx => store.findCredentials(tx, email))
    if (known) await warn(app, known._id, 'signup_tried')
  } catch (error) {
    app.log.warn(
      { err: error },
      'the owner of an account could not be told of a sign-up with its email',
    )
  }
}

/** A mail that strangers cause is sent seldom, or they fill somebody's letter box with it. */
async function warn(app: App, personId: string, notice: AccountNotice): Promise<void> {
  if (await tryConsume(app, 'warning', { account: `${notice} ${personId}` }))
    await withTransaction(app.db, {}, tx => noticeLater(tx, personId, notice))
}

/** Opens a session for somebody who has proven who they are. */
export async function signIn(
  app: App,
  tx: Tx,
  personId: string,
  client: Client,
  details: SecurityEvent['details'] = {},
): Promise<SessionUser> {
  // The membership is visible to the person it is of; from here on that is who asks.
  await tx`select set_config('app.person_id', ${personId}, true)`
  const { sessionId, refreshToken } = await openSession(tx, personId, client)
  await recordSecurityEvent(tx, {
    ...own('login', personId),
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
