import type { z } from 'zod'
import type { SessionUser } from '#contract/account/account.ts'
import { accountPasskeyApi, type PasskeyAssertion } from '#contract/account/account-passkey.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import {
  type App,
  serveAccount,
  serveAccountWithoutTransaction,
  servePublic,
} from '../../lib/call/serve.ts'
import { type RunInTransaction, withTransaction } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { recordInBackground } from '../../lib/security/security-event.ts'
import { createAccountEvent, createAnonymousAccountEvent } from '../account-event.ts'
import { recordLogin } from '../account-store.ts'
import { createLoginSession } from '../login/create-login-session.ts'
import {
  challengeSeconds,
  consumeChallenge,
  createChallenge,
  createPasskeyRejectedProblem,
  isPasskeyRejection,
} from './passkey-challenge.ts'
import {
  type CredentialDescriptor,
  findPasskey,
  listCredentialDescriptors,
  recordPasskeyUse,
} from './passkey-store.ts'
import { getRelyingParty, type StoredPasskey, verifyPasskeyProof } from './passkey-verification.ts'

type PasskeyLogin = { body: z.infer<typeof PasskeyAssertion>; client: ClientInfo }

/** Serves the login and the unlocking of the screen with a passkey. */
export function passkeyLoginRoutes(app: App) {
  const { rpId } = getRelyingParty(app.config)
  const buildRequestOptions = (
    challenge: string,
    allowCredentials: CredentialDescriptor[] = [],
  ) => ({
    challenge,
    rpId,
    timeout: challengeSeconds * 1000,
    userVerification: 'required' as const,
    allowCredentials,
  })
  servePublic(app, accountPasskeyApi.startPasskeyLogin, async () =>
    buildRequestOptions(createChallenge(app.keys, 'login')),
  )
  servePublic(app, accountPasskeyApi.passkeyLogin, request => logInWithPasskey(app, request))
  serveAccount(app, accountPasskeyApi.startPasskeyUnlock, async ({ tx, claims: { personId } }) =>
    buildRequestOptions(
      createChallenge(app.keys, `unlock ${personId}`),
      await listCredentialDescriptors(tx, personId),
    ),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.passkeyUnlock,
    async ({ claims: { personId }, body, client, inTx }) => {
      await unlockWithPasskey(app, inTx, { personId, body, client })
      return undefined
    },
  )
}

async function logInWithPasskey(app: App, { body, client }: PasskeyLogin): Promise<SessionUser> {
  const rateLimit = await consumeRateLimit(app, 'login', { source: client.ip })
  const passkey = await withTransaction(app.db, {}, tx => findPasskey(tx, body.credential.id))
  if (!passkey) throw createPasskeyRejectedProblem()
  try {
    const user = await createPasskeySession(app, { body, client }, passkey)
    // Only now, because a replayed proof must not refund earlier guesses.
    await rateLimit.refund()
    return user
  } catch (error) {
    if (isPasskeyRejection(error))
      recordInBackground(app, {
        ...createAnonymousAccountEvent('login_failed', passkey.personId),
        client,
        details: { device: client.userAgent },
      })
    throw error
  }
}

async function createPasskeySession(
  app: App,
  { body, client }: PasskeyLogin,
  passkey: StoredPasskey,
): Promise<SessionUser> {
  const { personId } = passkey
  const proof = await verifyPasskeyProof(app, 'login', body, passkey)
  const scope = { personId, ip: client.ip, requestId: client.requestId }
  return withTransaction(app.db, scope, async tx => {
    await consumeChallenge(tx, proof.challenge)
    if (!(await recordLogin(tx, personId))) throw createPasskeyRejectedProblem()
    await recordPasskeyUse(tx, passkey.id, proof)
    // A passkey proves both a device and its user, so it counts as two steps.
    return createLoginSession(app, tx, {
      personId,
      client,
      details: { twoStep: true, passkey: true },
    })
  })
}

async function unlockWithPasskey(
  app: App,
  inTx: RunInTransaction,
  { personId, body, client }: PasskeyLogin & { personId: string },
): Promise<void> {
  const rateLimit = await consumeRateLimit(app, 'reauthentication', {
    target: `password ${personId}`,
  })
  try {
    const passkey = await inTx(tx => findPasskey(tx, body.credential.id))
    if (passkey?.personId !== personId) throw createPasskeyRejectedProblem()
    const proof = await verifyPasskeyProof(app, `unlock ${personId}`, body, passkey)
    await inTx(async tx => {
      await consumeChallenge(tx, proof.challenge)
      await recordPasskeyUse(tx, passkey.id, proof)
    })
  } catch (error) {
    if (isPasskeyRejection(error))
      recordInBackground(app, { ...createAccountEvent('unlock_failed', personId), client })
    throw error
  }
  await rateLimit.refund()
}
