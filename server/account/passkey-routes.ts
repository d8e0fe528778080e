import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../lib/call/serve.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { createAccountEvent } from './account-event.ts'
import { enqueueAccountNotification } from './account-mail.ts'
import { getPerson } from './account-store.ts'
import { challengeSeconds, consumeChallenge, createChallenge } from './passkey-challenge.ts'
import * as store from './passkey-store.ts'
import {
  encodeUserHandle,
  getRelyingParty,
  passkeyAlgorithms,
  verifyNewPasskey,
} from './passkey-verification.ts'
import { requirePasswordAndSecondStep } from './require-reauthentication.ts'
import { parseUserAgent } from './user-agent.ts'

/** The passkeys of a person: listing, adding, renaming and deleting them. */
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
      await requirePasswordAndSecondStep(app, inTx, { ...body, personId, client })
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
}
