import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { storeApi } from '#contract/store/store.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const password = 'kiln-and-glaze'
let count = 0
async function signUp() {
  count += 1
  const email = `pia${count}@example.org`
  const { data } = (
    await t.call(undefined, accountApi.signup, {
      body: { fullName: 'Pia Loom', email, password, businessName: `Weaves ${count}` },
    })
  ).body
  const as: Tester = { personId: data._id, storeId: data.business, token: data.accessToken }
  return { email, as }
}
const login = (email: string, passwordInput = password) =>
  t.call(undefined, accountApi.login, { body: { email, password: passwordInput } })
const me = async (as: Tester) => (await t.call(as, accountApi.me)).body.data
async function readMails(email: string) {
  await t.runJobs()
  return listMailsTo(t, email)
}

describe('a profile', () => {
  test('has a trimmed name that is not empty', async () => {
    const { as } = await signUp()
    expect(
      (await t.call(as, accountProfileApi.updateProfile, { body: { fullName: '  Pia Weaver ' } }))
        .body.data.fullName,
    ).toBe('Pia Weaver')
    expect(
      (await t.call(as, accountProfileApi.updateProfile, { body: { fullName: ' ' } })).status,
    ).toBe(422)
    expect((await me(as)).fullName).toBe('Pia Weaver')
  })

  const uploadAvatar = (as: Tester, bytes: Buffer, headers: Record<string, string> = {}) => {
    const partHeader =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n'
    return t.app.inject({
      method: 'POST',
      url: '/api/account/avatar',
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...headers,
      },
      payload: Buffer.concat([Buffer.from(partHeader), bytes, Buffer.from('\r\n--x--\r\n')]),
    })
  }

  test('stores a re-encoded avatar and deletes the previous one', async () => {
    const { as } = await signUp()
    const createImage = (background: string) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .withExif({ IFD0: { Artist: 'canary-in-exif' } })
        .png()
        .toBuffer()
    const first: string = (await uploadAvatar(as, await createImage('#c33'))).json().data.avatar
    expect(first).toMatch(new RegExp(`^/media/${as.personId}/[0-9a-f-]{36}/160\\.webp$`))
    const reply = await t.app.inject({ url: first })
    expect([
      reply.statusCode,
      reply.headers['content-type'],
      reply.rawPayload.includes('canary-in-exif'),
    ]).toEqual([200, 'image/webp', false])
    await uploadAvatar(as, await createImage('#33c'))
    expect((await t.app.inject({ url: first })).statusCode).toBe(404)
    expect((await t.call(as, accountProfileApi.deleteAvatar)).body.data.avatar).toBeNull()
  })

  test('is returned for the store of the call, not for the last used store', async () => {
    const { as } = await signUp()
    const otherStoreId = t.people.owner.storeId
    await withStoreTransaction(
      t.app.db,
      otherStoreId,
      tx =>
        tx`
          insert into membership (person_id, store_id, role)
          values (${as.personId}, ${otherStoreId}, 'support')`,
    )
    const other = { ...as, storeId: otherStoreId }
    expect((await me(other)).business).toBe(otherStoreId)
    expect((await t.call(as, accountProfileApi.deleteAvatar)).body.data).toMatchObject({
      business: as.storeId,
      role: 'admin',
      isOwner: true,
    })
    expect((await me(other)).business).toBe(otherStoreId)
    expect(
      (
        await uploadAvatar(
          as,
          await sharp({ create: { width: 9, height: 9, channels: 3, background: '#3b6' } })
            .png()
            .toBuffer(),
          { 'x-business-id': as.storeId },
        )
      ).json().data,
    ).toMatchObject({ business: as.storeId, isOwner: true })
  })

  test('rejects a file that is not an image', async () => {
    const { as } = await signUp()
    expect((await uploadAvatar(as, Buffer.from('<svg onload="alert(1)">'))).statusCode).toBe(415)
    expect((await me(as)).avatar).toBeNull()
  })
})

