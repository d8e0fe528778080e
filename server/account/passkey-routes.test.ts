import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountPasskeyApi } from '#contract/account-passkey.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { accountSessionApi } from '#contract/account-session.ts'
import { flushBackground } from '../lib/security/security-event.ts'
import { startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'
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
const rejected = { status: false, code: 'passkey_refused' }

describe('a passkey', () => {
  test('is added with the password, logs in without it, is called something else and removed', async () => {
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
    const events = await t.sql<
      { action: string }[]
    >`select action from audit where business_id = ${as.businessId} and action like 'passkey%' or (business_id = ${as.businessId} and action = 'login') order by at`
    expect(events.map(({ action }) => action)).toEqual([
      'login',
      'passkey_added',
      'login',
      'passkey_removed',
    ])
  })

  test('is not begun without the password, and names no email to whoever asks to log in', async () => {
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

  test('takes a code as well while two steps are on, as it would stand for them', async () => {
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
    ['for another place', { rpId: 'example.net' }],
    ['without somebody verified', { flags: authenticatorFlags.present }],
    ['that is an answer to something else', { type: 'webauthn.get' }],
  ]
  test.each(rejectedCreations)('%s is not added', async (_case, change) => {
    const { as } = await signUp()
    expect(
      (await createPasskey(as, createDevice().create(await startCreate(as), change))).body,
    ).toMatchObject(rejected)
    expect(await listPasskeys(as)).toEqual([])
  })

  const rejectedLogins: [string, PasskeyOverrides][] = [
    ['from another origin', { origin: 'http://evil.example' }],
    ['for another place', { rpId: 'evil.example' }],
    ['without somebody verified', { flags: authenticatorFlags.present }],
    ['that is an answer to something else', { type: 'webauthn.create' }],
  ]
  test.each(rejectedLogins)('%s logs nobody in', async (_case, change) => {
    const { as, device } = await signUpWithPasskey()
    expect((await login(device.prove(await startLogin(), change))).body).toMatchObject(rejected)
    expect((await listPasskeys(as))[0].lastUsedAt).toBeNull()
  })

  test('of one device is not added twice, nor to two people', async () => {
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

  test('of somebody else is as if it were not there', async () => {
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
  test('is answered once, also by two at once', async () => {
    const { device } = await signUpWithPasskey()
    const proof = device.prove(await startLogin())
    const replies = await Promise.all([login(proof), login(proof)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await login(proof)).body).toMatchObject(rejected)
  })

  test('ends, is our own, and is for one thing', async () => {
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

  test('makes no row before it is answered', async () => {
    const before = await t.sql`select 1 from spent_challenge`
    for (let i = 0; i < 5; i++) await startLogin()
    expect(await t.sql`select 1 from spent_challenge`).toHaveLength(before.length)
  })
})

test('a key that counts back is a copy, and logs nobody in', async () => {
  const { device } = await signUpWithPasskey()
  expect((await login(device.prove(await startLogin(), { counter: 7 }))).status).toBe(200)
  expect((await login(device.prove(await startLogin(), { counter: 7 }))).body).toMatchObject(
    rejected,
  )
  expect((await login(device.prove(await startLogin(), { counter: 8 }))).status).toBe(200)
})

test('a locked screen opens by a passkey of its person alone', async () => {
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

test('somebody who may log in no more does not by a passkey either', async () => {
  const { as, device } = await signUpWithPasskey()
  await t.sql`update person set disabled_at = now() where id = ${as.personId}`
  expect((await login(device.prove(await startLogin()))).body).toMatchObject(rejected)
})

const passwordLogin = (email: string, passwordInput: string, otp?: string) =>
  t.call(undefined, accountApi.login, { body: { email, password: passwordInput, otp } })
const newPassword = 'salt-and-slip-9'
const getOutboxPath = () => join(t.app.config.dataDir, 'outbox')
/** As if the mail had come: sets another password by its link. */
async function resetPassword({ email, as }: { email: string; as: Tester }) {
  const token = randomBytes(32).toString('base64url')
  await t.sql`insert into mail_link (hash, person_id, purpose, email, expires_at) values (${sha256(token)}, ${as.personId}, 'reset_password', ${email}, now() + interval '1 hour')`
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

describe('a password set by a mail', () => {
  test('is the first proof of the address: whoever made the account before gets in by nothing they left', async () => {
    const kay = await signUpWithPasskey()
    const [code] = await enableTwoSteps(kay.as)
    await t.call(kay.as, accountSecurityApi.resendVerification)
    await t.runJobs()
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await login(kay.device.prove(await startLogin()))).body).toMatchObject(rejected)
    expect(
      (await passwordLogin(kay.email, newPassword)).status,
      'no code of a stranger’s app is asked for',
    ).toBe(200)
    for (const table of ['passkey', 'two_step', 'recovery_code'])
      expect(
        await t.sql`select 1 from ${t.sql(table)} where person_id = ${kay.as.personId}`,
        `${table} ${code}`,
      ).toEqual([])
    expect(
      await t.sql`select purpose from mail_link where person_id = ${kay.as.personId} and used_at is null`,
    ).toEqual([])
    const events = await t.sql<
      { action: string }[]
    >`select action from audit where business_id = ${kay.as.businessId} and action in ('passkey_removed', 'two_step_off') order by action`
    expect(events.map(({ action }) => action)).toEqual(['passkey_removed', 'two_step_off'])
  })

  test('leaves the second step and the passkeys of a proven address', async () => {
    const kay = await signUpWithPasskey()
    const countMails = async () =>
      (
        await Promise.all(
          (
            await readdir(getOutboxPath())
          ).map(file => readFile(join(getOutboxPath(), file), 'utf8')),
        )
      )
        .filter(mail => mail.includes(`To: ${kay.email}`))
        .join()
        .replaceAll(/=\r?\n/g, '')
    await t.sql`update person set email_verified_at = now() where id = ${kay.as.personId}`
    const [code] = await enableTwoSteps(kay.as)
    expect((await resetPassword(kay)).status).toBe(200)
    expect((await passwordLogin(kay.email, newPassword)).body.code).toBe('two_step_required')
    expect((await passwordLogin(kay.email, newPassword, code)).status).toBe(200)
    expect((await login(kay.device.prove(await startLogin()))).status).toBe(200)
    await t.runJobs()
    expect(await countMails(), 'the mail says what is left').toContain(
      '1 passkey can still log in without the password.',
    )
  })
})

describe('a login that is on its way', () => {
  /** Has both wait for a row of the person, in this order, so that the second has looked at what the first is about to change. */
  async function runInOrder<First, Second>(
    personId: string,
    first: () => Promise<First>,
    second: () => Promise<Second>,
    row: 'person' | 'two_step' = 'person',
  ): Promise<[First, Second]> {
    const waitForLocks = (n: number) =>
      vi.waitFor(
        async () => {
          const pids =
            await t.sql`select distinct l.pid from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
          expect(pids.length).toBe(n)
        },
        { timeout: 20_000, interval: 20 },
      )
    return t
      .inStore(async tx => {
        await tx`select 1 from ${tx(row)} where ${tx(row === 'person' ? 'id' : 'person_id')} = ${personId} for no key update`
        const firstResult = first()
        await waitForLocks(1)
        const secondResult = second()
        await waitForLocks(2)
        return { both: Promise.all([firstResult, secondResult]) }
      })
      .then(({ both }) => both)
  }

  test('does not outlive a reset of the password it was made with', async () => {
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
      await t.sql`select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
    ).toEqual([])
  })

  test('does not outlive a change of the password it was made with', async () => {
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
      await t.sql`select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
      'this device',
    ).toHaveLength(1)
  })

  test('and a change of the password and a link of a mail at once: neither waits for the other in vain', async () => {
    const kay = await signUp()
    const change = () =>
      t.call(kay.as, accountSessionApi.changePassword, {
        body: { current: password, password: newPassword },
      })
    const [changeReply, reset] = await runInOrder(kay.as.personId, change, () => resetPassword(kay))
    expect([changeReply.status, reset.body.code]).toEqual([200, 'link_spent'])
  })

  test('by a passkey does not outlive the passkey', async () => {
    const kay = await signUpWithPasskey()
    const proof = kay.device.prove(await startLogin())
    const [reset, lateReply] = await runInOrder(
      kay.as.personId,
      () => resetPassword(kay),
      () => login(proof),
    )
    expect([reset.status, lateReply.body.code]).toEqual([200, 'passkey_refused'])
    expect(
      await t.sql`select 1 from session where person_id = ${kay.as.personId} and ended_at is null`,
    ).toEqual([])
  })

  test('to two steps being turned on keeps the secret of the app that was connected', async () => {
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

test('a proof that was answered already is a failed login, and puts back nothing that was drawn for guesses', async () => {
  const { as, device } = await signUpWithPasskey()
  const proof = device.prove(await startLogin())
  expect((await login(proof)).status).toBe(200)
  const unlock = device.prove((await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data)
  const send = () => t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: unlock } })
  expect((await send()).status).toBe(200)
  await t.sql`delete from attempt`
  expect([(await login(proof)).body.code, (await send()).body.code]).toEqual([
    'passkey_refused',
    'passkey_refused',
  ])
  expect(await t.sql`select 1 from attempt`, 'one for the login, one for the screen').toHaveLength(
    2,
  )
  await flushBackground()
  const failureEvents =
    await t.sql`select action from audit where business_id = ${as.businessId} and action in ('login_failed', 'unlock_failed') order by action`
  expect(failureEvents.map(row => row['action'])).toEqual(['login_failed', 'unlock_failed'])
})

test('what fails for no fault of the person is no failed login of theirs', async () => {
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
    await t.sql`select action from audit where business_id = ${as.businessId} and action in ('login_failed', 'unlock_failed')`,
  ).toEqual([])
})

test('of two answers with one count only one logs in, as one of them is a copy’s', async () => {
  const { device } = await signUpWithPasskey()
  const proofs = await Promise.all(
    [1, 2].map(async () => device.prove(await startLogin(), { counter: 9 })),
  )
  const replies = await Promise.all(proofs.map(login))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})
