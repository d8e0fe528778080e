import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type Signup } from '#contract/account/account.ts'
import { dashboardApi } from '#contract/staff/dashboard.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const ann: Signup = {
  fullName: 'Ann Potter',
  email: 'ann@example.org',
  password: 'kiln-and-glaze',
  businessName: 'Ännä’s Pots',
}
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await signup(ann)
})
afterAll(() => t.close())

const signup = (body: object) => t.call(undefined, accountApi.signup, { body })
const login = (body: object) => t.call(undefined, accountApi.login, { body })
const refresh = (refreshToken: unknown) =>
  t.call(undefined, accountApi.refresh, { body: { refreshToken } })
const withBearer = (accessToken: string) => ({
  headers: { authorization: `Bearer ${accessToken}` },
})

test('a sign-up creates the person and the first store, and logs in', async () => {
  const { status, body } = await signup({
    ...ann,
    fullName: 'Bea Potter',
    email: 'bea@example.org',
    businessName: 'Bëä’s Pots',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: true,
    _id: body.data.business,
    data: {
      fullName: 'Bea Potter',
      email: 'bea@example.org',
      username: 'bea',
      role: 'admin',
      isOwner: true,
      ability: [{ action: 'manage', subject: 'all' }],
      avatar: null,
    },
  })
  expect(body.data.id).toBe(body.data._id)
  const stores = await t.call(undefined, storeApi.list, withBearer(body.data.accessToken))
  expect(stores.body.data).toMatchObject([
    {
      _id: body._id,
      name: 'Bëä’s Pots',
      slug: 'beas-pots',
      host: 'beas-pots.storewright.localhost',
      currency: 'USD',
    },
  ])
})

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Mars/Phobos', 'UTC'],
  ['America/New_York', 'America/New_York'],
])(
  'a browser in %s gets a store in %s, with statistics of its day',
  async (timezone, storedTimezone) => {
    const { body } = await signup({
      ...ann,
      email: `${timezone.replace('/', '-').toLowerCase()}@example.org`,
      timezone,
    })
    const as = withBearer(body.data.accessToken)
    expect((await t.call(undefined, storeApi.list, as)).body.data).toMatchObject([
      { timezone: storedTimezone },
    ])
    expect(
      (await t.call(undefined, dashboardApi.getStats, { ...as, query: { period: 'today' } }))
        .status,
    ).toBe(200)
  },
)

test('an unknown currency creates no store', async () => {
  const before = await t.changes()
  expect((await signup({ ...ann, email: 'gold@example.org', currency: 'QQQ' })).body).toMatchObject(
    { errors: [{ path: 'currency' }] },
  )
  expect(await t.changes()).toBe(before)
})

test('concurrent sign-ups with one name succeed, with one email only one succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      signup({ ...ann, email: `twin@${i}.example.org`, businessName: 'Twin Pots' }),
    ),
  )
  expect(replies.map(({ status, body }) => body.message ?? status)).toEqual(
    Array.from({ length: 6 }, () => 201),
  )
  expect(new Set(replies.map(({ body }) => body.data.username)).size).toBe(6)
  const sameEmailReplies = await Promise.all(
    Array.from({ length: 6 }, () => signup({ ...ann, email: 'once@example.org' })),
  )
  expect(sameEmailReplies.map(({ status }) => status).sort()).toEqual([
    201, 409, 409, 409, 409, 409,
  ])
})

test('a login returns the session user; the case of the email does not matter', async () => {
  const { status, body } = await login({ email: ' ANN@example.org ', password: ann.password })
  expect(status).toBe(200)
  expect(Object.keys(body.data).sort()).toEqual([
    '_id',
    'ability',
    'accessToken',
    'avatar',
    'business',
    'createdAt',
    'email',
    'fullName',
    'id',
    'isEmailVerified',
    'isOwner',
    'needsCredentialReview',
    'preferences',
    'refreshToken',
    'role',
    'username',
  ])
  const me = await t.call(undefined, accountApi.me, withBearer(body.data.accessToken))
  expect(me.body.data).toMatchObject({ email: 'ann@example.org', business: body.data.business })
})