describe('a new email', () => {
  const requestEmailChange = (as: Tester, email: string, passwordInput = password) =>
    t.call(as, accountProfileApi.changeEmail, { body: { email, password: passwordInput } })
  const confirmEmail = (as: Tester, token: string) =>
    t.call(as, accountProfileApi.confirmEmail, { body: { token } })
  const findLink = async (email: string) =>
    /(https?:\/\/\S+?)\/confirm-email#token=([\w-]+)/.exec((await readMails(email)).join()) ?? []

  test('is confirmed by its link once; the previous email is notified and its links expire', async () => {
    const { as, email } = await signUp()
    const nextEmail = `new-${email}`
    expect((await requestEmailChange(as, nextEmail, 'wrong')).body.code).toBe('wrong_password')
    expect((await requestEmailChange(as, nextEmail)).body.data).toEqual({ email: nextEmail })
    const [, site, token = ''] = await findLink(nextEmail)
    expect(site).toBe(t.app.config.publicUrl)
    expect((await me(as)).email, 'before the confirmation').toBe(email)
    expect(
      [
        (await t.call(undefined, accountProfileApi.confirmEmail, { body: { token } })).status,
        (await confirmEmail((await signUp()).as, token)).body.code,
      ],
      'other people',
    ).toEqual([401, 'other_account'])
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
    const reset = /reset-password#token=([\w-]+)/.exec((await readMails(email)).join())?.[1] ?? ''
    expect((await confirmEmail(as, token)).body.data).toEqual({ email: nextEmail })
    expect(await me(as)).toMatchObject({ email: nextEmail, isEmailVerified: true })
    expect((await confirmEmail(as, token)).body.code).toBe('link_invalid')
    expect(
      (await t.call(undefined, accountSecurityApi.checkResetLink, { body: { token: reset } })).body
        .code,
    ).toBe('link_invalid')
    expect([(await login(email)).status, (await login(nextEmail)).status]).toEqual([400, 200])
    expect((await readMails(email)).join()).toContain('Subject: Your email was changed')
  })

  test('of another person gets the same reply but no link; one taken in the meantime is rejected', async () => {
    const [pia, ann] = [await signUp(), await signUp()]
    expect((await requestEmailChange(pia.as, ann.email)).body).toMatchObject({
      status: true,
      data: { email: ann.email },
    })
    expect((await readMails(ann.email)).join()).not.toContain('confirm-email')
    const freeEmail = `free-${pia.email}`
    await requestEmailChange(pia.as, freeEmail)
    const [, , token = ''] = await findLink(freeEmail)
    await t.sql`update person set email = ${freeEmail} where id = ${ann.as.personId}`
    expect((await confirmEmail(pia.as, token)).status).toBe(409)
    expect((await me(pia.as)).email).toBe(pia.email)
  })

  test('cannot be confirmed after a password reset', async () => {
    const { as, email } = await signUp()
    await requestEmailChange(as, `thief-${email}`)
    const [, , token = ''] = await findLink(`thief-${email}`)
    expect((await readMails(email)).join(), 'advice').toContain('The link then stops working')
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
    const reset = /reset-password#token=([\w-]+)/.exec((await readMails(email)).join())?.[1] ?? ''
    expect(
      (
        await t.call(undefined, accountSecurityApi.resetPassword, {
          body: { token: reset, password: 'salt-and-slip-9' },
        })
      ).status,
    ).toBe(200)
    const again = (await login(email, 'salt-and-slip-9')).body.data
    expect((await confirmEmail({ ...as, token: again.accessToken }, token)).body.code).toBe(
      'link_invalid',
    )
  })
})

