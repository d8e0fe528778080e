import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountCredentialApi } from '#contract/account/account-credential.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { productApi } from '#contract/product/product.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { createAccountTester } from '../../testing/subject/account-testing.ts'
import { type Reply, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let accounts: ReturnType<typeof createAccountTester>
beforeAll(async () => {
  t = await startTestApp()
  accounts = createAccountTester(t)
})
afterAll(() => t.close())

const keyInput = { name: 'Till', ability: [{ action: 'read', subject: 'product' }] }
const webhookInput = { url: 'https://hooks.example.com/in', events: ['order.created'] }
const createKey = (as: Tester, proof: object) =>
  t.call(as, apiKeyApi.create, { body: { ...keyInput, ...proof } })
const createWebhook = (as: Tester, proof: object) =>
  t.call(as, webhookApi.create, { body: { ...webhookInput, ...proof } })
const listProducts = (key: string) =>
  t.call(undefined, productApi.list, { headers: { authorization: `Bearer ${key}` } })
const readSubjects = async (email: string) => {
  await t.runJobs()
  return (await accounts.readMails(email)).map(mail => /Subject: (.*)/.exec(mail)?.[1]?.trim())
}

/** Returns the recovery codes. */
async function turnOnTwoStep(as: Tester): Promise<string[]> {
  const { secret } = (
    await t.call(as, accountSecurityApi.startTwoStep, { body: { password: accounts.password } })
  ).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return (await t.call(as, accountSecurityApi.confirmTwoStep, { body: { code } })).body.data
    .recoveryCodes
}

test('a new API key and a new webhook URL need the password and the second step', async () => {
  const { as, email } = await accounts.signUp()
  const { password } = accounts
  for (const create of [createKey, createWebhook]) {
    expect((await create(as, {})).status).toBe(422)
    expect((await create(as, { password: 'wrong' })).body.code).toBe('wrong_password')
  }
  const { _id: id } = (await createWebhook(as, { password })).body.data
  const update = (body: object) => t.call(as, webhookApi.update, { params: { id }, body })
  expect((await update({ name: 'Till' })).status).toBe(200)
  expect((await update({ url: webhookInput.url })).status).toBe(200)
  const url = 'https://other.example.com/in'
  expect((await update({ url })).body.errors).toMatchObject([{ path: 'password' }])
  expect((await update({ url, password })).body.data.url).toBe(url)

  const { _id: keyId } = (await createKey(as, { password })).body.data
  const updateKey = (body: object) => t.call(as, apiKeyApi.update, { params: { id: keyId }, body })
  const ability = [...keyInput.ability, { action: 'read', subject: 'order' }]
  expect((await update({ isOn: false })).status).toBe(200)
  for (const change of [
    (proof: object) => updateKey({ ability, ...proof }),
    (proof: object) => update({ isOn: true, ...proof }),
    (proof: object) => update({ events: ['order.created', 'order.paid'], ...proof }),
    (proof: object) => t.call(as, webhookApi.rotateSecret, { params: { id }, body: { ...proof } }),
  ]) {
    expect((await change({})).body.errors).toMatchObject([{ path: 'password' }])
    expect((await change({ password: 'wrong' })).body.code).toBe('wrong_password')
    expect((await change({ password })).status).toBe(200)
  }
  expect(await readSubjects(email)).toEqual(
    expect.arrayContaining(['An API key has more permissions', 'A webhook was changed']),
  )
  expect((await updateKey({ ability: keyInput.ability, name: 'Till' })).status).toBe(200)
  expect((await update({ events: ['order.paid'], isOn: true })).status).toBe(200)

  const recoveryCodes = await turnOnTwoStep(as)
  for (const create of [createKey, createWebhook])
    expect((await create(as, { password })).body.code).toBe('two_step_required')
  expect((await createKey(as, { password, otp: recoveryCodes[0] })).status).toBe(201)
  expect((await createWebhook(as, { password, otp: recoveryCodes[1] })).status).toBe(201)
})

test('a new email, ownership and the deletion of the account need the second step', async () => {
  const { as } = await accounts.signUp()
  const { password } = accounts
  const recoveryCodes = await turnOnTwoStep(as)
  const changes: ((proof: object) => Promise<Reply>)[] = [
    proof =>
      t.call(as, accountProfileApi.changeEmail, { body: { email: 'new@example.net', ...proof } }),
    proof =>
      t.call(as, staffApi.offerOwnership, {
        body: { to: t.people.owner.personId, staysOwner: true, ...proof },
      }),
    proof =>
      t.call(as, staffApi.acceptOwnership, { params: { id: as.storeId }, body: { ...proof } }),
    proof => t.call(as, accountProfileApi.deleteAccount, { body: { ...proof } }),
  ]
  for (const [index, change] of changes.entries()) {
    expect((await change({ password })).body.code).toBe('two_step_required')
    // The second reply comes from the call itself, for example because the person is no member.
    const { body } = await change({ password, otp: recoveryCodes[index] })
    expect([undefined, 'person_not_found', 'offer_not_found', 'sole_owner'][index]).toBe(body.code)
  }
})

test('the creator and the owners get an email about a new API key and webhook URL', async () => {
  const owner = await accounts.signUp()
  const staffMember = await accounts.signUp()
  const bystander = await accounts.signUp()
  for (const [person, role] of [
    [staffMember, 'administrator'],
    [bystander, 'user'],
  ] as const)
    await t.sql.begin(async tx => {
      await tx`select set_config('app.store_id', ${owner.as.storeId}, true)`
      await tx`
        insert into membership (person_id, store_id, role)
        values (${person._id}, ${owner.as.storeId}, ${role})`
    })
  const as = { ...staffMember.as, storeId: owner.as.storeId }
  const { password } = accounts
  const { maskedKey } = (await createKey(as, { password })).body.data
  await createWebhook(as, { password })
  for (const { email } of [owner, staffMember]) {
    expect(await readSubjects(email)).toEqual(
      expect.arrayContaining(['An API key was created', 'A webhook has a new URL']),
    )
    const mails = (await accounts.readMails(email)).join()
    expect(mails).toMatch(new RegExp(`The key is sw_live_.+${maskedKey.slice(-4)},`))
    expect(mails).toContain('It sends to hooks.example.com')
  }
  expect(await readSubjects(bystander.email)).toEqual(['Confirm your email'])
})

test('a password reset lists the API keys and webhooks of the person, who can end them', async () => {
  const { as, email } = await accounts.signUp()
  const { password } = accounts
  const key = (await createKey(as, { password })).body.data
  const webhook = (await createWebhook(as, { password })).body.data
  // Emails that wait together are sent in any order.
  await t.runJobs()
  await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
  await t.runJobs()
  const newPassword = 'salt-and-slip-9'
  const reset = await t.call(undefined, accountSecurityApi.resetPassword, {
    body: { token: await accounts.readLastToken(email), password: newPassword },
  })
  expect(reset.body.data).toEqual({ email })
  await t.runJobs()
  expect((await accounts.readMails(email)).at(-1)).toContain(
    '2 API keys and webhooks that you created still work.',
  )

  const token = (await accounts.login(email, newPassword)).body.data.accessToken
  const person = { ...as, token }
  const list = async () => (await t.call(person, accountCredentialApi.listCredentials)).body.data
  expect(await list()).toMatchObject({
    isReviewDue: true,
    credentials: [
      { _id: webhook._id, kind: 'webhook', name: webhookInput.url, business: { name: 'Pots' } },
      { _id: key._id, kind: 'api_key', name: 'Till', business: { _id: as.storeId } },
    ],
  })
  const end = (tester: Tester, id: string) =>
    t.call(tester, accountCredentialApi.endCredential, { params: { id } })
  const stranger = await accounts.signUp()
  expect((await end(stranger.as, key._id)).status).toBe(404)
  expect((await listProducts(key.key)).status).toBe(200)
  for (const { _id } of [key, webhook]) expect((await end(person, _id)).status).toBe(200)
  expect((await listProducts(key.key)).status).toBe(401)
  expect((await t.call(person, webhookApi.list)).body.data).toMatchObject([{ status: 'off' }])
  expect(await list()).toEqual({ isReviewDue: false, credentials: [] })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

test('a login from a new kind of device is announced by email once, and the sign-up is not', async () => {
  const { email } = await accounts.signUp()
  const login = (userAgent: string) =>
    t.call(undefined, accountApi.login, {
      body: { email, password: accounts.password },
      headers: { 'user-agent': userAgent },
    })
  expect(await readSubjects(email)).toEqual(['Confirm your email'])
  await login(firefox)
  await login(firefox.replaceAll('132', '133'))
  expect(await readSubjects(email)).toEqual(['Confirm your email', 'New login to your account'])
  expect((await accounts.readMails(email)).at(-1)).toContain('It came from Firefox on Linux')
})

test('a session ends after 14 days without use and after 30 days in total', async () => {
  const { _id: personId, email, refreshToken } = await accounts.signUp()
  const refresh = async (token: string) =>
    (await t.call(undefined, accountApi.refresh, { body: { refreshToken: token } })).body.data
  const age = (days: number) => t.sql`
    update session set created_at = created_at - make_interval(days => ${days}),
      last_used_at = last_used_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days})
    where person_id = ${personId}`
  let token: string = refreshToken
  for (const days of [13, 13]) {
    await age(days)
    token = (await refresh(token)).refreshToken
  }
  await age(5)
  expect(await refresh(token)).toBeUndefined()

  const { refreshToken: idleToken } = (
    await t.call(undefined, accountApi.login, {
      body: { email, password: accounts.password },
    })
  ).body.data
  await age(15)
  expect(await refresh(idleToken)).toBeUndefined()
})
