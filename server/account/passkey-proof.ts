import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/account-passkey.ts'
import type { Config } from '../config.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { type ChallengeFor, isChallenge, notAccepted } from './passkey-challenge.ts'

type Place = { config: Pick<Config, 'publicUrl'>; keys: SecretKeys }

/** Whom passkeys are for: the place of the configuration, whatever host a request names. */
export const placeOfPasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  rpId: new URL(publicUrl).hostname,
  origin: new URL(publicUrl).origin,
})

/** ES256, EdDSA and RS256: every device makes one of them. */
export const algorithms = [-8, -7, -257]

/** The key in a browser's answer, if the answer is one to a challenge of ours and somebody was verified at the device. */
export async function readNewPasskey(
  { config, keys }: Place,
  purpose: ChallengeFor,
  { credential: { id, response } }: z.infer<typeof PasskeyRegistration>,
) {
  const { rpId, origin } = placeOfPasskeys(config)
  let challenge = ''
  const read = await verifyRegistrationResponse({
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
    expectedChallenge: given => {
      challenge = given
      return isChallenge(keys, purpose, given)
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw notAccepted()
  })
  if (!read.verified) throw notAccepted()
  const { credential, credentialBackedUp } = read.registrationInfo
  return {
    challenge,
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    isSynced: credentialBackedUp,
  }
}

export type KnownPasskey = {
  id: string
  personId: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
}

/** Throws unless the answer was made by this key, to a challenge of ours, with somebody verified at the device. */
export async function checkProof(
  { config, keys }: Place,
  purpose: ChallengeFor,
  { credential: { id, response } }: PasskeyAssertion,
  known: KnownPasskey,
) {
  const { rpId, origin } = placeOfPasskeys(config)
  // Whom the device says it is for must be whose key it is.
  if (response.userHandle !== undefined && response.userHandle !== handleOf(known.personId))
    throw notAccepted()
  let challenge = ''
  const read = await verifyAuthenticationResponse({
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
    expectedChallenge: given => {
      challenge = given
      return isChallenge(keys, purpose, given)
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(known.publicKey), counter: known.counter },
  }).catch(() => {
    throw notAccepted()
  })
  if (!read.verified) throw notAccepted()
  return {
    challenge,
    counter: read.authenticationInfo.newCounter,
    isSynced: read.authenticationInfo.credentialBackedUp,
  }
}

/** What a device keeps of the person: their id, and nothing that says who they are. */
export const handleOf = (personId: string) =>
  Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url')