describe('the deletion of an account', () => {
  const deleteAccount = (as: Tester, passwordInput = password) =>
    t.call(as, accountProfileApi.deleteAccount, { body: { password: passwordInput } })

  test('is rejected without the password, or while a store has no other owner, and changes nothing', async () => {
    const { as, email } = await signUp()
    expect((await deleteAccount(as, 'wrong')).body.code).toBe('wrong_password')
    const { body } = await deleteAccount(as)
    expect([body.code, body.message]).toEqual([
      'sole_owner',
      `You are the only owner of Weaves ${count}. Transfer or close the store first.`,
    ])
    expect([(await me(as)).email, (await login(email)).status]).toEqual([email, 200])
  })

  test('leaves an anonymous row without access, and the stores to the other owners', async () => {
    const { as, email } = await signUp()
    const other = await makePerson(t.app, t.sql, `stays-${count}`, {
      storeId: as.storeId,
      abilities: [],
    })
    await withStoreTransaction(
      t.app.db,
      as.storeId,
      tx => tx`update membership set role = 'owner' where person_id = ${other.personId}`,
    )
    expect((await deleteAccount(as)).status).toBe(200)
    expect((await t.call(as, accountApi.me)).status).toBe(401)
    expect((await login(email)).status).toBe(400)
    const [row] = await t.sql`
      select full_name, email, username, avatar, preferences, password_hash
      from person where id = ${as.personId}`
    expect(JSON.stringify(row)).not.toMatch(/pia|argon/i)
    const [remainingMembership] = await withStoreTransaction(
      t.app.db,
      as.storeId,
      tx => tx`
      select (select count(*)::integer from membership where person_id = ${as.personId}) as members,
        (select count(*)::integer from session where person_id = ${as.personId}) as sessions,
        (select count(*)::integer from mail_link where person_id = ${as.personId}) as links`,
    )
    expect(remainingMembership).toEqual({ members: 0, sessions: 0, links: 0 })
    expect((await readMails(email)).join()).toContain('Subject: Your account was deleted')
    expect(
      (
        await t.call(undefined, accountApi.signup, {
          body: { fullName: 'Pia Loom', email, password, businessName: 'Anew' },
        })
      ).status,
      'the email is free again',
    ).toBe(201)
  })

  test('is possible for the owner of a closed store', async () => {
    const { as } = await signUp()
    await withStoreTransaction(
      t.app.db,
      as.storeId,
      tx => tx`update store set status = 'closed' where id = ${as.storeId}`,
    )
    expect((await deleteAccount(as)).status).toBe(200)
    expect(
      await withStoreTransaction(
        t.app.db,
        as.storeId,
        tx => tx`select role from membership where store_id = ${as.storeId}`,
      ),
    ).toMatchObject([{ role: 'owner' }])
    const otherPerson = await makePerson(t.app, t.sql, `left-${count}`, {
      storeId: as.storeId,
      abilities: [{ action: 'manage', subject: 'all' }],
    })
    const updateStore = (data: object) =>
      t.call(otherPerson, storeApi.update, { params: { id: as.storeId }, body: { data } })
    for (const status of ['live', 'draft'])
      expect((await updateStore({ status })).body.code, 'no owner').toBe('no_owner')
    expect((await updateStore({ name: 'Closed weaves' })).status).toBe(200)
  })

  test('does not deadlock with a concurrent staff change', async () => {
    const { as, email } = await signUp()
    await withStoreTransaction(
      t.app.db,
      as.storeId,
      tx => tx`update store set status = 'closed' where id = ${as.storeId}`,
    )
    const otherStoreId = t.people.owner.storeId
    await withStoreTransaction(
      t.app.db,
      otherStoreId,
      tx =>
        tx`
          insert into membership (person_id, store_id, role)
          values (${as.personId}, ${otherStoreId}, 'support')`,
    )
    const gate = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    // Locks the staff of the store first and then the person, as staff changes do.
    const change = withStoreTransaction(t.app.db, otherStoreId, async tx => {
      await tx`select pg_advisory_xact_lock(hashtextextended('staff ' || current_store(), 0))`
      isLocked.resolve()
      await gate.promise
      await tx`update person set last_store_id = ${otherStoreId} where id = ${as.personId}`
    })
    await isLocked.promise
    const deletion = deleteAccount(as)
    await expect
      .poll(
        async () =>
          (
            await t.sql`
              select 1 from pg_locks where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())`
          ).length,
      )
      .toBe(1)
    gate.resolve()
    await change
    expect((await deletion).status).toBe(200)
    expect((await login(email)).status).toBe(400)
  })
})

test('links in emails use the configured URL, and no response contains their secrets', async () => {
  const { as, email } = await signUp()
  const hostileHeaders = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    origin: 'https://evil.example',
  }
  const replies = [
    await t.call(undefined, accountSecurityApi.forgotPassword, {
      body: { email },
      headers: hostileHeaders,
    }),
    await t.call(as, accountSecurityApi.resendVerification, { headers: hostileHeaders }),
    await t.call(as, accountProfileApi.changeEmail, {
      body: { email: `next-${email}`, password },
      headers: hostileHeaders,
    }),
  ]
  const mails = [...(await readMails(email)), ...(await readMails(`next-${email}`))].join()
  const tokens = [...mails.matchAll(/#token=([\w-]+)/g)].map(([, token = '']) => token)
  expect(tokens.length).toBeGreaterThanOrEqual(3)
  expect(mails).not.toContain('evil.example')
  for (const token of tokens)
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain(token)
})
