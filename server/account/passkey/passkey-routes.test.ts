import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { flushBackground } from '../../lib/security/security-event.ts'
import {
  createPasskeyTester,
  type TestPasskeyDevice,
} from '../../testing/subject/passkey-testing.ts'
import { authenticatorFlags, type PasskeyOverrides } from '../../testing/subject/test-passkey.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let passkeys: ReturnType<typeof createPasskeyTester>
beforeAll(async () => {
  t = await startTestApp()
  passkeys = createPasskeyTester(t)
})
afterAll(() => t.close())

const listPasskeys = async (as: Tester) =>
  (await t.call(as, accountPasskeyApi.listPasskeys)).body.data
const rejected = { status: false, code: 'passkey_rejected' }

describe('a passkey', () => {
  test('is created with the password, logs in without it, and can be renamed and deleted', async () => {
    const { as, device, email } = await passkeys.signUpWithPasskey()
    expect(await listPasskeys(as)).toMatchObject([
      { name: 'Laptop', isSynced: false, lastUsedAt: null },
    ])
    const { body } = await passkeys.loginWith(device)
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
    expect((await passkeys.loginWith(device)).body).toMatchObject(rejected)
    const events = await t.sql<{ action: string }[]>`
      select action from audit
      where store_id = ${as.storeId} and (action like 'passkey%' or action = 'login')
      order by at`
    expect(events.map(({ action }) => action)).toEqual([
      'login',
      'passkey_added',
      'login',
      'passkey_removed',
    ])
  })

  test('is not created without the password, and the login options reveal no email', async () => {
    const { as } = await passkeys.signUp()
    expect(
      (await t.call(as, accountPasskeyApi.startPasskey, { body: { password: 'wrong' } })).body.code,
    ).toBe('wrong_password')
    const { hostname: rpId } = new URL(t.app.config.publicUrl)
    expect(await passkeys.startLogin()).toMatchObject({
      rpId,
      allowCredentials: [],
      userVerification: 'required',
    })
    const { user, rp } = await passkeys.startCreate(as)
    expect([rp.id, Buffer.from(user.id, 'base64url').toString('hex')]).toEqual([
      rpId,
      as.personId.replaceAll('-', ''),
    ])
  })

  test('needs a code as well while two-step authentication is on', async () => {
    const { as } = await passkeys.signUp()
    const [code] = await passkeys.enableTwoSteps(as)
    const startPasskey = (otp?: string) =>
      t.call(as, accountPasskeyApi.startPasskey, { body: { password: passkeys.password, otp } })
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
    const { as } = await passkeys.signUp()
    expect(
      (await passkeys.createPasskeyOn(passkeys.createDevice(), as, change)).body,
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
    const { as, device } = await passkeys.signUpWithPasskey()
    expect((await passkeys.loginWith(device, change)).body).toMatchObject(rejected)
    expect((await listPasskeys(as))[0].lastUsedAt).toBeNull()
  })

  test('of one device is not created twice, nor for two people', async () => {
    const { as, device } = await passkeys.signUpWithPasskey()
    const options = await passkeys.startCreate(as)
    expect(options.excludeCredentials).toHaveLength(1)
    expect((await passkeys.createPasskey(as, device.create(options))).status).toBe(409)
    const other = await passkeys.signUp()
    expect((await passkeys.createPasskeyOn(device, other.as)).status).toBe(409)
    expect(await listPasskeys(other.as)).toEqual([])
  })

  test('is not found by other people', async () => {
    const [kay, eve] = [await passkeys.signUpWithPasskey(), await passkeys.signUp()]
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
    const { device } = await passkeys.signUpWithPasskey()
    const proof = device.prove(await passkeys.startLogin())
    const replies = await Promise.all([passkeys.login(proof), passkeys.login(proof)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await passkeys.login(proof)).body).toMatchObject(rejected)
  })

  test('expires, is authentic, and has one purpose', async () => {
    const { as, device } = await passkeys.signUpWithPasskey()
    const unlock = (await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data
    for (const challenge of [unlock.challenge, randomBytes(38).toString('base64url'), 'x'])
      expect((await passkeys.login(device.prove({ challenge }))).body).toMatchObject(rejected)
    const oldChallenge = await passkeys.startLogin()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    try {
      expect((await passkeys.login(device.prove(oldChallenge))).body).toMatchObject(rejected)
    } finally {
      vi.useRealTimers()
    }
  })

  test('creates no row before it is answered', async () => {
    const before = await t.sql`select 1 from used_passkey_challenge`
    for (let i = 0; i < 5; i++) await passkeys.startLogin()
    expect(await t.sql`select 1 from used_passkey_challenge`).toHaveLength(before.length)
  })
})

test('rejects a passkey whose counter does not increase', async () => {
  const { device } = await passkeys.signUpWithPasskey()
  expect((await passkeys.loginWith(device, { counter: 7 })).status).toBe(200)
  expect((await passkeys.loginWith(device, { counter: 7 })).body).toMatchObject(rejected)
  expect((await passkeys.loginWith(device, { counter: 8 })).status).toBe(200)
})

test('a locked screen is unlocked only with a passkey of its person', async () => {
  const [kay, eve] = [await passkeys.signUpWithPasskey(), await passkeys.signUpWithPasskey()]
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
  const { as, device } = await passkeys.signUpWithPasskey()
  await t.sql`update person set disabled_at = now() where id = ${as.personId}`
  expect((await passkeys.loginWith(device)).body).toMatchObject(rejected)
})

test('a replayed proof is a failed login and refunds no rate limit', async () => {
  const { as, device } = await passkeys.signUpWithPasskey()
  const proof = device.prove(await passkeys.startLogin())
  expect((await passkeys.login(proof)).status).toBe(200)
  const unlock = device.prove((await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data)
  const send = () => t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: unlock } })
  expect((await send()).status).toBe(200)
  await t.sql`delete from rate_limit_bucket`
  expect([(await passkeys.login(proof)).body.code, (await send()).body.code]).toEqual([
    'passkey_rejected',
    'passkey_rejected',
  ])
  expect(
    await t.sql`select 1 from rate_limit_bucket`,
    'one for the login, one for the unlock',
  ).toHaveLength(2)
  await flushBackground()
  const failureEvents = await t.sql`
    select action from audit where store_id = ${as.storeId}
      and action in ('login_failed', 'unlock_failed') order by action`
  expect(failureEvents.map(row => row['action'])).toEqual(['login_failed', 'unlock_failed'])
})

test('a technical failure is not recorded as a failed login', async () => {
  const { as, device } = await passkeys.signUpWithPasskey()
  const unlock = device.prove((await t.call(as, accountPasskeyApi.startPasskeyUnlock)).body.data)
  const proof = device.prove(await passkeys.startLogin())
  await t.sql`alter table passkey add constraint broken check (last_used_at is null) not valid`
  try {
    for (const reply of [
      await passkeys.login(proof),
      await t.call(as, accountPasskeyApi.passkeyUnlock, { body: { credential: unlock } }),
    ])
      expect(reply.status).toBeGreaterThanOrEqual(400)
  } finally {
    await t.sql`alter table passkey drop constraint broken`
  }
  await flushBackground()
  expect(
    await t.sql`
      select action from audit where store_id = ${as.storeId}
        and action in ('login_failed', 'unlock_failed')`,
  ).toEqual([])
})

test('of two proofs with the same counter only one logs in', async () => {
  const { device } = await passkeys.signUpWithPasskey()
  const proofs = await Promise.all(
    [1, 2].map(async () => device.prove(await passkeys.startLogin(), { counter: 9 })),
  )
  const replies = await Promise.all(proofs.map(passkeys.login))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})
