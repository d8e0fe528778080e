import { accountPasskeyApi } from '#contract/account-passkey.ts'
import {
  type App,
  serveAccount,
  serveAccountWithoutTransaction,
  servePublic,
} from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { recordInBackground, recordSecurityEvent } from '../lib/security/security-event.ts'
import { createAccountEvent } from './account-event.ts'
import { enqueueAccountNotification } from './account-mail.ts'
import { signIn } from './account-routes.ts'
import { getPerson, recordLogin } from './account-store.ts'
import {
  challengeSeconds,
  consumeChallenge,
  createChallenge,
  createPasskeyRejectedProblem,
  isPasskeyRejection,
} from './passkey-challenge.ts'
import * as store from './passkey-store.ts'
import {
  encodeUserHandle,
  getRelyingParty,
  passkeyAlgorithms,
  verifyNewPasskey,
  verifyPasskeyProof,
} from './passkey-verification.ts'
import { requirePasswordAndSecondStep } from './require-reauthentication.ts'
import { parseUserAgent } from './user-agent.ts'

export function passkeyRoutes(app: App) {
  const { rpId } = getRelyingParty(app.config)
  const timeoutMs = challengeSeconds * 1000

  serveAccount(app, accountPasskeyApi.listPasskeys, ({ tx, claims }) =>
    store.listPasskeys(tx, claims.personId),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.startPasskey,
    async ({ claims: { personId }, body, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, personId, body, client)
      const [person, excludeCredentials] = await inTx(
        async tx =>
          [
            await getPerson(tx, personId),
            await store.listCredentialDescriptors(tx, personId),
          ] as const,
      )
      return {
        challenge: createChallenge(app.keys, `add ${personId}`),
        rp: { id: rpId, name: 'Storewright' },
        user: { id: encodeUserHandle(personId), name: person.email, displayName: person.fullName },
        pubKeyCredParams: passkeyAlgorithms.map(alg => ({ type: 'public-key' as const, alg })),
        timeout: timeoutMs,
        attestation: 'none' as const,
        excludeCredentials,
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true,
          userVerification: 'required' as const,
        },
      }
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.createPasskey,
    async ({ claims: { personId }, body, client, inTx }) => {
      const { challenge, ...newPasskey } = await verifyNewPasskey(app, `add ${personId}`, body)
      const { browser, system } = parseUserAgent(client.userAgent)
      const name = body.name || [browser, system].filter(Boolean).join(', ') || 'Passkey'
      return inTx(async tx => {
        await consumeChallenge(tx, challenge)
        const createdPasskey = await store.createPasskey(tx, personId, {
          ...newPasskey,
          name,
          transports: (body.credential.response.transports ?? []).join(','),
        })
        await recordSecurityEvent(tx, {
          ...createAccountEvent('passkey_added', personId),
          details: { name },
        })
        await enqueueAccountNotification(tx, personId, 'passkey_added')
        return createdPasskey
      })
    },
  )
  serveAccount(app, accountPasskeyApi.renamePasskey, ({ tx, claims, params, body }) =>
    store.renamePasskey(tx, claims.personId, params.id, body.name),
  )
  serveAccount(
    app,
    accountPasskeyApi.deletePasskey,
    async ({ tx, claims: { personId }, params }) => {
      await store.deletePasskey(tx, personId, params.id)
      await recordSecurityEvent(tx, createAccountEvent('passkey_removed', personId))
      await enqueueAccountNotification(tx, personId, 'passkey_removed')
      return undefined
    },
  )

  const buildRequestOptions = (
    challenge: string,
    allowCredentials: store.CredentialDescriptor[] = [],
  ) => ({
    challenge,
    rpId,
    timeout: timeoutMs,
    userVerification: 'required' as const,
    allowCredentials,
  })
  servePublic(app, accountPasskeyApi.startPasskeyLogin, async () =>
    buildRequestOptions(createChallenge(app.keys, 'login')),
  )
  servePublic(app, accountPasskeyApi.passkeyLogin, async ({ body, client }) => {
    const rateLimit = await consumeRateLimit(app, 'login', { source: client.ip })
    const passkey = await withTransaction(app.db, {}, tx =>
      store.findPasskey(tx, body.credential.id),
    )
    if (!passkey) throw createPasskeyRejectedProblem()
    const { personId } = passkey
    const user = await verifyPasskeyProof(app, 'login', body, passkey)
      .then(proof =>
        withTransaction(
          app.db,
          { personId, ip: client.ip, requestId: client.requestId },
          async tx => {
            await consumeChallenge(tx, proof.challenge)
            if (!(await recordLogin(tx, personId))) throw createPasskeyRejectedProblem()
            await store.recordPasskeyUse(tx, passkey.id, proof)
            // Something one has, and a finger, a face or a number: two steps in one.
            return signIn(app, tx, personId, client, { twoStep: true, passkey: true })
          },
        ),
      )
      .catch(error => {
        if (isPasskeyRejection(error))
          recordInBackground(app, {
            action: 'login_failed',
            entity: 'person',
            entityId: personId,
            about: personId,
            client,
            details: { device: client.userAgent },
          })
        throw error
      })
    // Not before: a proof that was answered already must not put back what was drawn for guesses.
    await rateLimit.refund()
    return user
  })

  serveAccount(app, accountPasskeyApi.startPasskeyUnlock, async ({ tx, claims: { personId } }) =>
    buildRequestOptions(
      createChallenge(app.keys, `unlock ${personId}`),
      await store.listCredentialDescriptors(tx, personId),
    ),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.passkeyUnlock,
    async ({ claims: { personId }, body, client, inTx }) => {
      const rateLimit = await consumeRateLimit(app, 'reauthentication', {
        target: `password ${personId}`,
      })
      const passkey = await inTx(tx => store.findPasskey(tx, body.credential.id))
      const isOwnPasskey = passkey?.personId === personId
      await (isOwnPasskey
        ? verifyPasskeyProof(app, `unlock ${personId}`, body, passkey)
        : Promise.reject(createPasskeyRejectedProblem())
      )
        .then(proof =>
          inTx(async tx => {
            await consumeChallenge(tx, proof.challenge)
            if (isOwnPasskey) await store.recordPasskeyUse(tx, passkey.id, proof)
          }),
        )
        .catch(error => {
          if (isPasskeyRejection(error))
            recordInBackground(app, { ...createAccountEvent('unlock_failed', personId), client })
          throw error
        })
      await rateLimit.refund()
      return undefined
    },
  )
}
