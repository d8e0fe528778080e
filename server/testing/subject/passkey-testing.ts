import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import type { TestApp, Tester } from '../testing.ts'
import { createTestPasskey, type PasskeyOverrides } from './test-passkey.ts'

export type TestPasskeyDevice = ReturnType<typeof createTestPasskey>

/** Returns functions for tests with people of their own, who log in with passkeys. */
export function createPasskeyTester(t: TestApp) {
  const password = 'kiln-and-glaze'
  let count = 0
  const createDevice = () => createTestPasskey(t.app.config.publicUrl)
  const signUp = async (): Promise<{ email: string; as: Tester }> => {
    count += 1
    const email = `key${count}@example.org`
    const { data } = (
      await t.call(undefined, accountApi.signup, {
        body: { fullName: 'Kay Stone', email, password, businessName: 'Keys' },
      })
    ).body
    return { email, as: { personId: data._id, storeId: data.business, token: data.accessToken } }
  }
  const startCreate = async (as: Tester) =>
    (await t.call(as, accountPasskeyApi.startPasskey, { body: { password } })).body.data
  const createPasskey = (as: Tester, credential: object, name = 'Laptop') =>
    t.call(as, accountPasskeyApi.createPasskey, { body: { name, credential } })
  const createPasskeyOn = async (
    device: TestPasskeyDevice,
    as: Tester,
    overrides?: PasskeyOverrides,
  ) => createPasskey(as, device.create(await startCreate(as), overrides))
  const signUpWithPasskey = async () => {
    const kay = await signUp()
    const device = createDevice()
    expect((await createPasskeyOn(device, kay.as)).status).toBe(201)
    return { ...kay, device }
  }
  const startLogin = async () =>
    (await t.call(undefined, accountPasskeyApi.startPasskeyLogin)).body.data
  const login = (credential: object) =>
    t.call(undefined, accountPasskeyApi.passkeyLogin, { body: { credential } })
  const loginWith = async (device: TestPasskeyDevice, overrides?: PasskeyOverrides) =>
    login(device.prove(await startLogin(), overrides))
  /** Turns on two-step authentication and returns the recovery codes. */
  const enableTwoSteps = async (as: Tester): Promise<string[]> => {
    const { body } = await t.call(as, accountSecurityApi.startTwoStep, { body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) })
    const reply = await t.call(as, accountSecurityApi.confirmTwoStep, {
      body: { code: totp.generate() },
    })
    return reply.body.data.recoveryCodes
  }
  return {
    password,
    createDevice,
    signUp,
    startCreate,
    createPasskey,
    createPasskeyOn,
    signUpWithPasskey,
    startLogin,
    login,
    loginWith,
    enableTwoSteps,
  }
}
