import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountInvitationApi } from '#contract/account/account-invitation.ts'
import { categoryApi } from '#contract/product/category.ts'
import { roleApi } from '#contract/staff/role.ts'
import { type Staff, staffApi } from '#contract/staff/staff.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://admin.example.net' })
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())

const password = 'kiln-and-glaze'
let count = 0
const invite = async (body: object = {}, headers?: Record<string, string>) => {
  count += 1
  const reply = await t.call('owner', staffApi.invite, {
    body: { email: `guest${count}@example.org`, role: 'support', ...body },
    ...(headers && { headers }),
  })
  await t.runJobs()
  return reply
}
const findLink = async (email: string) =>
  /(https?:\/\/\S+?)#token=([\w-]+)/.exec((await listMailsTo(t, email)).at(-1) ?? '') ?? []
const findToken = async (email: string) => (await findLink(email))[2] ?? ''
const inviteGuest = async (body: object = {}): Promise<Staff & { token: string }> => {
  const { data } = (await invite(body)).body
  return { ...data, token: await findToken(data.email) }
}
const checkInvitation = (token: string) =>
  t.call(undefined, accountInvitationApi.checkInvitation, { body: { token } })
const joinAsNewPerson = (token: string, body: object = {}) =>
  t.call(undefined, accountInvitationApi.join, {
    body: { token, fullName: 'Gus Guest', password, ...body },
  })
const acceptInvitation = (as: Tester, token: string) =>
  t.call(as, accountInvitationApi.acceptInvitation, { body: { token } })
const signUp = async (email: string): Promise<Tester> => {
  const { data } = (
    await t.call(undefined, accountApi.signup, {
      body: { fullName: 'Ann Potter', email, password, businessName: 'Pots' },
    })
  ).body
  // Sends the sign-up email first, because the order of two waiting emails is not defined.
  await t.runJobs()
  return { personId: data._id, storeId: data.business, token: data.accessToken }
}
const listPending = async () =>
  (
    await t.call('owner', staffApi.list, { query: { status: 'pending', perPage: 100 } })
  ).body.data.map(({ email }: Staff) => email)
const allowResend = (id: string) =>
  t.inStore(tx => tx`update invitation set sent_at = now() - interval '2 minutes' where id = ${id}`)

