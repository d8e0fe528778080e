import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { accountSessionApi } from '#contract/account-session.ts'
import { flushBackground } from '../../lib/security/security-event.ts'
import { startTestApp, type TestApp, type Tester } from '../../lib/testing/testing.ts'
import {
  authenticatorFlags,
  createTestPasskey,
  type PasskeyOverrides,
  sha256,
} from './test-passkey.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const password = 'kiln-and-glaze'
const createDevice = () => createTestPasskey(t.app.config.publicUrl)
type TestPasskeyDevice = ReturnType<typeof createDevice>

let count = 0
async function signUp(): Promise<{ email: string; as: Tester }> {
  count += 1
  const email = `key${count}@example.org`
  const { data } = (
    await t.call(undefined, accountApi.signup, {
      body: { fullName: 'Kay Stone', email, password, businessName: 'Keys' },
    })
  ).body
  return { email, as: { personId: data._id, businessId: data.business, token: data.accessToken } }
}
const startCreate = async (as: Tester) =>
  (await t.call(as, accountPasskeyApi.startPasskey, { body: { password } })).body.data
const createPasskey = (as: Tester, credential: object, name = 'Laptop') =>
  t.call(as, accountPasskeyApi.createPasskey, { body: { name, credential } })
const listPasskeys = async (as: Tester) =>
  (await t.call(as, accountPasskeyApi.listPasskeys)).body.data
const startLogin = async () =>
  (await t.call(undefined, accountPasskeyApi.startPasskeyLogin)).body.data
const login = (credential: object) =>
  t.call(undefined, accountPasskeyApi.passkeyLogin, { body: { credential } })

async function signUpWithPasskey() {
  const kay = await signUp()
  const device = createDevice()
  expect((await createPasskey(kay.as, device.create(await startCreate(kay.as)))).status).toBe(201)
  return { ...kay, device }
}
const rejected = { status: false, code: 'passkey_rejected' }

