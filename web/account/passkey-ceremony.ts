import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { callApi } from '../lib/call/call-api.ts'

// What the browser itself asks, and what goes to the server of it. Loaded when somebody presses the button.

/** Somebody closed the browser's question, or their device has no such key: nothing to make a fault of. */
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

export async function createPasskey(body: { password: string; otp?: string | undefined }) {
  const optionsJSON = await callApi(accountPasskeyApi.startPasskey, { body })
  return rethrowCancellation(startRegistration({ optionsJSON }))
}
