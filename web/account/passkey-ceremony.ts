import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { callApi } from '../lib/call/call-api.ts'

// The WebAuthn steps in the browser and the calls around them. Loaded when the user presses a
// passkey button.

/** The user closed the browser's dialog, or the device has no matching passkey. Not a failure. */
export class PasskeyCanceledError extends Error {}

const rethrowCancellation = <T>(ceremony: Promise<T>): Promise<T> =>
  ceremony.catch(error => {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
      throw new PasskeyCanceledError(error.message)
    throw error
  })

export async function logInWithPasskey() {
  const optionsJSON = await callApi(accountPasskeyApi.startPasskeyLogin, {})
  const credential = await rethrowCancellation(startAuthentication({ optionsJSON }))
  return callApi(accountPasskeyApi.passkeyLogin, { body: { credential } })
}

export async function unlockWithPasskey(): Promise<void> {
  const optionsJSON = await callApi(accountPasskeyApi.startPasskeyUnlock, {})
  await callApi(accountPasskeyApi.passkeyUnlock, {
    body: { credential: await rethrowCancellation(startAuthentication({ optionsJSON })) },
  })
}

export async function requestPasskey(body: { password: string; otp?: string | undefined }) {
  const optionsJSON = await callApi(accountPasskeyApi.startPasskey, { body })
  return rethrowCancellation(startRegistration({ optionsJSON }))
}