describe('a passkey', () => {
  test('is created with the password, logs in without it, and can be renamed and deleted', async () => {
    const { as, device, email } = await signUpWithPasskey()
    expect(await listPasskeys(as)).toMatchObject([
      { name: 'Laptop', isSynced: false, lastUsedAt: null },
    ])
    const { body } = await login(device.prove(await startLogin()))
    expect(body.data).toMatchObject({
      email,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    })
    const [savedPasskey] = await listPasskeys(as)
    expect(savedPasskey.lastUsedAt).toEqual(expect.any(String))
    expect(
      (
        await t.call(as, accountPasskeyApi.renamePasskey, {
          params: { id: savedPasskey._id },
          body: { name: 'Old laptop' },
        })
      ).body.data.name,
    ).toBe('Old laptop')
    expect(
      (await t.call(as, accountPasskeyApi.deletePasskey, { params: { id: savedPasskey._id } }))
        .status,
    ).toBe(200)
    expect((await login(device.prove(await startLogin()))).body).toMatchObject(rejected)
    const events = await t.sql<{ action: string }[]>`
      select action from audit
      where business_id = ${as.businessId} and (action like 'passkey%' or action = 'login')
      order by at`
    expect(events.map(({ action }) => action)).toEqual([
      'login',
      'passkey_added',
      'login',
      'passkey_removed',
    ])
  })

  test('is not created without the password, and the login options reveal no email', async () => {
    const { as } = await signUp()
    expect(
      (await t.call(as, accountPasskeyApi.startPasskey, { body: { password: 'wrong' } })).body.code,
    ).toBe('wrong_password')
    const { hostname: rpId } = new URL(t.app.config.publicUrl)
    expect(await startLogin()).toMatchObject({
      rpId,
      allowCredentials: [],
      userVerification: 'required',
    })
    const { user, rp } = await startCreate(as)
    expect([rp.id, Buffer.from(user.id, 'base64url').toString('hex')]).toEqual([
      rpId,
      as.personId.replaceAll('-', ''),
    ])
  })

  test('needs a code as well while two-step authentication is on', async () => {
    const { as } = await signUp()
    const [code] = await enableTwoSteps(as)
    const startPasskey = (otp?: string) =>
      t.call(as, accountPasskeyApi.startPasskey, { body: { password, otp } })
    expect([
      (await startPasskey()).body.code,
      (await startPasskey('abcde-fghij')).body.code,
      (await startPasskey(code)).status,
    ]).toEqual(['two_step_required', 'wrong_recovery_code', 200])
  })

  const rejectedCreations: [string, PasskeyOverrides][] = [
    ['from another origin', { origin: 'https://storewright.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['without user verification', { flags: authenticatorFlags.present }],
    ['with the response type of another action', { type: 'webauthn.get' }],
  ]
  test.each(rejectedCreations)('%s is not created', async (_case, change) => {
    const { as } = await signUp()
    expect(
      (await createPasskey(as, createDevice().create(await startCreate(as), change))).body,
    ).toMatchObject(rejected)
    expect(await listPasskeys(as)).toEqual([])
  })

  const rejectedLogins: [string, PasskeyOverrides][] = [
    ['from another origin', { origin: 'http://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { flags: authenticatorFlags.present }],
    ['with the response type of another action', { type: 'webauthn.create' }],
  ]
  test.each(rejectedLogins)('%s cannot log in', async (_case, change) => {
    const { as, device } = await signUpWithPasskey()
    expect((await login(device.prove(await startLogin(), change))).body).toMatchObject(rejected)
    expect((await listPasskeys(as))[0].lastUsedAt).toBeNull()
  })

  test('of one device is not created twice, nor for two people', async () => {
    const { as, device } = await signUpWithPasskey()
    const options = await startCreate(as)
    expect(options.excludeCredentials).toHaveLength(1)
    expect((await createPasskey(as, device.create(options))).status).toBe(409)
    const other = await signUp()
    expect((await createPasskey(other.as, device.create(await startCreate(other.as)))).status).toBe(
      409,
    )
    expect(await listPasskeys(other.as)).toEqual([])
  })

  test('is not found by other people', async () => {
    const [kay, eve] = [await signUpWithPasskey(), await signUp()]
    const [{ _id }] = await listPasskeys(kay.as)
    expect(
      (
        await t.call(eve.as, accountPasskeyApi.renamePasskey, {
          params: { id: _id },
          body: { name: 'Mine' },
        })
      ).status,
    ).toBe(404)
    expect(
      (await t.call(eve.as, accountPasskeyApi.deletePasskey, { params: { id: _id } })).status,
    ).toBe(404)
    expect(await listPasskeys(kay.as)).toMatchObject([{ name: 'Laptop' }])
  })
})

describe('a challenge', () => {
  test('is accepted once, also in concurrent logins', async () => {
    const { device } = await signUpWithPasskey()
    const proof = device.prove(await startLogin())
    const replies = await Promise.all([login(proof), login(proof)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await login(proof)).body).toMatchObject(rejected)
  })

  test('expires, is authentic, and has one purpose', async () => {
    const { as, device } = await signUpWithPasskey()
    const unlock = (await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data
    for (const challenge of [unlock.challenge, randomBytes(38).toString('base64url'), 'x'])
      expect((await login(device.prove({ challenge }))).body).toMatchObject(rejected)
    const oldChallenge = await startLogin()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    try {
      expect((await login(device.prove(oldChallenge))).body).toMatchObject(rejected)
    } finally {
      vi.useRealTimers()
    }
  })

  test('creates no row before it is answered', async () => {
    const before = await t.sql`select 1 from spent_challenge`
    for (let i = 0; i < 5; i++) await startLogin()
    expect(await t.sql`select 1 from spent_challenge`).toHaveLength(before.length)
  })
})

test('rejects a passkey whose counter does not increase', async () => {
  const { device } = await signUpWithPasskey()
  expect((await login(device.prove(await startLogin(), { counter: 7 }))).status).toBe(200)
  expect((await login(device.prove(await startLogin(), { counter: 7 }))).body).toMatchObject(
    rejected,
  )
  expect((await login(device.prove(await startLogin(), { counter: 8 }))).status).toBe(200)
})

test('a locked screen is unlocked only with a passkey of its person', async () => {
  const [kay, eve] = [await signUpWithPasskey(), await signUpWithPasskey()]
  const startUnlock = async (as: Tester) =>
    (await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data
  const unlock = (as: Tester, device: TestPasskeyDevice, options: { challenge: string }) =>
    t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: device.prove(options) } })
  const options = await startUnlock(kay.as)
  expect(options.allowCredentials).toHaveLength(1)
  expect((await unlock(kay.as, eve.device, options)).body).toMatchObject(rejected)
  expect((await unlock(kay.as, kay.device, await startUnlock(eve.as))).body).toMatchObject(rejected)
  expect((await unlock(kay.as, kay.device, options)).status).toBe(200)
})

test('rejects the passkey of a disabled person', async () => {
  const { as, device } = await signUpWithPasskey()
  await t.sql`update person set disabled_at = now() where id = ${as.personId}`
  expect((await login(device.prove(await startLogin()))).body).toMatchObject(rejected)
})

const passwordLogin = (email: string, passwordInput: string, otp?: string) =>
  t.call(undefined, accountApi.login, { body: { email, password: passwordInput, otp } })
const newPassword = 'salt-and-slip-9'
const getOutboxPath = () => join(t.app.config.dataDir, 'outbox')
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
async function enableTwoSteps(as: Tester): Promise<string[]> {
  const {
    body: {
      data: { secret },
    },
  } = await t.call(as, accountSecurityApi.startTwoStep, { body: { password } })
  return (
    await t.call(as, accountSecurityApi.confirmTwoStep, {
      body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
    })
  ).body.data.recoveryCodes
}

describe('a password set by an emailed link', () => {
  test('removes the login factors if the email was not verified before', async () => {
    const kay = await signUpWithPasskey()
    const [code] = await enableTwoSteps(kay.as)
    await t.call(kay.as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await login(kay.device.prove(await startLogin()))).body).toMatchObject(rejected)
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
      select action from audit where business_id = ${kay.as.businessId}
        and action in ('passkey_removed', 'two_step_off') order by action`
    expect(events.map(({ action }) => action)).toEqual(['passkey_removed', 'two_step_off'])
  })

  test('keeps the second step and the passkeys of a verified email', async () => {
    const kay = await signUpWithPasskey()
    const readMails = async () => {
      const files = await readdir(getOutboxPath())
      const mails = await Promise.all(
        files.map(file => readFile(join(getOutboxPath(), file), 'utf8')),
      )
      return mails
        .filter(mail => mail.includes(`To: ${kay.email}`))
        .join()
        .replaceAll(/=\r?\n/g, '')
    }
    await t.sql`update person set email_verified_at = now() where id = ${kay.as.personId}`
    const [code] = await enableTwoSteps(kay.as)
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await passwordLogin(kay.email, newPassword)).body.code).toBe('two_step_required')
    expect((await passwordLogin(kay.email, newPassword, code)).status).toBe(200)
    expect((await login(kay.device.prove(await startLogin()))).status).toBe(200)
    await t.runJobs()
    expect(await readMails(), 'the email mentions the passkey').toContain(
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
      vi.waitFor(
        async () => {
          const pids = await t.sql`
            select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`
          expect(pids.length).toBe(n)
        },
        { timeout: 20_000, interval: 20 },
      )
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
    const kay = await signUp()
    const [reset, lateReply] = await runInOrder(
      kay.as.personId,
      () => resetPassword(kay),
      () => passwordLogin(kay.email, password),
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
    const kay = await signUp()
    const change = () =>
      t.call(kay.as, accountSessionApi.changePassword, {
        body: { current: password, password: newPassword },
      })
    const [changeReply, lateReply] = await runInOrder(kay.as.personId, change, () =>
      passwordLogin(kay.email, password),
    )
    expect([changeReply.status, lateReply.status]).toEqual([200, 400])
    expect(
      await t.sql`
        select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
      'the current device',
    ).toHaveLength(1)
  })

  test('of the password and a reset by link do not deadlock', async () => {
    const kay = await signUp()
    const change = () =>
      t.call(kay.as, accountSessionApi.changePassword, {
        body: { current: password, password: newPassword },
      })
    const [changeReply, reset] = await runInOrder(kay.as.personId, change, () => resetPassword(kay))
    expect([changeReply.status, reset.body.code]).toEqual([200, 'link_invalid'])
  })

  test('that removes a passkey rejects a login with it', async () => {
    const kay = await signUpWithPasskey()
    const proof = kay.device.prove(await startLogin())
    const [reset, lateReply] = await runInOrder(
      kay.as.personId,
      () => resetPassword(kay),
      () => login(proof),
    )
    expect([reset.status, lateReply.body.code]).toEqual([200, 'passkey_rejected'])
    expect(
      await t.sql`
        select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
    ).toEqual([])
  })

  test('of two-step authentication keeps the confirmed secret', async () => {
    const kay = await signUp()
    const startTwoStep = () =>
      t.call(kay.as, accountSecurityApi.startTwoStep, { body: { password } })
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
      (await passwordLogin(kay.email, password, totp.generate({ timestamp: Date.now() + 30_000 })))
        .status,
    ).toBe(200)
  })
})

test('a replayed proof is a failed login and refunds no rate limit', async () => {
  const { as, device } = await signUpWithPasskey()
  const proof = device.prove(await startLogin())
  expect((await login(proof)).status).toBe(200)
  const unlock = device.prove((await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data)
  const send = () => t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: unlock } })
  expect((await send()).status).toBe(200)
  await t.sql`delete from rate_limit_bucket`
  expect([(await login(proof)).body.code, (await send()).body.code]).toEqual([
    'passkey_rejected',
    'passkey_rejected',
  ])
  expect(
    await t.sql`select 1 from rate_limit_bucket`,
    'one for the login, one for the unlock',
  ).toHaveLength(2)
  await flushBackground()
  const failureEvents = await t.sql`
    select action from audit where business_id = ${as.businessId}
      and action in ('login_failed', 'unlock_failed') order by action`
  expect(failureEvents.map(row => row['action'])).toEqual(['login_failed', 'unlock_failed'])
})

test('a technical failure is not recorded as a failed login', async () => {
  const { as, device } = await signUpWithPasskey()
  const unlock = device.prove((await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data)
  const proof = device.prove(await startLogin())
  await t.sql`alter table passkey add constraint broken check (last_used_at is null) not valid`
  try {
    for (const reply of [
      await login(proof),
      await t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: unlock } }),
    ])
      expect(reply.status).toBeGreaterThanOrEqual(400)
  } finally {
    await t.sql`alter table passkey drop constraint broken`
  }
  await flushBackground()
  expect(
    await t.sql`
      select action from audit where business_id = ${as.businessId}
        and action in ('login_failed', 'unlock_failed')`,
  ).toEqual([])
})

test('of two proofs with the same counter only one logs in', async () => {
  const { device } = await signUpWithPasskey()
  const proofs = await Promise.all(
    [1, 2].map(async () => device.prove(await startLogin(), { counter: 9 })),
  )
  const replies = await Promise.all(proofs.map(login))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})
