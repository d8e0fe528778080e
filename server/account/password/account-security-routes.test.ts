import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi, type SessionUser } from '#contract/account.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { startTestApp, type TestApp, type Tester } from '../../lib/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://admin.example.net' })
})
afterAll(() => t.close())

const password = 'kiln-and-glaze'
let count = 0
type SignedUpPerson = SessionUser & { as: Tester }
async function signUp(): Promise<SignedUpPerson> {
  count += 1
  const { body } = await t.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Ann <b>Potter</b>',
      email: `ann${count}@example.org`,
      password,
      businessName: 'Pots',
    },
  })
  await t.runJobs()
  return {
    ...body.data,
    as: { personId: body.data._id, businessId: body.data.business, token: body.data.accessToken },
  }
}
const login = (email: string, passwordInput: string, otp?: string) =>
  t.call(undefined, accountApi.login, { body: { email, password: passwordInput, otp } })
const requestReset = async (email: string, headers = {}) => {
  const reply = await t.call(undefined, accountSecurityApi.forgotPassword, {
    body: { email },
    headers,
  })
  await t.runJobs()
  return reply
}
const resetPassword = (token: string, passwordInput: string) =>
  t.call(undefined, accountSecurityApi.resetPassword, { body: { token, password: passwordInput } })

/** Returns the decoded emails to one recipient, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(t.app.config.dataDir, 'outbox')
  const files = (await readdir(folder)).toSorted()
  const mails = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return mails
    .filter(mail => mail.includes(`To: ${email}`))
    .map(mail =>
      mail
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
    )
}
const lastLink = async (email: string) =>
  /(https?:\/\/\S+?)#token=([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? '') ?? []
const lastToken = async (email: string) => (await lastLink(email))[2] ?? ''
const getPasswordHash = async (email: string) =>
  (
    await t.inStore(
      tx => tx<{ passwordHash: string }[]>`select password_hash from person where email = ${email}`,
    )
  )[0]?.passwordHash

describe('a forgotten password', () => {
  test('gets the same reply for a known and an unknown email, and only the known one gets an email', async () => {
    const { email } = await signUp()
    const [knownReply, unknownReply] = [
      await requestReset(` ${email.toUpperCase()}`),
      await requestReset('nobody@example.org'),
    ]
    expect(knownReply.status).toBe(200)
    expect(unknownReply).toEqual({ ...knownReply, headers: expect.anything() })
    expect(await mailsTo('nobody@example.org')).toEqual([])
    expect((await mailsTo(email)).at(-1)).toContain('Subject: Set a new password')
  })

  test('sends at most five reset emails an hour, not counting verification emails', async () => {
    const { email, as } = await signUp()
    for (let n = 0; n < 7; n++) expect((await requestReset(email)).status).toBe(200)
    const countResetMails = async () =>
      (await mailsTo(email)).filter(mail => mail.includes('Subject: Set a new password')).length
    expect(await countResetMails()).toBe(5)
    await t.call(as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect((await mailsTo(email)).at(-1)).toContain('Subject: Confirm your email')
    await t.inStore(tx => tx`update mail_link set created_at = now() - interval '61 minutes'`)
    await requestReset(email)
    expect(await countResetMails()).toBe(6)
  })

  test('leads to the configured URL, not to the host of the request', async () => {
    const { email } = await signUp()
    await requestReset(email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    })
    expect((await lastLink(email))[1]).toBe('https://admin.example.net/reset-password')
    expect((await mailsTo(email)).join()).not.toContain('evil.example')
    expect((await mailsTo(email)).join(), 'an unsafe name is omitted').not.toContain('Potter')
  })

  test('is replaced once by its link, which ends every session and notifies the person', async () => {
    const ann = await signUp()
    await requestReset(ann.email)
    const token = await lastToken(ann.email)
    expect(
      (await t.call(undefined, accountSecurityApi.checkResetLink, { body: { token } })).body.data,
    ).toEqual({ email: ann.email })
    const resetReply = await resetPassword(token, 'another-long-one')
    expect([resetReply.status, resetReply.body.data]).toEqual([200, { email: ann.email }])
    expect((await t.call(ann.as, accountApi.me)).status).toBe(401)
    expect(
      (await t.call(undefined, accountApi.refresh, { body: { refreshToken: ann.refreshToken } }))
        .status,
    ).toBe(401)
    expect((await login(ann.email, password)).status).toBe(400)
    expect(
      (await login(ann.email, 'another-long-one')).body.data.isEmailVerified,
      'the link verifies the email',
    ).toBe(true)
    await t.runJobs()
    expect((await mailsTo(ann.email)).at(-1)).toContain('Subject: Your password was changed')

    const passwordHash = await getPasswordHash(ann.email)
    const secondReply = await resetPassword(token, 'a-third-long-one')
    expect([secondReply.status, secondReply.body.code]).toEqual([400, 'link_invalid'])
    expect(await getPasswordHash(ann.email)).toBe(passwordHash)
  })

  test('is replaced once by two concurrent uses of a link', async () => {
    const { email } = await signUp()
    await requestReset(email)
    const token = await lastToken(email)
    const replies = await Promise.all(
      ['first-of-the-two', 'second-of-the-two'].map(newPassword =>
        resetPassword(token, newPassword),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('accepts every sent link until one of them is used', async () => {
    const { email } = await signUp()
    await requestReset(email)
    const first = await lastToken(email)
    await requestReset(email)
    const second = await lastToken(email)
    expect(second).not.toBe(first)
    expect((await resetPassword(first, 'by-the-older-link')).status).toBe(200)
    expect((await resetPassword(second, 'by-the-newer-link')).body.code).toBe('link_invalid')
  })

  test.each([
    ['a short password', 'too short', 422, 'too_short'],
    ['a common password', 'Password123', 422, 'common'],
  ])('rejects %s and keeps the link valid', async (_case, badPassword, status, code) => {
    const { email } = await signUp()
    await requestReset(email)
    const [token, passwordHash] = [await lastToken(email), await getPasswordHash(email)]
    const reply = await resetPassword(token, badPassword)
    expect([reply.status, reply.body.errors[0].code, reply.body.errors[0].path]).toEqual([
      status,
      code,
      'password',
    ])
    expect(await getPasswordHash(email)).toBe(passwordHash)
    expect((await resetPassword(token, 'a-good-one-then')).status).toBe(200)
  })

  test.each([
    ['expired', 'expires_at = now()'],
    ['sent to an email that is no longer theirs', `email = 'old@example.org'`],
    ['for another purpose', `purpose = 'verify_email'`],
  ])('rejects a link that is %s, and changes nothing', async (_case, change) => {
    const { email } = await signUp()
    await requestReset(email)
    const [token, passwordHash] = [await lastToken(email), await getPasswordHash(email)]
    const hash = createHash('sha256').update(token).digest()
    await t.sql`update mail_link set ${t.sql.unsafe(change)} where hash = ${hash}`
    expect(
      (await t.call(undefined, accountSecurityApi.checkResetLink, { body: { token } })).body.code,
    ).toBe('link_invalid')
    expect((await resetPassword(token, 'a-good-one-then')).body.code).toBe('link_invalid')
    expect(await getPasswordHash(email)).toBe(passwordHash)
  })

  test('has a link that is valid for 30 minutes, whose secret is only in the email', async () => {
    const { email } = await signUp()
    const reply = await requestReset(email)
    const token = await lastToken(email)
    expect(JSON.stringify(reply)).not.toContain(token)
    const [link] = await t.sql`
      select *, extract(epoch from expires_at - created_at)::integer as seconds,
        encode(hash, 'escape') as plain
      from mail_link where email = ${email} and purpose = 'reset_password'`
    expect(link?.['seconds']).toBe(1800)
    expect(JSON.stringify(link)).not.toContain(token)
    expect(
      await t.sql`select payload from graphile_worker._private_jobs where payload::text like ${`%${token}%`}`,
    ).toEqual([])
  })
})

describe('an email', () => {
  const verify = ({ as }: SignedUpPerson, token: string) =>
    t.call(as, accountSecurityApi.verifyEmail, { body: { token } })

  test('is confirmed by the link of the sign-up email, also at a second click', async () => {
    const ann = await signUp()
    expect(ann.isEmailVerified).toBe(false)
    const [, page, token = ''] = await lastLink(ann.email)
    expect(page).toBe('https://admin.example.net/verify-email')
    expect((await verify(ann, token)).body.data).toEqual({ email: ann.email })
    expect((await t.call(ann.as, accountApi.me)).body.data.isEmailVerified).toBe(true)
    expect((await verify(ann, token)).status).toBe(200)
  })

  test('is not confirmed from another account, and the link stays valid', async () => {
    const [ann, reader] = [await signUp(), await signUp()]
    const token = await lastToken(ann.email)
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
    const ann = await signUp()
    const token = await lastToken(ann.email)
    await t.sql`update mail_link set expires_at = now() where email = ${ann.email}`
    expect((await verify(ann, token)).body.code).toBe('link_invalid')
    expect((await verify(ann, 'x'.repeat(43))).body.code).toBe('link_invalid')
    expect((await t.call(ann.as, accountApi.me)).body.data.isEmailVerified).toBe(false)
    expect((await t.call(ann.as, accountSecurityApi.resendVerification)).body.data).toEqual({
      email: ann.email,
    })
    await t.runJobs()
    expect((await verify(ann, await lastToken(ann.email))).status).toBe(200)
  })

  test('that is confirmed gets no further link', async () => {
    const ann = await signUp()
    await verify(ann, await lastToken(ann.email))
    const before = await mailsTo(ann.email)
    await t.call(ann.as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect(await mailsTo(ann.email)).toEqual(before)
  })
})

describe('two-step authentication', () => {
  const createCode = (secret: string, seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + seconds * 1000,
    })
  async function signUpWithTwoSteps() {
    const ann = await signUp()
    const { body } = await t.call(ann.as, accountSecurityApi.startTwoStep, { body: { password } })
    const { secret, uri } = body.data
    expect(uri).toContain(encodeURIComponent(ann.email))
    expect((await login(ann.email, password)).status, 'before the confirmation').toBe(200)
    const confirmReply = await t.call(ann.as, accountSecurityApi.confirmTwoStep, {
      body: { code: createCode(secret) },
    })
    await t.sql`update two_step set last_step = 0`
    return { ann, secret: String(secret), codes: confirmReply.body.data.recoveryCodes as string[] }
  }

  test('asks for a code only after the right password', async () => {
    const { ann } = await signUpWithTwoSteps()
    expect((await login(ann.email, 'not the right one')).body.code).toBe('wrong_credentials')
    expect([
      (await login(ann.email, password)).body.code,
      (await login(ann.email, password, ' ')).body.code,
    ]).toEqual(['two_step_required', 'two_step_required'])
  })

  test('accepts the current, previous and next code, each once', async () => {
    // Stops the clock, so that no interval ends between the creation and the use of a code.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { ann, secret } = await signUpWithTwoSteps()
    expect((await login(ann.email, password, createCode(secret, -90))).body).toMatchObject({
      code: 'wrong_code',
      errors: [{ path: 'otp' }],
    })
    expect((await login(ann.email, password, createCode(secret, 90))).body.code).toBe('wrong_code')
    expect((await login(ann.email, password, createCode(secret, -30))).status).toBe(200)
    const code = createCode(secret)
    const replies = await Promise.all(
      [1, 2].map(() => login(ann.email, password, `${code.slice(0, 3)} ${code.slice(3)}`)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(
      (await login(ann.email, password, createCode(secret, -30))).body.code,
      'older than the last used code',
    ).toBe('wrong_code')
  })

  test('accepts a recovery code once, in any spelling', async () => {
    const { ann, codes } = await signUpWithTwoSteps()
    expect(new Set(codes).size).toBe(10)
    expect(codes[0], '80 bits').toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(
      (await login(ann.email, password, (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')))
        .status,
    ).toBe(200)
    expect((await login(ann.email, password, codes[0])).body).toMatchObject({
      code: 'wrong_recovery_code',
      message: 'This recovery code is incorrect or was already used. Each code works once.',
    })
    await t.runJobs()
    const notifications = (await mailsTo(ann.email)).filter(mail =>
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
      (await t.call(ann.as, accountSecurityApi.startTwoStep, { body: { password } })).body.code,
    ).toBe('two_step_on')
    expect(
      (await t.call(ann.as, accountSecurityApi.disableTwoStep, { body: { password: 'wrong' } }))
        .body.code,
    ).toBe('wrong_password')
    expect((await login(ann.email, password)).body.code).toBe('two_step_required')
    for (const [otp, code] of [
      [undefined, 'two_step_required'],
      ['000 000', 'wrong_code'],
    ]) {
      expect(
        (await t.call(ann.as, accountSecurityApi.disableTwoStep, { body: { password, otp } })).body,
      ).toMatchObject({ code, errors: [{ path: 'otp' }] })
    }
    expect((await login(ann.email, password)).body.code).toBe('two_step_required')
    expect(
      (
        await t.call(ann.as, accountSecurityApi.disableTwoStep, {
          body: { password, otp: createCode(secret) },
        })
      ).status,
    ).toBe(200)
    expect((await login(ann.email, password)).status).toBe(200)
    expect(
      (await t.call(ann.as, accountSecurityApi.disableTwoStep, { body: { password } })).body.code,
    ).toBe('two_step_off')
    await t.runJobs()
    expect((await mailsTo(ann.email)).join()).toMatch(
      /Two-step authentication was turned on.*Two-step authentication was turned off/s,
    )
  })

  test('returns its state, and new recovery codes replace the old ones', async () => {
    const { ann, codes } = await signUpWithTwoSteps()
    const getTwoStep = async () => (await t.call(ann.as, accountSecurityApi.getTwoStep)).body.data
    await login(ann.email, password, codes[0])
    expect(await getTwoStep()).toMatchObject({
      isOn: true,
      codesLeft: 9,
      since: expect.any(String),
    })
    expect(
      (await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, { body: { password: 'wrong' } }))
        .body.code,
    ).toBe('wrong_password')
    expect(
      (await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, { body: { password } })).body
        .code,
    ).toBe('two_step_required')
    expect(await getTwoStep()).toMatchObject({ codesLeft: 9 })
    const { recoveryCodes } = (
      await t.call(ann.as, accountSecurityApi.renewRecoveryCodes, {
        body: { password, otp: codes[2] },
      })
    ).body.data
    expect((await login(ann.email, password, codes[1])).body.code).toBe('wrong_recovery_code')
    expect((await login(ann.email, password, recoveryCodes[1])).status).toBe(200)
    const bob = await signUp()
    expect((await t.call(bob.as, accountSecurityApi.getTwoStep)).body.data).toEqual({
      isOn: false,
      since: null,
      codesLeft: 0,
    })
    expect(
      (await t.call(bob.as, accountSecurityApi.renewRecoveryCodes, { body: { password } })).body
        .code,
    ).toBe('two_step_off')
  })
})

test('a locked screen is unlocked only with the password of its person', async () => {
  const ann = await signUp()
  expect(
    (await t.call(ann.as, accountSecurityApi.unlock, { body: { password: 'wrong' } })).body,
  ).toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  expect((await t.call(ann.as, accountSecurityApi.unlock, { body: { password } })).status).toBe(200)
})