test('a new person is invited by email, creates an account with the link, and gets the assigned role', async () => {
  const { name } = t.people.owner
  const [storeName, ownerName] = [`Store of ${name}`, `Test ${name}`]
  const { status, body } = await invite(
    { email: ' New.Hand@Example.org ' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  )
  expect([status, body.message]).toEqual([201, 'Invitation sent'])
  expect(body.data).toMatchObject({
    email: 'new.hand@example.org',
    status: 'pending',
    role: 'support',
    fullName: '',
    invitedBy: ownerName,
  })
  expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(6.99 * 86_400_000)
  const [mail = ''] = await listMailsTo(t, 'new.hand@example.org')
  expect([
    mail.includes(storeName),
    mail.includes(ownerName),
    mail.includes('evil.example'),
  ]).toEqual([true, true, false])
  const [, url, token = ''] = await findLink('new.hand@example.org')
  expect(url).toBe('https://admin.example.net/accept-invitation')
  expect(JSON.stringify(body)).not.toContain(token)
  expect((await checkInvitation(token)).body.data).toEqual({
    email: 'new.hand@example.org',
    storeName,
    invitedBy: ownerName,
    role: 'support',
    roleName: '',
    hasAccount: false,
  })

  const joinReply = await joinAsNewPerson(token, {
    role: 'owner',
    email: 'other@example.org',
    ability: [{ action: 'manage', subject: 'all' }],
  })
  expect([
    joinReply.status,
    joinReply.body.data.email,
    joinReply.body.data.role,
    joinReply.body.data.business,
    joinReply.body.data.isEmailVerified,
  ]).toEqual([201, 'new.hand@example.org', 'support', t.people.owner.storeId, true])
  const newHand = {
    personId: joinReply.body.data._id,
    storeId: joinReply.body.data.business,
    token: joinReply.body.data.accessToken,
  }
  expect((await t.call(newHand, categoryApi.list)).status).toBe(200)
  expect((await t.call(newHand, categoryApi.create, { body: { name: 'Mine' } })).status).toBe(403)
  expect(await listPending()).not.toContain('new.hand@example.org')
  expect(
    (await t.call('owner', staffApi.get, { params: { id: newHand.personId } })).body.data,
  ).toMatchObject({ status: 'active', fullName: 'Gus Guest' })
})

test('a person with an account joins with it and keeps their own store', async () => {
  const ann = await signUp('ann@example.org')
  const { token } = await inviteGuest({ email: 'ann@example.org', role: 'manager' })
  expect((await checkInvitation(token)).body.data.hasAccount).toBe(true)
  expect((await acceptInvitation(ann, token)).body.data).toEqual({
    business: t.people.owner.storeId,
  })
  const annInStore = { ...ann, storeId: t.people.owner.storeId }
  expect((await t.call(annInStore, accountApi.me)).body.data).toMatchObject({
    role: 'manager',
    business: t.people.owner.storeId,
    isEmailVerified: true,
  })
  expect((await t.call(ann, accountApi.me)).body.data).toMatchObject({
    role: 'admin',
    isOwner: true,
    business: ann.storeId,
  })
})

describe('an invitation is invalid, and writes nothing,', () => {
  const expectNoChange = async (
    send: () => Promise<{ status: number; body: { code: string } }>,
    ...expectedStatusAndCode: (number | string)[]
  ) => {
    const before = await t.changes()
    const { status, body } = await send()
    expect([status, body.code]).toEqual(expectedStatusAndCode)
    expect(await t.changes()).toBe(before)
  }
  test('after it was used, for every person', async () => {
    const { token } = await inviteGuest()
    expect((await joinAsNewPerson(token)).status).toBe(201)
    await expectNoChange(() => joinAsNewPerson(token), 400, 'invitation_invalid')
    await expectNoChange(
      () => acceptInvitation(t.people.stranger, token),
      400,
      'invitation_invalid',
    )
    await expectNoChange(() => checkInvitation(token), 400, 'invitation_invalid')
  })
  test('more than once in concurrent calls', async () => {
    const { token, email } = await inviteGuest()
    const replies = await Promise.all(Array.from({ length: 6 }, () => joinAsNewPerson(token)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await t.inStore(tx => tx`select 1 from person where email = ${email}`)).toHaveLength(1)
  })
  test('for a person with another email', async () => {
    const { token } = await inviteGuest()
    await expectNoChange(() => acceptInvitation(t.people.stranger, token), 403, 'other_email')
  })
  test('after it was revoked, sent again, or has expired', async () => {
    const [revokedGuest, resentGuest, expiredGuest] = [
      await inviteGuest(),
      await inviteGuest(),
      await inviteGuest(),
    ]
    expect(
      (await t.call('owner', staffApi.revoke, { params: { id: revokedGuest._id } })).status,
    ).toBe(200)
    await expectNoChange(() => joinAsNewPerson(revokedGuest.token), 400, 'invitation_invalid')
    await allowResend(resentGuest._id)
    expect(
      (await t.call('owner', staffApi.resend, { params: { id: resentGuest._id } })).status,
    ).toBe(200)
    await expectNoChange(() => joinAsNewPerson(resentGuest.token), 400, 'invitation_invalid')
    await t.runJobs()
    const newToken = await findToken(resentGuest.email)
    expect(newToken).not.toBe(resentGuest.token)
    expect((await joinAsNewPerson(newToken)).status).toBe(201)
    await t.inStore(
      tx => tx`
        update invitation set expires_at = now() - interval '1 second'
        where id = ${expiredGuest._id}`,
    )
    await expectNoChange(() => joinAsNewPerson(expiredGuest.token), 400, 'invitation_invalid')
  })
  test('with a weak password, without a name, or with a false token', async () => {
    const { token } = await inviteGuest()
    await expectNoChange(() => joinAsNewPerson(token, { password: 'Password123' }), 422, 'common')
    await expectNoChange(() => joinAsNewPerson(token, { fullName: ' ' }), 422, 'invalid')
    for (const falseToken of ['x', "' or true --"])
      expect((await joinAsNewPerson(falseToken)).body.code).toBe('invitation_invalid')
  })
  test('when its role was deleted', async () => {
    const { role } = (
      await t.call('owner', roleApi.create, {
        body: { name: 'Passing', ability: [{ action: 'read', subject: 'order' }] },
      })
    ).body.data
    const { token } = await inviteGuest({ role })
    expect((await t.call('owner', roleApi.delete, { params: { role } })).body.code).toBe(
      'role_in_use',
    )
    await t.inStore(tx => tx`delete from role where role = ${role}`)
    await expectNoChange(() => joinAsNewPerson(token), 400, 'invitation_invalid')
  })
})

test('the role of a pending invitation can be changed, and the last role counts', async () => {
  const { _id, token } = await inviteGuest()
  expect(
    (
      await t.call('owner', staffApi.update, {
        params: { id: _id },
        body: { role: 'restricted-user' },
      })
    ).body.data.role,
  ).toBe('restricted-user')
  expect(
    (await t.call('owner', staffApi.update, { params: { id: _id }, body: { status: 'active' } }))
      .body.code,
  ).toBe('pending')
  expect((await joinAsNewPerson(token)).body.data.role).toBe('restricted-user')
})

test('rejects members, repeated and early invitations, the owner role, and more than fifty invitations', async () => {
  const { _id, email } = (await invite()).body.data
  expect((await invite({ email })).body).toMatchObject({
    code: 'already_invited',
    message: 'This person is already invited. Resend the invitation instead.',
  })
  expect((await invite({ email: `${t.people.nobody.name}@example.com` })).body).toMatchObject({
    code: 'already_member',
  })
  expect((await invite({ role: 'owner' })).body.errors[0].path).toBe('role')
  const earlyReply = await t.call('owner', staffApi.resend, { params: { id: _id } })
  expect([
    earlyReply.status,
    earlyReply.body.code,
    Number(earlyReply.headers['retry-after']),
  ]).toEqual([429, 'too_soon', expect.any(Number)])
  await t.inStore(
    tx =>
      tx`
        insert into invitation (email, role)
        select 'many' || n || '@example.org', 'user' from generate_series(1, 50) n`,
  )
  expect((await invite()).body.code).toBe('invitation_limit')
})

test('no secret of a link is in the table or in the audit', async () => {
  const { token, _id } = await inviteGuest()
  const [stored] = await t.inStore(
    tx => tx<{ text: string }[]>`
      select row_to_json(i)::text || coalesce((
        select string_agg(a.after::text, '') from audit a where a.entity = 'invitation'), '') as text
      from invitation i where id = ${_id}`,
  )
  expect(stored?.text).not.toContain(token)
  expect(stored?.text.match(/token_hash/g)).toHaveLength(1)
})

describe('an invitation becomes invalid when its inviter', () => {
  /** Returns an administrator and the token of their invitation of a manager. */
  const inviteByAdministrator = async () => {
    count += 1
    const inviter = await makePerson(t.app, t.sql, `inviter${count}`, {
      storeId: t.people.owner.storeId,
      abilities: [{ action: 'manage', subject: 'all' }],
    })
    const email = `private${count}@example.org`
    const { body } = await t.call(inviter, staffApi.invite, { body: { email, role: 'manager' } })
    await t.runJobs()
    const params = { id: inviter.personId }
    return { email, id: body.data._id, params, token: await findToken(email) }
  }
  const expectInvalid = async (token: string) => {
    expect((await checkInvitation(token)).body.code).toBe('invitation_invalid')
    expect((await joinAsNewPerson(token)).body.code).toBe('invitation_invalid')
  }

  test('is removed', async () => {
    const { email, params, token } = await inviteByAdministrator()
    await t.call('owner', staffApi.delete, { params })
    await expectInvalid(token)
    expect(await listPending()).not.toContain(email)
  })

  test('is deactivated', async () => {
    const { email, params, token } = await inviteByAdministrator()
    await t.call('owner', staffApi.update, { params, body: { status: 'inactive' } })
    await expectInvalid(token)
    expect(await listPending()).not.toContain(email)
  })

  test('loses permissions, until another administrator resends it', async () => {
    const { email, id, params, token } = await inviteByAdministrator()
    await t.call('owner', staffApi.update, { params, body: { role: 'support' } })
    await expectInvalid(token)
    await allowResend(id)
    await t.call('owner', staffApi.resend, { params: { id } })
    await t.runJobs()
    expect((await joinAsNewPerson(await findToken(email))).status).toBe(201)
  })
})
