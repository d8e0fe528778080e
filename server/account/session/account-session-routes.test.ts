import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type SessionUser } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { type AccountSession, accountSessionApi } from '#contract/account/account-session.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'
import { parseUserAgent } from './user-agent.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const password = 'kiln-and-glaze'
let count = 0
const toTester = ({ _id, business, accessToken }: SessionUser): Tester => ({
  personId: _id,
  storeId: business ?? '',
  token: accessToken,
})
type TestDevice = { as: Tester; refreshToken: string }
const toDevice = (user: SessionUser): TestDevice => ({
  as: toTester(user),
  refreshToken: user.refreshToken,
})
const login = (email: string, passwordInput = password) =>
  t.call(undefined, accountApi.login, {
    body: { email, password: passwordInput },
    headers: { 'user-agent': phone },
  })
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const isLoggedIn = async ({ as }: TestDevice) => (await t.call(as, accountApi.me)).status === 200
/** Returns a person who is logged in on a desktop and on a phone. */
async function signUp() {
  count += 1
  const email = `mia${count}@example.org`
  const { body } = await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Mia Potter', email, password, businessName: 'Pots' },
  })
  return { email, desk: toDevice(body.data), phone: toDevice((await login(email)).body.data) }
}
const listSessions = async ({ as }: TestDevice): Promise<AccountSession[]> =>
  (await t.call(as, accountSessionApi.listSessions)).body.data

describe('the sessions of a person', () => {
  test('are listed with readable devices, the current one first, without ended ones', async () => {
    const mia = await signUp()
    await signUp()
    const [first, second, ...more] = await listSessions(mia.desk)
    expect(more).toEqual([])
    expect(first).toMatchObject({ isCurrent: true, ip: '127.0.0.1' })
    expect(second).toMatchObject({
      isCurrent: false,
      browser: 'Safari',
      system: 'iOS',
      isPhone: true,
    })
    await t.call(mia.phone.as, accountApi.logout)
    expect(await listSessions(mia.desk)).toHaveLength(1)
  })

  test('can be ended individually, with their tokens', async () => {
    const mia = await signUp()
    const otherId = (await listSessions(mia.desk))[1]?._id ?? ''
    expect(
      (await t.call(mia.desk.as, accountSessionApi.endSession, { params: { id: otherId } })).status,
    ).toBe(200)
    expect([await isLoggedIn(mia.desk), await isLoggedIn(mia.phone)]).toEqual([true, false])
    expect(
      (
        await t.call(undefined, accountApi.refresh, {
          body: { refreshToken: mia.phone.refreshToken },
        })
      ).status,
    ).toBe(401)
    expect(
      (await t.call(mia.desk.as, accountSessionApi.endSession, { params: { id: otherId } })).status,
      'once',
    ).toBe(404)
  })

  test('are not found by other people', async () => {
    const [mia, eve] = [await signUp(), await signUp()]
    const targetId = (await listSessions(mia.desk))[1]?._id ?? ''
    expect(
      (await t.call(eve.desk.as, accountSessionApi.endSession, { params: { id: targetId } }))
        .status,
    ).toBe(404)
    expect(await isLoggedIn(mia.phone)).toBe(true)
  })

  test('are all ended with the password, except the current one', async () => {
    const [mia, other] = [await signUp(), await signUp()]
    const rejectedReply = await t.call(mia.desk.as, accountSessionApi.endOtherSessions, {
      body: { password: 'not the right one' },
    })
    expect([rejectedReply.status, rejectedReply.body.code, await isLoggedIn(mia.phone)]).toEqual([
      400,
      'wrong_password',
      true,
    ])
    const endedReply = await t.call(mia.desk.as, accountSessionApi.endOtherSessions, {
      body: { password },
    })
    expect([endedReply.status, endedReply.body.data]).toEqual([200, { endedSessions: 1 }])
    expect([
      await isLoggedIn(mia.desk),
      await isLoggedIn(mia.phone),
      await isLoggedIn(other.phone),
    ]).toEqual([true, false, true])
  })
})

describe('a new password', () => {
  const newPassword = 'salt-and-slip-9'
  const changePassword = ({ as }: TestDevice, body: Record<string, unknown>) =>
    t.call(as, accountSessionApi.changePassword, { body })

  test('is set with the current one, ends other sessions and links, and sends an email', async () => {
    const mia = await signUp()
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email: mia.email } })
    await t.runJobs()
    expect(
      (await changePassword(mia.desk, { currentPassword: password, password: newPassword })).body
        .data,
    ).toEqual({
      endedSessions: 1,
    })
    expect([await isLoggedIn(mia.desk), await isLoggedIn(mia.phone)]).toEqual([true, false])
    expect(
      (
        await t.call(undefined, accountApi.refresh, {
          body: { refreshToken: mia.desk.refreshToken },
        })
      ).status,
      'the current device stays logged in',
    ).toBe(200)
    expect([(await login(mia.email)).status, (await login(mia.email, newPassword)).status]).toEqual(
      [400, 200],
    )
    const validLinks = await t.sql`
      select 1 from mail_link where person_id = ${mia.desk.as.personId}
        and purpose = 'reset_password' and used_at is null`
    expect(validLinks).toHaveLength(0)
    await t.runJobs()
    expect((await listMailsTo(t, mia.email)).join()).toContain('Subject: Your password was changed')
  })

  test.each([
    ['without the current one', { password: newPassword }, 422, 'currentPassword', 'required'],
    [
      'with a wrong current one',
      { currentPassword: 'not the right one', password: newPassword },
      400,
      'currentPassword',
      'wrong_password',
    ],
    [
      'that equals the current one',
      { currentPassword: password, password },
      422,
      'password',
      'same_password',
    ],
    [
      'that is too short',
      { currentPassword: password, password: 'short' },
      422,
      'password',
      'too_short',
    ],
    [
      'that is common',
      { currentPassword: password, password: 'Password123' },
      422,
      'password',
      'common',
    ],
  ])('%s is rejected, and nothing changes', async (_case, body, status, path, code) => {
    const mia = await signUp()
    const reply = await changePassword(mia.desk, body)
    expect([reply.status, reply.body.errors[0].path, reply.body.errors[0].code]).toEqual([
      status,
      path,
      code,
    ])
    expect([await isLoggedIn(mia.phone), (await login(mia.email)).status]).toEqual([true, 200])
  })

  test('is set by one of two concurrent changes', async () => {
    const mia = await signUp()
    const replies = await Promise.all(
      ['first-of-the-two', 'second-of-the-two'].map(nextPassword =>
        changePassword(mia.desk, { currentPassword: password, password: nextPassword }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge',
    'Windows',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox',
    'Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS',
    false,
  ],
  ['<script>alert(1)</script>', '', '', false],
])('parses the user agent %s', (userAgent, browser, system, isPhone) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system, isPhone })
})
