import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { accountProfileApi } from '#contract/account-profile.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { type AuditEntry, auditApi } from '#contract/audit.ts'
import { categoryApi } from '#contract/category.ts'
import { productApi } from '#contract/product.ts'
import { flushBackground } from '../lib/security/security-event.ts'
import { makePerson, startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { diffAuditRows } from './audit-change.ts'

const id = '00000000-0000-7000-8000-0000000000ff'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type Query = Record<string, unknown>
const list = async (query: Query = {}, as: 'owner' | 'stranger' = 'owner'): Promise<AuditEntry[]> =>
  (await t.call(as, auditApi.list, { query })).body.data
/** Returns the current time of the database, in milliseconds. */
const databaseTime = async () => {
  const [row] = await t.sql<
    { ms: number }[]
  >`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  return row?.ms ?? Number.NaN
}
const listKinds = async (query: Query) =>
  (await list(query)).map(({ action, entity }) => `${action} ${entity}`)
const createProduct = async (title: string): Promise<{ _id: string; version: number }> =>
  (
    await t.call('owner', productApi.create, {
      body: { title, variants: [{ price: 3900, sku: 'K-1' }] },
      headers: { 'user-agent': 'Test' },
    })
  ).body.data

describe('a change', () => {
  test('records the person, time, IP address, record, and each field before and after', async () => {
    const { _id } = (await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })).body
      .data
    const startedAt = await databaseTime()
    await t.call('owner', categoryApi.update, {
      params: { id: _id },
      body: { name: 'Mugs', description: 'Large ones' },
    })
    const [entry] = await list()
    expect(entry).toMatchObject({
      action: 'update',
      entity: 'category',
      entityId: _id,
      name: 'Mugs',
      record: { entity: 'category', _id, name: 'Mugs' },
      ip: '127.0.0.1',
      person: { _id: t.people.owner.personId, name: 'Test owner', email: 'owner@example.com' },
      changes: [
        { field: 'name', before: 'Cups', after: 'Mugs', isCut: false },
        { field: 'description', before: '', after: 'Large ones', isCut: false },
      ],
    })
    const recordedAt = Date.parse(entry?.at ?? '')
    expect(recordedAt).toBeGreaterThanOrEqual(startedAt)
    expect(recordedAt).toBeLessThanOrEqual(await databaseTime())
    expect(entry?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await list({}, 'stranger')).toSatisfy((rows: AuditEntry[]) =>
      rows.every(({ person }) => person?._id !== t.people.owner.personId),
    )
  })

  test('of a variant belongs to its product, and a deleted product keeps its name', async () => {
    const product = await createProduct('Kettle')
    const entries = await list({ record: product._id })
    expect(entries.map(({ entity }) => entity).toSorted()).toEqual(['product', 'variant'])
    expect(
      entries.every(({ record }) => record.name === 'Kettle' && record.entity === 'product'),
    ).toBe(true)
    expect(entries.find(({ entity }) => entity === 'variant')?.changes).toContainEqual({
      field: 'price',
      before: null,
      after: 3900,
      isCut: false,
    })
    await t.call('owner', productApi.delete, { params: { id: product._id } })
    expect(
      (await list({ record: product._id, action: 'delete' })).map(({ record }) => record.name),
    ).toEqual(['Kettle', 'Kettle'])
  })

  test('is not recorded if the request fails', async () => {
    const before = await t.changes()
    expect((await t.call('owner', categoryApi.create, { body: { name: ' ' } })).status).toBe(422)
    expect(await t.changes()).toBe(before)
  })
})

describe('filters', () => {
  test('select by person, record, entity, action and time, alone and combined', async () => {
    const helper = await makePerson(t.app, t.sql, 'helper', {
      businessId: t.people.owner.businessId,
      abilities: [{ action: 'manage', subject: 'all' }],
    })
    const middle = new Date().toISOString()
    const { _id } = (await t.call(helper, categoryApi.create, { body: { name: 'Plates' } })).body
      .data
    expect((await list({ person: helper.personId })).map(({ name }) => name)).toEqual(['Plates'])
    expect(await listKinds({ record: _id })).toEqual(['insert category'])
    expect(await listKinds({ entity: 'category', from: middle })).toEqual(['insert category'])
    expect(await listKinds({ action: 'insert', from: middle })).toEqual(['insert category'])
    expect(await listKinds({ action: 'delete,export', from: middle })).toEqual([])
    expect(await listKinds({ person: helper.personId, until: middle })).toEqual([])
    const { body } = await t.call('owner', auditApi.getSummary)
    expect(body.data.people.map(({ name }: { name: string }) => name)).toEqual([
      'Test helper',
      'Test owner',
    ])
    expect(body.data.entities).toEqual(
      expect.arrayContaining(['category', 'product', 'variant', 'business']),
    )
    expect(body.data.unsealed).toBeGreaterThan(0)
  })

  test('cursor pages contain each entry once', async () => {
    const all = await list({ perPage: 100 })
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body } = await t.call('owner', auditApi.list, {
        query: { perPage: 7, ...(after && { after }) },
      })
      seen.push(...body.data.map(({ _id }: AuditEntry) => _id))
      after = body.meta.next
    }
    expect(seen).toEqual(all.map(({ _id }) => _id))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test.each([
    { action: 'vanish' },
    { person: 'x' },
    { entity: `'; drop table audit` },
    { from: 'yesterday' },
  ])('reject %j', async query => {
    expect((await t.call('owner', auditApi.list, { query })).status).toBe(422)
  })

  test.each([
    'true',
    `person_id = '${id}'`,
    `record_id = '${id}'`,
    `entity = 'product'`,
    `action = 'delete'`,
  ])('where %s: an index returns the rows in order', async where => {
    const plan = await t.inStore(async tx => {
      await tx`set local enable_seqscan = off; set local enable_bitmapscan = off`.simple()
      return tx<
        Record<string, string>[]
      >`explain select * from audit where ${tx.unsafe(where)} order by at desc, id desc limit 50`
    })
    const lines = plan.flatMap(row => Object.values(row)).join('\n')
    expect(lines).not.toMatch(/Sort {2}\(|Filter:/)
    expect(lines).toContain('Index Scan')
  })
})

