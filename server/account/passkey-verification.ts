import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/account-passkey.ts'
import type { Config } from '../config.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import {
  type ChallengePurpose,
  createPasskeyRejectedProblem,
  isValidChallenge,
} from './passkey-challenge.ts'

type PasskeyContext = { config: Pick<Config, 'publicUrl'>; keys: SecretKeys }

/** Whom passkeys are for: the place of the configuration, whatever host a request names. */
export const getRelyingParty = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  rpId: new URL(publicUrl).hostname,
  origin: new URL(publicUrl).origin,
})

/** ES256, EdDSA and RS256: every device makes one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The key in a browser's answer, if the answer is one to a challenge of ours and somebody was verified at the device. */
export async function verifyNewPasskey(
  { config, keys }: PasskeyContext,
  purpose: ChallengePurpose,
  { credential: { id, response } }: z.infer<typeof PasskeyRegistration>,
) {
  const { rpId, origin } = getRelyingParty(config)
  let challenge = ''
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
    expectedChallenge: receivedChallenge => {
      challenge = receivedChallenge
      return isValidChallenge(keys, purpose, receivedChallenge)
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => {
    throw createPasskeyRejectedProblem()
  })
  if (!verification.verified) throw createPasskeyRejectedProblem()
  const { credential, credentialBackedUp } = verification.registrationInfo
  return {
    challenge,
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

/** Throws unless the answer was made by this key, to a challenge of ours, with somebody verified at the device. */
export async function verifyPasskeyProof(
  { config, keys }: PasskeyContext,
  purpose: ChallengePurpose,
  { credential: { id, response } }: PasskeyAssertion,
  passkey: StoredPasskey,
) {
  const { rpId, origin } = getRelyingParty(config)
  // Whom the device says it is for must be whose key it is.
  if (
    response.userHandle !== undefined &&
    response.userHandle !== encodeUserHandle(passkey.personId)
  )
    throw createPasskeyRejectedProblem()
  let challenge = ''
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
    expectedChallenge: receivedChallenge => {
      challenge = receivedChallenge
      return isValidChallenge(keys, purpose, receivedChallenge)
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
  }).catch(() => {
    throw createPasskeyRejectedProblem()
  })
  if (!verification.verified) throw createPasskeyRejectedProblem()
  return {
    challenge,
    counter: verification.authenticationInfo.newCounter,
    isSynced: verification.authenticationInfo.credentialBackedUp,
  }
}

/** What a device keeps of the person: their id, and nothing that says who they are. */
export const encodeUserHandle = (personId: string) =>
  Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url')
