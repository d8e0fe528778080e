import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { createAccountTester } from '../../testing/subject/account-testing.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let accounts: ReturnType<typeof createAccountTester>
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://admin.example.net' })
  accounts = createAccountTester(t)
})
afterAll(() => t.close())

describe('an email', () => {
  const verify = ({ as }: { as: Tester }, token: string) =>
    t.call(as, accountSecurityApi.verifyEmail, { body: { token } })

  test('is confirmed by the link of the sign-up email, also at a second click', async () => {
    const ann = await accounts.signUp()
    expect(ann.isEmailVerified).toBe(false)
    const [, page, token = ''] = await accounts.readLastLink(ann.email)
    expect(page).toBe('https://admin.example.net/verify-email')
    expect((await verify(ann, token)).body.data).toEqual({ email: ann.email })
    expect((await t.call(ann.as, accountApi.me)).body.data.isEmailVerified).toBe(true)
    expect((await verify(ann, token)).status).toBe(200)
  })

  test('is not confirmed from another account, and the link stays valid', async () => {
    const [ann, reader] = [await accounts.signUp(), await accounts.signUp()]
    const token = await accounts.readLastToken(ann.email)
    expect(
      (await t.call(undefined, accountSecurityApi.verifyEmail, { body: { token } })).status,
    ).toBe(401)
    expect((await verify(reader, token)).body).toMatchObject({
      status: false,
      code: 'other_account',
    })
    for (const { as } of [ann, reader])
      expect((await t.call(as, accountApi.me)).body.data.isEmailVerified).toBe(false)
    expect((await verify(ann, token)).status).toBe(200)
  })

  test('is not confirmed by an unknown or expired link, and a new link can be requested', async () => {
    const ann = await accounts.signUp()
    const token = await accounts.readLastToken(ann.email)
    await t.sql`update mail_link set expires_at = now() where email = ${ann.email}`
    expect((await verify(ann, token)).body.code).toBe('link_invalid')
    expect((await verify(ann, 'x'.repeat(43))).body.code).toBe('link_invalid')
    expect((await t.call(ann.as, accountApi.me)).body.data.isEmailVerified).toBe(false)
    expect((await t.call(ann.as, accountSecurityApi.resendVerification)).body.data).toEqual({
      email: ann.email,
    })
    await t.runJobs()
    expect((await verify(ann, await accounts.readLastToken(ann.email))).status).toBe(200)
  })

  test('that is confirmed gets no further link', async () => {
    const ann = await accounts.signUp()
    await verify(ann, await accounts.readLastToken(ann.email))
    const before = await accounts.readMails(ann.email)
    await t.call(ann.as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect(await accounts.readMails(ann.email)).toEqual(before)
  })
})

test('a locked screen is unlocked only with the password of its person', async () => {
  const ann = await accounts.signUp()
  expect(
    (await t.call(ann.as, accountSecurityApi.unlock, { body: { password: 'wrong' } })).body,
  ).toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  expect(
    (await t.call(ann.as, accountSecurityApi.unlock, { body: { password: accounts.password } }))
      .status,
  ).toBe(200)
})
