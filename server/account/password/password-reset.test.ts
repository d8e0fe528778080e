import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
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
const getPasswordHash = async (email: string) =>
  (
    await t.inStore(
      tx => tx<{ passwordHash: string }[]>`select password_hash from person where email = ${email}`,
    )
  )[0]?.passwordHash

describe('a forgotten password', () => {
  test('gets the same reply for a known and an unknown email, and only the known one gets an email', async () => {
    const { email } = await accounts.signUp()
    const [knownReply, unknownReply] = [
      await requestReset(` ${email.toUpperCase()}`),
      await requestReset('nobody@example.org'),
    ]
    expect(knownReply.status).toBe(200)
    expect(unknownReply).toEqual({ ...knownReply, headers: expect.anything() })
    expect(await accounts.readMails('nobody@example.org')).toEqual([])
    expect((await accounts.readMails(email)).at(-1)).toContain('Subject: Set a new password')
  })

  test('sends at most five reset emails an hour, not counting verification emails', async () => {
    const { email, as } = await accounts.signUp()
    for (let n = 0; n < 7; n++) expect((await requestReset(email)).status).toBe(200)
    const countResetMails = async () =>
      (await accounts.readMails(email)).filter(mail => mail.includes('Subject: Set a new password'))
        .length
    expect(await countResetMails()).toBe(5)
    await t.call(as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect((await accounts.readMails(email)).at(-1)).toContain('Subject: Confirm your email')
    await t.inStore(tx => tx`update mail_link set created_at = now() - interval '61 minutes'`)
    await requestReset(email)
    expect(await countResetMails()).toBe(6)
  })

  test('leads to the configured URL, not to the host of the request', async () => {
    const { email } = await accounts.signUp()
    await requestReset(email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    })
    expect((await accounts.readLastLink(email))[1]).toBe('https://admin.example.net/reset-password')
    expect((await accounts.readMails(email)).join()).not.toContain('evil.example')
    expect((await accounts.readMails(email)).join(), 'an unsafe name is omitted').not.toContain(
      'Potter',
    )
  })

  test('is replaced once by its link, which ends every session and notifies the person', async () => {
    const ann = await accounts.signUp()
    await requestReset(ann.email)
    const token = await accounts.readLastToken(ann.email)
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
    expect((await accounts.login(ann.email, accounts.password)).status).toBe(400)
    expect(
      (await accounts.login(ann.email, 'another-long-one')).body.data.isEmailVerified,
      'the link verifies the email',
    ).toBe(true)
    await t.runJobs()
    expect((await accounts.readMails(ann.email)).at(-1)).toContain(
      'Subject: Your password was changed',
    )

    const passwordHash = await getPasswordHash(ann.email)
    const secondReply = await resetPassword(token, 'a-third-long-one')
    expect([secondReply.status, secondReply.body.code]).toEqual([400, 'link_invalid'])
    expect(await getPasswordHash(ann.email)).toBe(passwordHash)
  })

  test('is replaced once by two concurrent uses of a link', async () => {
    const { email } = await accounts.signUp()
    await requestReset(email)
    const token = await accounts.readLastToken(email)
    const replies = await Promise.all(
      ['first-of-the-two', 'second-of-the-two'].map(newPassword =>
        resetPassword(token, newPassword),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('accepts every sent link until one of them is used', async () => {
    const { email } = await accounts.signUp()
    await requestReset(email)
    const first = await accounts.readLastToken(email)
    await requestReset(email)
    const second = await accounts.readLastToken(email)
    expect(second).not.toBe(first)
    expect((await resetPassword(first, 'by-the-older-link')).status).toBe(200)
    expect((await resetPassword(second, 'by-the-newer-link')).body.code).toBe('link_invalid')
  })

  test.each([
    ['a short password', 'too short', 422, 'too_short'],
    ['a common password', 'Password123', 422, 'common'],
  ])('rejects %s and keeps the link valid', async (_case, badPassword, status, code) => {
    const { email } = await accounts.signUp()
    await requestReset(email)
    const [token, passwordHash] = [
      await accounts.readLastToken(email),
      await getPasswordHash(email),
    ]
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
    const { email } = await accounts.signUp()
    await requestReset(email)
    const [token, passwordHash] = [
      await accounts.readLastToken(email),
      await getPasswordHash(email),
    ]
    const hash = createHash('sha256').update(token).digest()
    await t.sql`update mail_link set ${t.sql.unsafe(change)} where hash = ${hash}`
    expect(
      (await t.call(undefined, accountSecurityApi.checkResetLink, { body: { token } })).body.code,
    ).toBe('link_invalid')
    expect((await resetPassword(token, 'a-good-one-then')).body.code).toBe('link_invalid')
    expect(await getPasswordHash(email)).toBe(passwordHash)
  })

  test('has a link that is valid for 30 minutes, whose secret is only in the email', async () => {
    const { email } = await accounts.signUp()
    const reply = await requestReset(email)
    const token = await accounts.readLastToken(email)
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
