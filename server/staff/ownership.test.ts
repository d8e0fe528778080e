import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let owner: Tester
const password = 'kiln-and-glaze'
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let count = 0
/** Returns a staff member with a password, which the ownership calls need. */
async function createStaffMember(role = 'administrator'): Promise<Tester> {
  count += 1
  const person = await makePerson(t.app, t.sql, `staff-member-${count}`, {
    storeId: t.people.owner.storeId,
    abilities: [],
  })
  await t.inStore(
    tx =>
      tx`update membership set role = ${role}, abilities = null where person_id = ${person.personId}`,
  )
  const [membership] = await t.inStore(
    tx =>
      tx<
        { passwordHash: string }[]
      >`select password_hash from person where email = 'hash@example.org'`,
  )
  await t.inStore(
    tx =>
      tx`update person set password_hash = ${membership?.passwordHash ?? ''} where id = ${person.personId}`,
  )
  return person
}
beforeAll(async () => {
  await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Hash', email: 'hash@example.org', password, businessName: 'Hash' },
  })
  await t.runJobs()
})
beforeEach(async () => {
  owner = await createStaffMember('owner')
  await t.inStore(
    tx =>
      tx`
        update membership set role = 'user'
        where store_id = current_store() and role = 'owner'
          and person_id <> ${owner.personId}`,
  )
  await t.inStore(tx => tx`delete from ownership_offer`)
  // Sends the emails of the previous test, so that a test counts only its own.
  await t.runJobs()
})

const offerOwnership = (as: Tester, to: Tester, body: object = {}) =>
  t.call(as, staffApi.offerOwnership, {
    body: { to: to.personId, staysOwner: false, password, ...body },
  })
const noParams = { params: { id: '' } }
beforeAll(() => {
  noParams.params.id = t.people.owner.storeId
})
const acceptOwnership = (as: Tester, body: object = { password }) =>
  t.call(as, staffApi.acceptOwnership, { ...noParams, body })
const cancelOffer = (as: Tester) => t.call(as, staffApi.cancelOwnershipOffer, noParams)
const getOffer = async (as: Tester) =>
  (await t.call(as, staffApi.getOwnershipOffer, noParams)).body.data
const listRoles = async (...testers: Tester[]) =>
  Promise.all(
    testers.map(async tester => {
      const { role, isOwner } = (await t.call(tester, accountApi.me)).body.data
      expect(role).toBe('admin')
      return isOwner ? 'owner' : 'administrator'
    }),
  )
const getOutboxPath = () => join(t.app.config.dataDir, 'outbox')
const countMails = async () => (await readdir(getOutboxPath()).catch(() => [])).length
const readLastMail = async () =>
  (
    await readFile(
      join(getOutboxPath(), (await readdir(getOutboxPath())).toSorted().at(-1) ?? ''),
      'utf8',
    )
  ).replaceAll(/=\r?\n/g, '')

test('ownership is transferred when both confirm with their password, and both are notified', async () => {
  const recipient = await createStaffMember()
  const before = await countMails()
  const offerReply = await offerOwnership(owner, recipient)
  expect([offerReply.status, offerReply.body.message, offerReply.body.data.to._id]).toEqual([
    201,
    'Ownership offered',
    recipient.personId,
  ])
  expect(await listRoles(owner, recipient)).toEqual(['owner', 'administrator'])
  await t.runJobs()
  expect(await countMails()).toBe(before + 1)
  expect((await acceptOwnership(recipient)).body.message).toBe('Ownership accepted')
  expect(await listRoles(owner, recipient)).toEqual(['administrator', 'owner'])
  await t.runJobs()
  expect(await countMails()).toBe(before + 2)
  expect(await readLastMail()).toContain(
    `Test staff-member-${count} accepted your offer and now owns `,
  )
  expect((await acceptOwnership(recipient)).status).toBe(404)
})

test('ownership can be shared', async () => {
  const recipient = await createStaffMember('restricted-user')
  await offerOwnership(owner, recipient, { staysOwner: true })
  await acceptOwnership(recipient)
  expect(await listRoles(owner, recipient)).toEqual(['owner', 'owner'])
})