test('an unknown email and a wrong password get the same reply', async () => {
  const unknownReply = await login({ email: 'nobody@example.org', password: 'whatever it is' })
  const wrongReply = await login({ email: ann.email, password: 'whatever it is' })
  expect(unknownReply.status).toBe(400)
  expect(wrongReply.status).toBe(400)
  expect({ ...wrongReply.body, requestId: '' }).toEqual({ ...unknownReply.body, requestId: '' })
  expect(wrongReply.body).toMatchObject({ status: false, message: 'Email or Password is Invalid' })
})

test('the second addresses of the specification reply in its shapes', async () => {
  const post = async (url: string, payload: object, token?: string) => {
    const reply = await t.app.inject({
      method: 'POST',
      url: `/api/jwt/${url}`,
      payload,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const person = { email: 'second@example.org', password: ann.password }
  const register = await post('register', { ...ann, ...person, domain: 'second-pots' })
  expect(register).toMatchObject({
    status: 200,
    body: {
      status: true,
      user: { email: person.email, role: 'admin' },
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    },
  })
  expect((await post('register', { ...ann, ...person })).body).toMatchObject({
    status: false,
    errors: [{ path: 'email' }],
  })
  const login = await post('login', person)
  expect(login).toMatchObject({
    status: 200,
    body: { status: true, userData: { email: person.email }, refreshToken: expect.any(String) },
  })
  expect(await post('login', { ...person, password: 'wrong' })).toMatchObject({
    status: 400,
    body: { status: false, message: 'Email or Password is Invalid' },
  })
  const checkDomain = async (url: string) => {
    const { requestId: _, ...body } = (
      await t.app.inject({ url: `/api/${url}/second-pots` })
    ).json()
    return body
  }
  expect(await checkDomain('jwt/domain')).toEqual(
    await checkDomain('business/checkDomainAvailablity'),
  )
  const { accessToken } = login.body
  expect((await post('logout', {}, accessToken)).body).toEqual({ status: true })
  expect((await post('logout', {}, accessToken)).status).toBe(401)
})

describe('a sign-up rejects, and creates nothing, with', () => {
  const other = { ...ann, email: 'other@example.org', businessName: 'Other' }
  test.each([
    [
      'a taken email',
      { ...ann, email: 'Ann@Example.org' },
      409,
      'This email is already in use.',
      'email',
    ],
    [
      'a taken username',
      { ...other, username: 'ANN' },
      409,
      'This username is already in use.',
      'username',
    ],
    [
      'a taken handle',
      { ...other, domain: 'annas-pots' },
      409,
      'This store URL is already in use. Choose a different one.',
      'domain',
    ],
    [
      'a reserved handle',
      { ...other, domain: 'admin' },
      422,
      'This store URL is reserved. Choose a different one.',
      'domain',
    ],
    [
      'a short password',
      { ...other, password: 'short one' },
      422,
      'Some fields aren’t valid: password. Correct them and try again.',
      'password',
    ],
    [
      'a common password',
      { ...other, password: 'Password123' },
      422,
      'This password is too easy to guess. Choose a different one.',
      'password',
    ],
    [
      'a password with the email in it',
      { ...other, password: 'my-other-password' },
      422,
      'Choose a password that doesn’t contain your email.',
      'password',
    ],
    [
      'no name',
      { ...other, fullName: '  ' },
      422,
      'Some fields aren’t valid: fullName. Correct them and try again.',
      'fullName',
    ],
    [
      'an invalid email',
      { ...other, email: 'a@b' },
      422,
      'Some fields aren’t valid: email. Correct them and try again.',
      'email',
    ],
    [
      'a name that cannot be stored',
      { ...other, businessName: 'a\u0000b' },
      422,
      'Some fields aren’t valid: businessName. Correct them and try again.',
      'businessName',
    ],
  ])('%s', async (_case, body, status, message, path) => {
    const before = await t.changes()
    const reply = await signup(body)
    expect([reply.status, reply.body.message, reply.body.errors[0].path]).toEqual([
      status,
      message,
      path,
    ])
    expect(await t.changes()).toBe(before)
    expect((await login({ email: 'other@example.org', password: body.password })).status).toBe(400)
  })
})

describe('a refresh token', () => {
  let count = 0
  /** Signs up a new person, so that no test sees the sessions of another. */
  const startSession = async (): Promise<{ _id: string; refreshToken: string }> => {
    count += 1
    return (await signup({ ...ann, email: `session${count}@example.org` })).body.data
  }
  const listTheftWarnings = (personId: string) => t.sql`
    select 1 from graphile_worker._private_jobs
    where payload::text like '%session_stolen%' and payload::text like ${`%${personId}%`}`

  test('is replaced by a valid successor', async () => {
    const first = await startSession()
    const second = await refresh(first.refreshToken)
    expect(second.body).toMatchObject({
      status: true,
      data: { accessToken: expect.any(String), refreshToken: expect.any(String) },
    })
    expect(second.body.data.refreshToken).not.toBe(first.refreshToken)
    expect((await refresh(second.body.data.refreshToken)).status).toBe(200)
  })
  test('sent by 32 tabs at once has one successor', async () => {
    const { refreshToken } = await startSession()
    const replies = await Promise.all(Array.from({ length: 32 }, () => refresh(refreshToken)))
    expect(new Set(replies.map(reply => reply.body.data?.refreshToken)).size).toBe(1)
  })
  test('reused while its successor is unused ends the session without a warning', async () => {
    const first = await startSession()
    await refresh(first.refreshToken)
    await t.sql`update refresh_token set used_at = used_at - interval '1 minute' where used_at is not null`
    expect((await refresh(first.refreshToken)).status).toBe(401)
    expect(await listTheftWarnings(first._id)).toHaveLength(0)
  })
  test('reused after its successor ends the session and warns the person', async () => {
    const first = await startSession()
    const second = (await refresh(first.refreshToken)).body.data
    const third = (await refresh(second.refreshToken)).body.data
    const replayReply = await refresh(first.refreshToken)
    expect([replayReply.status, replayReply.body.message]).toEqual([401, 'Invalid refresh token'])
    expect((await refresh(third.refreshToken)).status).toBe(401)
    expect(await listTheftWarnings(first._id), 'an email to the person').toHaveLength(1)
  })
  test.each([
    ['unknown', 'x'.repeat(43)],
    ['empty', ''],
  ])('that is %s is rejected with 401', async (_case, token) => {
    expect((await refresh(token)).status).toBe(401)
  })
})

test('an access token is accepted only in its exact spelling', async () => {
  const { token } = t.people.owner
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  const [header, payload, signature = ''] = token.split('.')
  const spellings = [
    ...[1, 2, 3].map(bits => token.slice(0, -1) + alphabet[last + bits]),
    `${token}=`,
    `${header}.${payload}. ${signature}`,
    `${header}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
  ]
  for (const spelling of [token, ...spellings]) {
    const reply = await t.call({ ...t.people.owner, token: spelling }, accountApi.me)
    expect([spelling, reply.status]).toEqual([spelling, spelling === token ? 200 : 401])
  }
})

test('a logout ends the session at once', async () => {
  const { accessToken, refreshToken } = (await login({ email: ann.email, password: ann.password }))
    .body.data
  expect((await t.call(undefined, accountApi.logout, withBearer(accessToken))).status).toBe(200)
  expect((await t.call(undefined, accountApi.me, withBearer(accessToken))).status).toBe(401)
  expect((await refresh(refreshToken)).status).toBe(401)
})

test('passwords are stored as argon2id hashes', async () => {
  const [row] = await t.inStore(
    tx =>
      tx<{ passwordHash: string }[]>`select password_hash from person where email = ${ann.email}`,
  )
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
