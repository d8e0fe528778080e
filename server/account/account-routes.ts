import { accountApi, type SessionUser } from '#contract/account.ts'
import { currencies, isZone } from '#contract/business.ts'
import { Problem, refuseField } from '../lib/call/problem.ts'
import { type App, serveAccount, servePublic } from '../lib/call/serve.ts'
import { forgetStanding, makeAccessToken } from '../lib/call/session.ts'
import { inScope, type Tx } from '../lib/db/db.ts'
import { placeOf } from '../lib/security/address.ts'
import { attempt, mayTry } from '../lib/security/attempt.ts'
import {
  recordAside,
  recordEvent,
  type SecurityEvent,
  workAside,
} from '../lib/security/security-event.ts'
import { openStore } from '../rule/open-store.ts'
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
      throw refuseField('currency', 'custom', 'Not a currency')
    checkPassword(body.password, body.email, {
      fullName: body.fullName,
      storeNames: [body.businessName],
    })
    await attempt(app, 'signup', { address: client.ip, field: 'email' })
    // A refusal says that the email has an account, so few of those are to be had. A sign-up that succeeds is not counted.
    const telling = await attempt(app, 'takenEmail', { address: client.ip, field: 'email' })
    const passwordHash = await hashPassword(body.password)
    const user = await inScope(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
      const personId = await store.createPerson(tx, body, passwordHash)
      const { businessName: name, domain: slug, currency, timezone, email } = body
      // A zone that this runtime does not know keeps nobody from signing up; they choose another later.
      await openStore(
        tx,
        personId,
        { name, slug, currency, email, ...(timezone && isZone(timezone) && { timezone }) },
        app.config.storefrontHost,
        'domain',
      )
      await mailLater(tx, { kind: 'verify_email', personId })
      return signIn(app, tx, personId, client)
    }).catch(async error => {
      // A refusal that says nothing of an email, such as one of a store's address, is none of those few.
      const isTaken =
        error instanceof Error &&
        'constraint_name' in error &&
        error.constraint_name === 'person__email__taken'
      await (isTaken ? tellHolder(app, body.email) : telling.forgive())
      throw error
    })
    await telling.forgive()
    return user
  })

  servePublic(app, accountApi.login, async ({ body, client }) => {
    const account = body.email.trim().toLowerCase()
    const isKnown = async () =>
      (await inScope(app.db, {}, tx => store.listAddresses(tx, account))).some(
        ip => placeOf(ip) === placeOf(client.ip),
      )
    const onRefused = (notice: AccountNotice) => () => noteRefused(app, account, client, notice)
    const guess = await attempt(app, 'login', {
      address: client.ip,
      account,
      isKnown,
      reserve: 'newPlace',
      onRefused: onRefused('login_blocked'),
      field: 'password',
    })
    const known = await inScope(app.db, {}, tx => store.findCredentials(tx, body.email))
    if (!(await isPassword(known?.passwordHash, body.password)) || !known) {
      if (known)
        recordAside(app, {
          ...at('login_failed', known._id),
          client,
          details: { device: client.userAgent },
        })
      throw wrongCredentials()
    }
    await guess.forgive()
    const personId = known._id
    const code = body.otp?.trim()
      ? await attempt(app, 'twoStep', {
          address: client.ip,
          account: personId,
          isKnown,
          onRefused: onRefused('code_blocked'),
          field: 'otp',
        })
      : undefined
    const newHash = isWeak(known.passwordHash) ? await hashPassword(body.password) : undefined
    const enter = (proven: string) =>
      inScope(app.db, { personId, ip: client.ip, requestId: client.requestId }, async tx => {
        if (!(await store.recordLogin(tx, personId, proven))) return undefined
        const step = await checkSecondStep(tx, app.keys, personId, body.otp, client)
        if (newHash && isWeak(proven)) await store.renewHash(tx, personId, proven, newHash)
        return signIn(app, tx, personId, client, { twoStep: step !== undefined })
      })
    const user = await enter(known.passwordHash)
      .then(async one => one ?? enter(await hashByNow(app, personId, body)))
      .catch(error => {
        if (error instanceof Problem && error.code === 'wrong_code')
          recordAside(app, { ...at('two_step_failed', personId), client })
        if (error instanceof Problem && error.code === 'two_step_required')
          noteCodeAsked(app, personId, client)
        throw error
      })
    if (!user) throw wrongCredentials()
    await code?.forgive()
    return user
  })

  servePublic(app, accountApi.refresh, async ({ body, client }) => {
    const family = await inScope(app.db, {}, tx => familyOf(tx, body.refreshToken))
    await attempt(app, 'refresh', { address: client.ip, account: family ?? body.refreshToken })
    // A reused token ends its session, so the refusal is made after the commit.
    const next = await inScope(app.db, { ip: client.ip, requestId: client.requestId }, tx =>
      rotate(tx, app.keys, body.refreshToken),
    )
    if (!next) throw new Problem(401, 'invalid_refresh_token', 'Invalid refresh token')
    return {
      accessToken: await makeAccessToken(app.keys, next.personId, next.sessionId),
      refreshToken: next.refreshToken,
    }
  })

  serveAccount(app, accountApi.me, ({ tx, signer, who }) =>
    store.getPerson(tx, signer.personId, who?.businessId),
  )
  serveAccount(app, accountApi.prefer, ({ tx, signer, body }) =>
    store.changePreferences(tx, signer.personId, body),
  )
  serveAccount(app, accountApi.logout, async ({ tx, signer }) => {
    await store.endSession(tx, signer.sessionId)
    await recordEvent(tx, own('logout', signer.personId))
    forgetStanding(signer.sessionId)
    return undefined
  })
}

/** The hash of the same password that another login at this moment renewed. */
async function hashByNow(
  app: App,
  personId: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const known = await inScope(app.db, {}, tx => store.findCredentials(tx, email))
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
  inScope(app.db, {}, tx =>
    recordEvent(tx, { ...at(action, personId), client, details: { device: client.userAgent } }),
  )

/** The password was right, and no code came with it: the one sign that somebody else has it. An entry a place now and then is enough. */
const noteCodeAsked = (app: App, personId: string, client: Client) =>
  workAside(app, 'code_asked', async () => {
    if (await mayTry(app, 'entry', { address: client.ip, account: `code ${personId}` }))
      await note(app, 'code_asked', personId, client)
  })

/** Found out beside the answer, which must not tell whether there is such an account. */
const noteRefused = (app: App, account: string, client: Client, notice: AccountNotice) =>
  workAside(app, 'login_blocked', async () => {
    if (!(await mayTry(app, 'entry', { address: client.ip, account: `${notice} ${account}` })))
      return
    const known = await inScope(app.db, {}, tx => store.findCredentials(tx, account))
    if (!known) return
    await note(app, 'login_blocked', known._id, client)
    await warn(app, known._id, notice)
  })

/** Its owner hears of a sign-up with their email; the answer to it says no more and no less. */
async function tellHolder(app: App, email: string): Promise<void> {
  try {
    const known = await inScope(app.db, {}, tx => store.findCredentials(tx, email))
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
  if (await mayTry(app, 'warning', { account: `${notice} ${personId}` }))
    await inScope(app.db, {}, tx => noticeLater(tx, personId, notice))
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
  await recordEvent(tx, {
    ...own('login', personId),
    client,
    details: { device: client.userAgent, ...details },
  })
  const person = await store.getPerson(tx, personId)
  return {
    ...person,
    accessToken: await makeAccessToken(app.keys, personId, sessionId),
    refreshToken,
  }
}