test('the export has one row per field, escapes formulas and is itself audited', async () => {
  await t.call('owner', categoryApi.create, { body: { name: '=cmd()' } })
  const reply = await t.call('owner', auditApi.export, { query: { entity: 'category' } })
  expect(reply.status).toBe(200)
  // Without a byte order mark Excel does not read the file as UTF-8.
  expect(reply.body.startsWith('\uFEFF')).toBe(true)
  const lines = reply.body.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Time,Person,Email,IP address,Action,Type,ID,Name,Record type,Record ID,Record name,' +
      'Field,Before,After,Request ID',
  )
  expect(
    lines.some(
      (line: string) =>
        line.includes('Test owner,owner@example.com,127.0.0.1,Changed,Category,') &&
        line.includes(',Name,Cups,Mugs,'),
    ),
  ).toBe(true)
  const all = (await t.call('owner', auditApi.export)).body
  expect(all).toMatch(/,Created,Business,.*,Weight unit,,kg,/)
  expect(all).toContain(`,Created by,,Test owner (${t.people.owner.personId}),`)
  expect(all).not.toMatch(/,(insert|update|delete),/)
  expect(reply.body).toContain(`,'=cmd(),`)
  expect(reply.body).not.toContain(',=cmd()')
  await t.call('owner', productApi.export)
  const [first, second] = await list({ action: 'export' })
  expect(
    [first, second].map(entry => entry?.changes.find(({ field }) => field === 'what')?.after),
  ).toEqual(['product', 'audit'])
  expect(second?.person?._id).toBe(t.people.owner.personId)
})

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
      tx`insert into membership (person_id, business_id, role)
        values (${data._id}, ${t.people.owner.businessId}, 'administrator')`,
  )
  const login = (password: string) =>
    t.call(undefined, accountApi.login, { body: { email: body.email, password } })
  await login('not-the-password')
  await t.call(undefined, accountApi.login, {
    body: { email: 'nobody-at-all@example.com', password: secret },
  })
  await flushBackground()
  const ann = (await login(secret)).body.data
  const me = { personId: ann._id, businessId: t.people.owner.businessId, token: ann.accessToken }
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
    where business_id = ${data.business} and action in ('login', 'login_failed', 'logout')`
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
  const ownerBusinessId = t.people.owner.businessId
  const setMembershipStatus = (status: string) =>
    t.inStore(
      tx =>
        tx`insert into membership (person_id, business_id, role, status)
          values (${di._id}, ${ownerBusinessId}, 'user', ${status})
          on conflict (person_id, business_id) do update set status = excluded.status`,
    )
  const as = { personId: di._id, businessId: di.business, token: di.accessToken }
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
  const as = { personId: bo._id, businessId: bo.business, token: bo.accessToken }
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
    where business_id = ${bo.business} and record_id = ${bo._id} and before is null and entity = 'person'
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
  const other = t.people.stranger.businessId
  const before = await t.changes()
  await t.inStore(
    tx =>
      tx`select record_security_event('export', 'export', null, null, ${other}, null, '{}', null, null)`,
  )
  expect(await t.changes()).toBe(before)
})

describe('diffAuditRows', () => {
  test.each([
    [
      'a part of an object by its path',
      { address: { city: 'Bonn', zip: '1' } },
      { address: { city: 'Köln', zip: '1' } },
      [{ field: 'address.city', before: 'Bonn', after: 'Köln', isCut: false }],
    ],
    [
      'a list as a whole',
      { tags: ['a'] },
      { tags: ['a', 'b'] },
      [{ field: 'tags', before: ['a'], after: ['a', 'b'], isCut: false }],
    ],
    [
      'a value that was removed',
      { cost: 5 },
      { cost: null },
      [{ field: 'cost', before: 5, after: null, isCut: false }],
    ],
    ['nothing if only the version changed', { version: 1 }, { version: 2 }, []],
    [
      'a changed creation time',
      { created_at: '2026-01-01' },
      { created_at: '2025-01-01' },
      [{ field: 'created_at', before: '2026-01-01', after: '2025-01-01', isCut: false }],
    ],
    [
      'abilities by subject',
      {
        ability: [
          { action: 'manage', subject: 'order' },
          { action: 'manage', subject: 'product' },
        ],
      },
      {
        ability: [
          { action: 'read', subject: 'product' },
          { action: 'write', subject: 'order' },
        ],
      },
      [{ field: 'ability.product', before: 'write', after: 'read', isCut: false }],
    ],
    [
      'permissions by subject',
      { permissions: ['order:read', 'order:write'] },
      { permissions: ['order:read', 'audit:read'] },
      [
        { field: 'permissions.order', before: 'write', after: 'read', isCut: false },
        { field: 'permissions.audit', before: '', after: 'read', isCut: false },
      ],
    ],
    [
      'no change from absent to empty if another field changed',
      { timezone: 'UTC', address: { city: 'Bonn' } },
      { timezone: 'Europe/Berlin', address: { city: 'Bonn', region: '' } },
      [{ field: 'timezone', before: 'UTC', after: 'Europe/Berlin', isCut: false }],
    ],
    [
      'the non-empty fields of a new row',
      null,
      { title: 'A', created_at: '2026-01-01', vendor: '', stock: 0, tags: [] },
      [{ field: 'title', before: null, after: 'A', isCut: false }],
    ],
  ])('shows %s', (_name, before, after, changes) => {
    expect(diffAuditRows(before, after)).toEqual(changes)
  })
  test('shortens a long text to the part that differs', () => {
    const [change] = diffAuditRows(
      { body: `${'a'.repeat(5000)}x${'b'.repeat(5000)}` },
      { body: `${'a'.repeat(5000)}y` },
    )
    expect(change?.isCut).toBe(true)
    expect(String(change?.before)).toMatch(/^…a{60}xb+…$/)
    expect(change?.after).toBe(`…${'a'.repeat(60)}y`)
  })
})
