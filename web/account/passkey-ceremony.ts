import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { call } from '../lib/call/call.ts'

// What the browser itself asks, and what goes to the server of it. Loaded when somebody presses the button.

/** Somebody closed the browser's question, or their device has no such key: nothing to make a fault of. */
export class PasskeyLeft extends Error {}

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(error => {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
      throw new PasskeyLeft(error.message)
    throw error
  })

export async function logInByPasskey() {
  const optionsJSON = await call(accountPasskeyApi.startPasskeyLogin, {})
  const credential = await asked(startAuthentication({ optionsJSON }))
  return call(accountPasskeyApi.passkeyLogin, { body: { credential } })
}

export async function unlockByPasskey(): Promise<void> {
  const optionsJSON = await call(accountPasskeyApi.startPasskeyUnlock, {})
  await call(accountPasskeyApi.passkeyUnlock, {
    body: { credential: await asked(startAuthentication({ optionsJSON })) },
  })
}

export async function makePasskey(body: { password: string; otp?: string | undefined }) {
  const optionsJSON = await call(accountPasskeyApi.startPasskey, { body })
  return asked(startRegistration({ optionsJSON }))
}