test('a deactivated person cannot accept, and their offer ends', async () => {
  const recipient = await createStaffMember()
  await offerOwnership(owner, recipient, { staysOwner: true })
  expect((await getOffer(recipient)).to._id).toBe(recipient.personId)
  await t.inStore(
    tx => tx`update membership set status = 'inactive' where person_id = ${recipient.personId}`,
  )
  expect((await acceptOwnership(recipient)).status).toBe(404)
  expect(
    await t.inStore(tx => tx`select role from membership where person_id = ${recipient.personId}`),
  ).toEqual([{ role: 'administrator' }])
  await t.inStore(
    tx => tx`update membership set status = 'active' where person_id = ${recipient.personId}`,
  )
  expect(
    (
      await t.call(owner, staffApi.update, {
        params: { id: recipient.personId },
        body: { status: 'inactive' },
      })
    ).status,
  ).toBe(200)
  expect(await getOffer(owner)).toBeNull()
})

test('only sender and recipient see an offer, and both can cancel it', async () => {
  const [recipient, other] = await Promise.all([createStaffMember(), createStaffMember()])
  await offerOwnership(owner, recipient)
  expect([
    (await getOffer(owner)).to._id,
    (await getOffer(recipient)).from._id,
    await getOffer(other),
  ]).toEqual([recipient.personId, owner.personId, null])
  expect((await cancelOffer(other)).status).toBe(404)
  expect((await cancelOffer(recipient)).status).toBe(200)
  expect((await acceptOwnership(recipient)).status).toBe(404)
  await offerOwnership(owner, recipient)
  expect((await cancelOffer(owner)).status).toBe(200)
  expect((await acceptOwnership(recipient)).status).toBe(404)
  expect(await listRoles(owner, recipient)).toEqual(['owner', 'administrator'])
})

describe('rejects, and changes nothing', () => {
  const expectRejection = async (
    send: () => Promise<{ status: number; body: { code: string } }>,
  ) => {
    const before = await t.changes()
    const { status, body } = await send()
    expect(await t.changes()).toBe(before)
    return `${status} ${body.code}`
  }
  test('an offer without the password, from a person who is not an owner, or to an unsuitable person', async () => {
    const [recipient, inactiveStaffMember] = await Promise.all([
      createStaffMember(),
      createStaffMember(),
    ])
    await t.inStore(
      tx =>
        tx`update membership set status = 'inactive' where person_id = ${inactiveStaffMember.personId}`,
    )
    expect(
      await expectRejection(() => offerOwnership(owner, recipient, { password: 'wrong-password' })),
    ).toBe('400 wrong_password')
    expect(await expectRejection(() => offerOwnership(recipient, recipient))).toBe(
      '403 owners_only',
    )
    expect(await expectRejection(() => offerOwnership(owner, owner))).toBe('409 is_owner')
    expect(await expectRejection(() => offerOwnership(owner, inactiveStaffMember))).toBe(
      '409 inactive',
    )
    expect(await expectRejection(() => offerOwnership(owner, t.people.stranger))).toBe(
      '404 person_not_found',
    )
  })
  test('acceptance with a wrong password, by another person, too late, or from a former owner', async () => {
    const [recipient, other] = await Promise.all([createStaffMember(), createStaffMember()])
    await offerOwnership(owner, recipient)
    expect(
      await expectRejection(() => acceptOwnership(recipient, { password: 'wrong-password' })),
    ).toBe('400 wrong_password')
    expect(await expectRejection(() => acceptOwnership(other))).toBe('404 offer_not_found')
    await t.inStore(tx => tx`update ownership_offer set expires_at = now() - interval '1 second'`)
    expect(await expectRejection(() => acceptOwnership(recipient))).toBe('404 offer_not_found')
    await offerOwnership(owner, recipient)
    const next = await createStaffMember('owner')
    await t.call(next, staffApi.update, { params: { id: owner.personId }, body: { role: 'user' } })
    expect(await expectRejection(() => acceptOwnership(recipient))).toBe('404 offer_not_found')
  })
})
