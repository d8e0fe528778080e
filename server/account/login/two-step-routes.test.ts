import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { createAccountTester } from '../../testing/subject/account-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let accounts: ReturnType<typeof createAccountTester>
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://admin.example.net' })
  accounts = createAccountTester(t)
})
afterAll(() => t.close())

describe('two-step authentication', () => {
  const createCode = (secret: string, seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + seconds * 1000,
    })
  async function signUpWithTwoSteps() {
    const ann = await accounts.signUp()
    const { body } = await t.call(ann.as, accountSecurityApi.startTwoStep, {
      body: { password: accounts.password },
    })
    const { secret, uri } = body.data
    expect(uri).toContain(encodeURIComponent(ann.email))
    expect(
      (await accounts.login(ann.email, accounts.password)).status,
      'before the confirmation',
    ).toBe(200)
    const confirmReply = await t.call(ann.as, accountSecurityApi.confirmTwoStep, {
      body: { code: createCode(secret) },
    })
    await t.sql`update two_step set last_step = 0`
    return { ann, secret: String(secret), codes: confirmReply.body.data.recoveryCodes as string[] }
  }

  test('asks for a code only after the correct password', async () => {
    const { ann } = await signUpWithTwoSteps()
    expect((await accounts.login(ann.email, 'not the right one')).body.code).toBe(
      'wrong_credentials',
    )
    expect([
      (await accounts.login(ann.email, accounts.password)).body.code,
      (await accounts.login(ann.email, accounts.password, ' ')).body.code,
    ]).toEqual(['two_step_required', 'two_step_required'])
  })

  test('accepts the current, previous and next code, each once', async () => {
    // Stops the clock, so that no interval ends between the creation and the use of a code.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { ann, secret } = await signUpWithTwoSteps()
    expect(
      (await accounts.login(ann.email, accounts.password, createCode(secret, -90))).body,
    ).toMatchObject({
      code: 'wrong_code',
      errors: [{ path: 'otp' }],
    })
    expect(
      (await accounts.login(ann.email, accounts.password, createCode(secret, 90))).body.code,
    ).toBe('wrong_code')
    expect(
      (await accounts.login(ann.email, accounts.password, createCode(secret, -30))).status,
    ).toBe(200)
    const code = createCode(secret)
    const replies = await Promise.all(
      [1, 2].map(() =>
        accounts.login(ann.email, accounts.password, `${code.slice(0, 3)} ${code.slice(3)}`),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(
      (await accounts.login(ann.email, accounts.password, createCode(secret, -30))).body.code,
      'older than the last used code',
    ).toBe('wrong_code')
  })

  test('accepts a recovery code once, in any spelling', async () => {
    const { ann, codes } = await signUpWithTwoSteps()
    expect(new Set(codes).size).toBe(10)
    expect(codes[0], '80 bits').toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(
      (
        await accounts.login(
          ann.email,
          accounts.password,
          (codes[0] ?? '').toUpperCase().replaceAll('-', ' '),
        )
      ).status,
    ).toBe(200)
    expect((await accounts.login(ann.email, accounts.password, codes[0])).body).toMatchObject({
      code: 'wrong_recovery_code',
      message: 'This recovery code is incorrect or was already used. Each code works once.',
    })
    await t.runJobs()
    const notifications = (await accounts.readMails(ann.email)).filter(mail =>
      mail.includes('Subject: A recovery code was used'),
    )
    expect(notifications, 'only for the accepted code').toHaveLength(1)
    expect(notifications[0]).toContain(
      'It came from an unknown device, at 127.0.0.1. 9 recovery codes are left.',
    )
  })

  test('encrypts its secret, and is turned off with the password and a code', async () => {
    const { ann, secret } = await signUpWithTwoSteps()
    const [row] = await t.sql<
      { secret: Uint8Array }[]
    >`select secret from two_step where person_id = ${ann._id}`
    expect(Buffer.from(row?.secret ?? []).toString('latin1')).not.toContain(secret)
    expect(
      (
        await t.call(ann.as, accountSecurityApi.startTwoStep, {
          body: { password: accounts.password },
        })
      ).body.code,
    ).toBe('two_step_on')
    expect(
      (await t.call(ann.as, accountSecurityApi.disableTwoStep, { body: { password: 'wrong' } }))
        .body.code,
    ).toBe('wrong_password')
    expect((await accounts.login(ann.email, accounts.password)).body.code).toBe('two_step_required')
    for (const [otp, code] of [
      [undefined, 'two_step_required'],
      ['000 000', 'wrong_code'],
    ]) {
      expect(
        (
          await t.call(ann.as, accountSecurityApi.disableTwoStep, {
            body: { password: accounts.password, otp },
          })
        ).body,
      ).toMatchObject({ code, errors: [{ path: 'otp' }] })
    }
    expect((await accounts.login(ann.email, accounts.password)).body.code).toBe('two_step_required')
    expect(
      (
        await t.call(ann.as, accountSecurityApi.disableTwoStep, {
          body: { password: accounts.password, otp: createCode(secret) },
        })
      ).status,
    ).toBe(200)
    expect((await accounts.login(ann.email, accounts.password)).status).toBe(200)
    expect(
      (
        await t.call(ann.as, accountSecurityApi.disableTwoStep, {
          body: { password: accounts.password },
        })
      ).body.code,
    ).toBe('two_step_off')
    await t.runJobs()
    const mails = (await accounts.readMails(ann.email)).join()
    expect(mails).toContain('Two-step authentication was turned on')
    expect(mails).toContain('Two-step authentication was turned off')
  })

  test('returns its state, and new recovery codes replace the old ones', async () => {
    const { ann, codes } = await signUpWithTwoSteps()
    const getTwoStep = async () => (await t.call(ann.as, accountSecurityApi.getTwoStep)).body.data
    await accounts.login(ann.email, accounts.password, codes[0])
    expect(await getTwoStep()).toMatchObject({
      isEnabled: true,
      recoveryCodesLeft: 9,
      enabledAt: expect.any(String),
    })
    expect(
      (await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, { body: { password: 'wrong' } }))
        .body.code,
    ).toBe('wrong_password')
    expect(
      (
        await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, {
          body: { password: accounts.password },
        })
      ).body.code,
    ).toBe('two_step_required')
    expect(await getTwoStep()).toMatchObject({ recoveryCodesLeft: 9 })
    const { recoveryCodes } = (
      await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, {
        body: { password: accounts.password, otp: codes[2] },
      })
    ).body.data
    expect((await accounts.login(ann.email, accounts.password, codes[1])).body.code).toBe(
      'wrong_recovery_code',
    )
    expect((await accounts.login(ann.email, accounts.password, recoveryCodes[1])).status).toBe(200)
    const bob = await accounts.signUp()
    expect((await t.call(bob.as, accountSecurityApi.getTwoStep)).body.data).toEqual({
      isEnabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
    })
    expect(
      (
        await t.call(bob.as, accountSecurityApi.renewRecoveryCodes, {
          body: { password: accounts.password },
        })
      ).body.code,
    ).toBe('two_step_off')
  })
})
