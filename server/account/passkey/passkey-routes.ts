import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { getPerson } from '../account-store.ts'
import { enqueueAccountNotification } from '../mail/account-mail.ts'
import { requirePasswordAndSecondStep } from '../password/require-reauthentication.ts'
import { parseUserAgent } from '../session/user-agent.ts'
import { challengeSeconds, consumeChallenge, createChallenge } from './passkey-challenge.ts'
import {
  createPasskey,
  deletePasskey,
  listCredentialDescriptors,
  listPasskeys,
  type PasskeyValues,
  renamePasskey,
} from './passkey-store.ts'
import {
  encodeUserHandle,
  getRelyingParty,
  passkeyAlgorithms,
  verifyNewPasskey,
} from './passkey-verification.ts'

/** Serves the list of passkeys and their creation, renaming and deletion. */
export function passkeyRoutes(app: App) {
  serveAccount(app, accountPasskeyApi.listPasskeys, ({ tx, claims }) =>
    listPasskeys(tx, claims.personId),
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.startPasskey,
    async ({ claims: { personId }, body, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, { ...body, personId, client })
      return inTx(tx => buildCreationOptions(app, tx, personId))
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountPasskeyApi.createPasskey,
    async ({ claims: { personId }, body, client, inTx }) => {
      const { challenge, ...newPasskey } = await verifyNewPasskey(app, `add ${personId}`, body)
      const values = {
        ...newPasskey,
        name: body.name || formatPasskeyName(client.userAgent),
        transports: (body.credential.response.transports ?? []).join(','),
      }
      return inTx(async tx => {
        await consumeChallenge(tx, challenge)
        return addPasskey(tx, personId, values)
      })
    },
  )
  serveAccount(app, accountPasskeyApi.renamePasskey, ({ tx, claims, params, body }) =>
    renamePasskey(tx, claims.personId, params.id, body.name),
  )
  serveAccount(
    app,
    accountPasskeyApi.deletePasskey,
    async ({ tx, claims: { personId }, params }) => {
      await deletePasskey(tx, personId, params.id)
      await recordSecurityEvent(tx, createAccountEvent('passkey_removed', personId))
      await enqueueAccountNotification(tx, personId, 'passkey_removed')
      return undefined
    },
  )
}

/**
 * Returns the options that a browser needs to create a passkey (WebAuthn,
 * `PublicKeyCredentialCreationOptions`).
 */
async function buildCreationOptions(app: App, tx: Tx, personId: string) {
  const person = await getPerson(tx, personId)
  return {
    challenge: createChallenge(app.keys, `add ${personId}`),
    rp: { id: getRelyingParty(app.config).rpId, name: 'Storewright' },
    user: { id: encodeUserHandle(personId), name: person.email, displayName: person.fullName },
    pubKeyCredParams: passkeyAlgorithms.map(alg => ({ type: 'public-key' as const, alg })),
    timeout: challengeSeconds * 1000,
    attestation: 'none' as const,
    excludeCredentials: await listCredentialDescriptors(tx, personId),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  }
}

function formatPasskeyName(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || 'Passkey'
}

async function addPasskey(tx: Tx, personId: string, values: PasskeyValues) {
  const passkey = await createPasskey(tx, personId, values)
  await recordSecurityEvent(tx, {
    ...createAccountEvent('passkey_added', personId),
    details: { name: values.name },
  })
  await enqueueAccountNotification(tx, personId, 'passkey_added')
  return passkey
}
