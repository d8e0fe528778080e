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
import { noticeLater } from './account-mail.ts'
import { signIn } from './account-routes.ts'
import { getPerson, recordLogin } from './account-store.ts'
import { deviceOf } from './device-of.ts'
import { insistOnBoth } from './insist-on-password.ts'
import { own } from './own-event.ts'
import {
  challengeSeconds,
  isRefused,
  makeChallenge,
  notAccepted,
  spendChallenge,
} from './passkey-challenge.ts'
import {
  algorithms,
  checkProof,
  handleOf,
  placeOfPasskeys,
  readNewPasskey,
} from './passkey-proof.ts'
import * as store from './passkey-store.ts'

export function passkeyRoutes(app: App) {
  const { rpId } = placeOfPasskeys(app.config)
  const timeout = challengeSeconds * 1000

  serveAccount(app, accountPasskeyApi.listPasskeys, ({ tx, signer }) =>
    store.listPasskeys(tx, signer.personId),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.startPasskey,
    async ({ signer: { personId }, body, client, inTx }) => {
      await insistOnBoth(app, inTx, personId, body, client)
      const [person, excludeCredentials] = await inTx(
        async tx => [await getPerson(tx, personId), await store.listKept(tx, personId)] as const,
      )
      return {
        challenge: makeChallenge(app.keys, `add ${personId}`),
        rp: { id: rpId, name: 'Storewright' },
        user: { id: handleOf(personId), name: person.email, displayName: person.fullName },
        pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key' as const, alg })),
        timeout,
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
    async ({ signer: { personId }, body, client, inTx }) => {
      const { challenge, ...key } = await readNewPasskey(app, `add ${personId}`, body)
      const { browser, system } = deviceOf(client.userAgent)
      const name = body.name || [browser, system].filter(Boolean).join(', ') || 'Passkey'
      return inTx(async tx => {
        await spendChallenge(tx, challenge)
        const added = await store.addPasskey(tx, personId, {
          ...key,
          name,
          transports: (body.credential.response.transports ?? []).join(','),
        })
        await recordSecurityEvent(tx, { ...own('passkey_added', personId), details: { name } })
        await noticeLater(tx, personId, 'passkey_added')
        return added
      })
    },
  )
  serveAccount(app, accountPasskeyApi.renamePasskey, ({ tx, signer, params, body }) =>
    store.renamePasskey(tx, signer.personId, params.id, body.name),
  )
  serveAccount(
    app,
    accountPasskeyApi.deletePasskey,
    async ({ tx, signer: { personId }, params }) => {
      await store.removePasskey(tx, personId, params.id)
      await recordSecurityEvent(tx, own('passkey_removed', personId))
      await noticeLater(tx, personId, 'passkey_removed')
      return undefined
    },
  )

  const request = (challenge: string, allowCredentials: store.Kept[] = []) => ({
    challenge,
    rpId,
    timeout,
    userVerification: 'required' as const,
    allowCredentials,
  })
  servePublic(app, accountPasskeyApi.startPasskeyLogin, async () =>
    request(makeChallenge(app.keys, 'login')),
  )
  servePublic(app, accountPasskeyApi.passkeyLogin, async ({ body, client }) => {
    const guess = await consumeRateLimit(app, 'login', { address: client.ip })
    const known = await withTransaction(app.db, {}, tx => store.findPasskey(tx, body.credential.id))
    if (!known) throw notAccepted()
    const { personId } = known
    const user = await checkProof(app, 'login', body, known)
      .then(proof =>
        withTransaction(
          app.db,
          { personId, ip: client.ip, requestId: client.requestId },
          async tx => {
            await spendChallenge(tx, proof.challenge)
            if (!(await recordLogin(tx, personId))) throw notAccepted()
            await store.notePasskeyUse(tx, known.id, proof)
            // Something one has, and a finger, a face or a number: two steps in one.
            return signIn(app, tx, personId, client, { twoStep: true, passkey: true })
          },
        ),
      )
      .catch(error => {
        if (isRefused(error))
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
    await guess.refund()
    return user
  })

  serveAccount(app, accountPasskeyApi.startPasskeyUnlock, async ({ tx, signer: { personId } }) =>
    request(makeChallenge(app.keys, `unlock ${personId}`), await store.listKept(tx, personId)),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.passkeyUnlock,
    async ({ signer: { personId }, body, client, inTx }) => {
      const guess = await consumeRateLimit(app, 'password', { account: personId })
      const known = await inTx(tx => store.findPasskey(tx, body.credential.id))
      const isTheirs = known?.personId === personId
      await (isTheirs
        ? checkProof(app, `unlock ${personId}`, body, known)
        : Promise.reject(notAccepted())
      )
        .then(proof =>
          inTx(async tx => {
            await spendChallenge(tx, proof.challenge)
            if (isTheirs) await store.notePasskeyUse(tx, known.id, proof)
          }),
        )
        .catch(error => {
          if (isRefused(error))
            recordInBackground(app, { ...own('unlock_failed', personId), client })
          throw error
        })
      await guess.refund()
      return undefined
    },
  )
}
