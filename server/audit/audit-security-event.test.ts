import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { type AuditEntry, auditApi } from '#contract/staff/audit.ts'
import { flushBackground } from '../lib/security/security-event.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const list = async (query: Record<string, unknown>): Promise<AuditEntry[]> =>
  (await t.call('owner', auditApi.list, { query })).body.data

test('login and password events are recorded in every store of the person, without secrets', async () => {
  const secret = 'kettle-canary-oak-7'
  const body = {
    fullName: 'Ann Doe',
    email: 'ann@example.com',
    password: secret,
    businessName: 'Shop of Ann',
    domain: 'shop-of-ann',
  }
  const { data } = (await t.call(undefined, accountApi.signup, { body })).body
  await t.inStore(
    tx =>
      tx`insert into membership (person_id, store_id, role)
        values (${data._id}, ${t.people.owner.storeId}, 'administrator')`,
  )
  const login = (password: string) =>
    t.call(undefined, accountApi.login, { body: { email: body.email, password } })
  await login('not-the-password')
  await t.call(undefined, accountApi.login, {
    body: { email: 'nobody-at-all@example.com', password: secret },
  })
  await flushBackground()
  const ann = (await login(secret)).body.data
  const me = { personId: ann._id, storeId: t.people.owner.storeId, token: ann.accessToken }
  expect(
    (await t.call(me, accountSecurityApi.unlock, { body: { password: 'not-the-password' } }))
      .status,
  ).toBe(400)
  const {
    body: { data: step },
  } = await t.call(me, accountSecurityApi.startTwoStep, { body: { password: secret } })
  await t.call(me, accountApi.logout)
  await t.call(undefined, accountApi.refresh, { body: { refreshToken: ann.refreshToken } })

  const entries = await list({
    record: ann._id,
    action: 'login,login_failed,logout,password_rejected',
  })
  expect(entries.map(({ action, person, ip }) => [action, person?.name, ip])).toEqual([
    ['logout', 'Ann Doe', '127.0.0.1'],
    ['password_rejected', 'Ann Doe', '127.0.0.1'],
    ['login', 'Ann Doe', '127.0.0.1'],
    ['login_failed', undefined, '127.0.0.1'],
  ])
  expect(entries.every(({ record }) => record.name === 'Ann Doe')).toBe(true)
  const [ownEvents] = await t.sql`
    select count(*)::integer as n from audit
    where store_id = ${data.business} and action in ('login', 'login_failed', 'logout')`
  // One more than in the other store: the login at sign-up.
  expect(ownEvents?.['n']).toBe(4)
  const rows = JSON.stringify(await t.sql`select * from audit`)
  for (const canary of [
    secret,
    'not-the-password',
    step.secret,
    ann.refreshToken,
    ann.accessToken,
    '$argon2',
  ])
    expect(rows).not.toContain(canary)
})

test('profile and email changes of an inactive member are recorded, successful logins are not', async () => {
  const password = 'teapot-steam-elm-9'
  const { data: di } = (
    await t.call(undefined, accountApi.signup, {
      body: { fullName: 'Di Poe', email: 'di@example.com', password, businessName: 'Shop of Di' },
    })
  ).body
  const ownerStoreId = t.people.owner.storeId
  const setMembershipStatus = (status: string) =>
    t.inStore(
      tx =>
        tx`insert into membership (person_id, store_id, role, status)
          values (${di._id}, ${ownerStoreId}, 'user', ${status})
          on conflict (person_id, store_id) do update set status = excluded.status`,
    )
  const as = { personId: di._id, storeId: di.business, token: di.accessToken }
  await setMembershipStatus('active')
  await t.call(as, accountProfileApi.updateProfile, { body: { fullName: 'Test owner' } })
  await t.call(as, accountProfileApi.updateProfile, { body: { fullName: 'Test owner' } })
  await setMembershipStatus('inactive')
  await t.call(as, accountProfileApi.updateProfile, { body: { fullName: 'Di Poe' } })
  await t.sql`
    insert into mail_link (hash, person_id, purpose, email, expires_at)
    values (sha256('di-token-of-a-mail'), ${di._id}, 'change_email', 'owner2@example.com', now() + interval '1 hour')`
  expect(
    (await t.call(as, accountProfileApi.confirmEmail, { body: { token: 'di-token-of-a-mail' } }))
      .status,
  ).toBe(200)
  for (const passwordInput of [password, 'not-the-password'])
    await t.call(undefined, accountApi.login, {
      body: { email: 'owner2@example.com', password: passwordInput },
    })
  await flushBackground()
  const entries = await list({
    record: di._id,
    action: 'profile_changed,email_changed,login,login_failed',
  })
  expect(
    entries.map(({ action, changes }) => [
      action,
      ...changes.map(({ field, before, after }) => [field, before, after]),
    ]),
  ).toEqual([
    ['login_failed', expect.anything()],
    ['email_changed', ['email', 'di@example.com', 'owner2@example.com']],
    ['profile_changed', ['full_name', 'Test owner', 'Di Poe']],
    ['profile_changed', ['full_name', 'Di Poe', 'Test owner']],
  ])
})

test('each two-step and session event is recorded once', async () => {
  const password = 'teapot-steam-elm-9'
  const body = {
    fullName: 'Bo Roe',
    email: 'bo@example.com',
    password,
    businessName: 'Shop of Bo',
    domain: 'shop-of-bo',
  }
  const { data: bo } = (await t.call(undefined, accountApi.signup, { body })).body
  const as = { personId: bo._id, storeId: bo.business, token: bo.accessToken }
  const {
    body: { data: step },
  } = await t.call(as, accountSecurityApi.startTwoStep, { body: { password } })
  const {
    body: { data: codes },
  } = await t.call(as, accountSecurityApi.confirmTwoStep, {
    body: { code: TOTP.generate({ secret: Secret.fromBase32(step.secret) }) },
  })
  const login = (otp: string) =>
    t.call(undefined, accountApi.login, { body: { email: body.email, password, otp } })
  expect((await login('nonsense')).status).toBe(400)
  await flushBackground()
  expect((await login(codes.recoveryCodes[0])).status).toBe(200)
  await t.call(as, accountSecurityApi.disableTwoStep, {
    body: { password, otp: codes.recoveryCodes[1] },
  })
  for (let n = 0; n < 2; n++) {
    await t.call(undefined, accountApi.refresh, { body: { refreshToken: bo.refreshToken } })
    await t.sql`update refresh_token set used_at = used_at - interval '1 minute' where used_at is not null`
  }
  const rows = await t.sql`
    select action, ip, after from audit
    where store_id = ${bo.business} and record_id = ${bo._id} and before is null and entity = 'person'
    order by at, id`
  expect(rows.map(({ action }) => action)).toEqual([
    'login',
    'two_step_on',
    'two_step_failed',
    'recovery_code_used',
    'login',
    'recovery_code_used',
    'two_step_off',
    'token_reused',
  ])
  expect(rows.map(({ ip }) => ip)).toEqual(rows.map(() => '127.0.0.1'))
  expect(JSON.stringify(rows)).not.toContain(codes.recoveryCodes[0])
})

test('a caller cannot record a security event in another store', async () => {
  const other = t.people.stranger.storeId
  const before = await t.changes()
  await t.inStore(
    tx =>
      tx`select record_security_event('export', 'export', null, null, ${other}, null, '{}', null, null)`,
  )
  expect(await t.changes()).toBe(before)
})
