import type { z } from 'zod'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/account/account-passkey.ts'
import type { Config } from '../../config.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import {
  type ChallengePurpose,
  createPasskeyRejectedProblem,
  isValidChallenge,
} from './passkey-challenge.ts'

type PasskeyContext = { config: Pick<Config, 'publicUrl'>; keys: SecretKeys }

/** Loaded with the first passkey, because the library takes 25 MB. */
const loadVerifier = () => import('@simplewebauthn/server')

/** Returns the relying party of the configured URL. The host of a request has no influence. */
export const getRelyingParty = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  rpId: new URL(publicUrl).hostname,
  origin: new URL(publicUrl).origin,
})

/** EdDSA, ES256 and RS256 (COSE identifiers): every authenticator supports one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

/**
 * Returns what every response must match, and `received`, which holds the challenge of the response
 * after its verification.
 */
function createExpectation({ config, keys }: PasskeyContext, purpose: ChallengePurpose) {
  const { rpId, origin } = getRelyingParty(config)
  const received = { challenge: '' }
  const expected = {
    expectedChallenge: (challenge: string) => {
      received.challenge = challenge
      return isValidChallenge(keys, purpose, challenge)
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }
  return { expected, received }
}

/**
 * Returns the passkey in a registration response, if the response answers a valid challenge and the
 * device verified its user.
 * @throws Problem 400 passkey_rejected
 */
export async function verifyNewPasskey(
  context: PasskeyContext,
  purpose: ChallengePurpose,
  { credential: { id, response } }: z.infer<typeof PasskeyRegistration>,
) {
  const { expected, received } = createExpectation(context, purpose)
  const { verifyRegistrationResponse } = await loadVerifier()
  const verification = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
      },
    },
    ...expected,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => {
    throw createPasskeyRejectedProblem()
  })
  if (!verification.verified) throw createPasskeyRejectedProblem()
  const { credential, credentialBackedUp } = verification.registrationInfo
  return {
    challenge: received.challenge,
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    isSynced: credentialBackedUp,
  }
}

export type StoredPasskey = {
  id: string
  personId: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
}

/**
 * Verifies that the passkey signed a valid challenge and that the device verified its user.
 * @throws Problem 400 passkey_rejected
 */
export async function verifyPasskeyProof(
  context: PasskeyContext,
  purpose: ChallengePurpose,
  { credential: { id, response } }: PasskeyAssertion,
  passkey: StoredPasskey,
) {
  // The device names a person, who must be the owner of the passkey.
  if (
    response.userHandle !== undefined &&
    response.userHandle !== encodeUserHandle(passkey.personId)
  )
    throw createPasskeyRejectedProblem()
  const { expected, received } = createExpectation(context, purpose)
  const { verifyAuthenticationResponse } = await loadVerifier()
  const verification = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
    },
    ...expected,
    credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
  }).catch(() => {
    throw createPasskeyRejectedProblem()
  })
  if (!verification.verified) throw createPasskeyRejectedProblem()
  return {
    challenge: received.challenge,
    counter: verification.authenticationInfo.newCounter,
    isSynced: verification.authenticationInfo.credentialBackedUp,
  }
}

/** Returns the user handle that a device stores: the id of the person, without personal data. */
export const encodeUserHandle = (personId: string) =>
  Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url')
