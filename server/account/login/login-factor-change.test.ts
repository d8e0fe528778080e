import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { accountSessionApi } from '#contract/account/account-session.ts'
import { eventually } from '../../testing/eventually.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createPasskeyTester } from '../../testing/subject/passkey-testing.ts'
import { sha256 } from '../../testing/subject/test-passkey.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let passkeys: ReturnType<typeof createPasskeyTester>
beforeAll(async () => {
  t = await startTestApp()
  passkeys = createPasskeyTester(t)
})
afterAll(() => t.close())

const rejected = { status: false, code: 'passkey_rejected' }
const passwordLogin = (email: string, passwordInput: string, otp?: string) =>
  t.call(undefined, accountApi.login, { body: { email, password: passwordInput, otp } })
const newPassword = 'salt-and-slip-9'
/** Sets a new password with a link that is inserted without an email. */
async function resetPassword({ email, as }: { email: string; as: Tester }) {
  const token = randomBytes(32).toString('base64url')
  await t.sql`
    insert into mail_link (hash, person_id, purpose, email, expires_at)
    values (${sha256(token)}, ${as.personId}, 'reset_password', ${email}, now() + interval '1 hour')`
  return t.call(undefined, accountSecurityApi.resetPassword, {
    body: { token, password: newPassword },
  })
}

describe('a password set by an emailed link', () => {
  test('removes the login factors if the email was not verified before', async () => {
    const kay = await passkeys.signUpWithPasskey()
    const [code] = await passkeys.enableTwoSteps(kay.as)
    await t.call(kay.as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await passkeys.loginWith(kay.device)).body).toMatchObject(rejected)
    expect((await passwordLogin(kay.email, newPassword)).status, 'without a code').toBe(200)
    for (const table of ['passkey', 'two_step', 'recovery_code'])
      expect(
        await t.sql`select 1 from ${t.sql(table)} where person_id = ${kay.as.personId}`,
        `${table} ${code}`,
      ).toEqual([])
    expect(
      await t.sql`
        select purpose from mail_link where person_id = ${kay.as.personId} and used_at is null`,
    ).toEqual([])
    const events = await t.sql<{ action: string }[]>`
      select action from audit where store_id = ${kay.as.storeId}
        and action in ('passkey_removed', 'two_step_off') order by action`
    expect(events.map(({ action }) => action)).toEqual(['passkey_removed', 'two_step_off'])
  })

  test('keeps the second step and the passkeys of a verified email', async () => {
    const kay = await passkeys.signUpWithPasskey()
    await t.sql`update person set email_verified_at = now() where id = ${kay.as.personId}`
    const [code] = await passkeys.enableTwoSteps(kay.as)
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await passwordLogin(kay.email, newPassword)).body.code).toBe('two_step_required')
    expect((await passwordLogin(kay.email, newPassword, code)).status).toBe(200)
    expect((await passkeys.loginWith(kay.device)).status).toBe(200)
    await t.runJobs()
    expect((await listMailsTo(t, kay.email)).join(), 'the email mentions the passkey').toContain(
      '1 passkey can still log in without the password.',
    )
  })
})

describe('a concurrent change', () => {
  /**
   * Starts both calls while a row of the person is locked, and lets them continue in this order.
   * The second call has then read the values that the first one changes.
   */
  async function runInOrder<First, Second>(
    personId: string,
    first: () => Promise<First>,
    second: () => Promise<Second>,
    row: 'person' | 'two_step' = 'person',
  ): Promise<[First, Second]> {
    const waitForLocks = (n: number) =>
      eventually(async () => {
        const pids = await t.sql`
            select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`
        expect(pids.length).toBe(n)
      })
    return t
      .inStore(async tx => {
        const idColumn = tx(row === 'person' ? 'id' : 'person_id')
        await tx`select 1 from ${tx(row)} where ${idColumn} = ${personId} for no key update`
        const firstResult = first()
        await waitForLocks(1)
        const secondResult = second()
        await waitForLocks(2)
        return { both: Promise.all([firstResult, secondResult]) }
      })
      .then(({ both }) => both)
  }

  test('of the password by a reset rejects a login with the old password', async () => {
    const kay = await passkeys.signUp()
    const [reset, lateReply] = await runInOrder(
      kay.as.personId,
      () => resetPassword(kay),
      () => passwordLogin(kay.email, passkeys.password),
    )
    expect([reset.status, lateReply.status, lateReply.body.code]).toEqual([
      200,
      400,
      'wrong_credentials',
    ])
    expect(
      await t.sql`
        select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
    ).toEqual([])
  })

  test('of the password rejects a login with the old password', async () => {
    const kay = await passkeys.signUp()
    const change = () =>
      t.call(kay.as, accountSessionApi.changePassword, {
        body: { currentPassword: passkeys.password, password: newPassword },
      })
    const [changeReply, lateReply] = await runInOrder(kay.as.personId, change, () =>
      passwordLogin(kay.email, passkeys.password),
    )
    expect([changeReply.status, lateReply.status]).toEqual([200, 400])
    expect(
      await t.sql`
        select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
      'the current device',
    ).toHaveLength(1)
  })

  test('of the password and a reset by link do not deadlock', async () => {
    const kay = await passkeys.signUp()
    const change = () =>
      t.call(kay.as, accountSessionApi.changePassword, {
        body: { currentPassword: passkeys.password, password: newPassword },
      })
    const [changeReply, reset] = await runInOrder(kay.as.personId, change, () => resetPassword(kay))
    expect([changeReply.status, reset.body.code]).toEqual([200, 'link_invalid'])
  })

  test('that removes a passkey rejects a login with it', async () => {
    const kay = await passkeys.signUpWithPasskey()
    const proof = kay.device.prove(await passkeys.startLogin())
    const [reset, lateReply] = await runInOrder(
      kay.as.personId,
      () => resetPassword(kay),
      () => passkeys.login(proof),
    )
    expect([reset.status, lateReply.body.code]).toEqual([200, 'passkey_rejected'])
    expect(
      await t.sql`
        select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
    ).toEqual([])
  })

  test('of two-step authentication keeps the confirmed secret', async () => {
    const kay = await passkeys.signUp()
    const startTwoStep = () =>
      t.call(kay.as, accountSecurityApi.startTwoStep, { body: { password: passkeys.password } })
    const totp = new TOTP({ secret: Secret.fromBase32((await startTwoStep()).body.data.secret) })
    const confirm = () =>
      t.call(kay.as, accountSecurityApi.confirmTwoStep, { body: { code: totp.generate() } })
    const [confirmReply, lateReply] = await runInOrder(
      kay.as.personId,
      confirm,
      startTwoStep,
      'two_step',
    )
    expect([confirmReply.status, lateReply.status, lateReply.body.code]).toEqual([
      200,
      409,
      'two_step_on',
    ])
    expect(
      (
        await passwordLogin(
          kay.email,
          passkeys.password,
          totp.generate({ timestamp: Date.now() + 30_000 }),
        )
      ).status,
    ).toBe(200)
  })
})
