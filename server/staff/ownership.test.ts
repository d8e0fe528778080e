import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { staffApi } from '#contract/staff.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

let t: TestApp
let owner: Tester
const password = 'kiln-and-glaze'
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let count = 0
/** With a password of their own, as the deeds here ask for it. */
async function colleague(role = 'administrator'): Promise<Tester> {
  count += 1
  const made = await makePerson(t.app, t.sql, `colleague-${count}`, {
    businessId: t.people.owner.businessId,
    abilities: [],
  })
  await t.inStore(
    tx =>
      tx`update membership set role = ${role}, abilities = null where person_id = ${made.personId}`,
  )
  const [known] = await t.inStore(
    tx =>
      tx<
        { passwordHash: string }[]
      >`select password_hash from person where email = 'hash@example.org'`,
  )
  await t.inStore(
    tx =>
      tx`update person set password_hash = ${known?.passwordHash ?? ''} where id = ${made.personId}`,
  )
  return made
}
beforeAll(async () => {
  await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Hash', email: 'hash@example.org', password, businessName: 'Hash' },
  })
  await t.runJobs()
})
beforeEach(async () => {
  owner = await colleague('owner')
  await t.inStore(
    tx =>
      tx`update membership set role = 'user' where business_id = current_business() and role = 'owner' and person_id <> ${owner.personId}`,
  )
  await t.inStore(tx => tx`delete from ownership_offer`)
})

const offer = (as: Tester, to: Tester, body: object = {}) =>
  t.call(as, staffApi.offerOwnership, {
    body: { to: to.personId, staysOwner: false, password, ...body },
  })
const at = { params: { id: '' } }
beforeAll(() => {
  at.params.id = t.people.owner.businessId
})
const accept = (as: Tester, body: object = { password }) =>
  t.call(as, staffApi.acceptOwnership, { ...at, body })
const end = (as: Tester) => t.call(as, staffApi.endOwnership, at)
const seen = async (as: Tester) => (await t.call(as, staffApi.ownership, at)).body.data
const roles = async (...who: Tester[]) =>
  Promise.all(who.map(async one => (await t.call(one, accountApi.me)).body.data.role))
const outbox = () => join(t.app.config.dataDir, 'outbox')
const mails = async () => (await readdir(outbox()).catch(() => [])).length
const lastMail = async () =>
  (
    await readFile(join(outbox(), (await readdir(outbox())).toSorted().at(-1) ?? ''), 'utf8')
  ).replaceAll(/=\r?\n/g, '')

test('goes over when both have said so with their password, and both hear of it', async () => {
  const heir = await colleague()
  const before = await mails()
  const made = await offer(owner, heir)
  expect([made.status, made.body.message, made.body.data.to._id]).toEqual([
    201,
    'Ownership offered',
    heir.personId,
  ])
  expect(await roles(owner, heir)).toEqual(['owner', 'administrator'])
  await t.runJobs()
  expect(await mails()).toBe(before + 1)
  expect((await accept(heir)).body.message).toBe('You own this store now')
  expect(await roles(owner, heir)).toEqual(['administrator', 'owner'])
  await t.runJobs()
  expect(await mails()).toBe(before + 2)
  expect(await lastMail()).toContain(`your offer was taken: Test colleague-${count} owns `)
  expect((await accept(heir)).status).toBe(404)
})

test('can be shared', async () => {
  const heir = await colleague('restricted-user')
  await offer(owner, heir, { staysOwner: true })
  await accept(heir)
  expect(await roles(owner, heir)).toEqual(['owner', 'owner'])
})

test('is not taken by somebody who was shut out a moment ago, and an offer to them ends', async () => {
  const heir = await colleague()
  await offer(owner, heir, { staysOwner: true })
  expect((await seen(heir)).to._id).toBe(heir.personId)
  await t.inStore(
    tx => tx`update membership set status = 'inactive' where person_id = ${heir.personId}`,
  )
  expect((await accept(heir)).status).toBe(404)
  expect(
    await t.inStore(tx => tx`select role from membership where person_id = ${heir.personId}`),
  ).toEqual([{ role: 'administrator' }])
  await t.inStore(
    tx => tx`update membership set status = 'active' where person_id = ${heir.personId}`,
  )
  expect(
    (
      await t.call(owner, staffApi.update, {
        params: { id: heir.personId },
        body: { status: 'inactive' },
      })
    ).status,
  ).toBe(200)
  expect(await seen(owner)).toBeNull()
})

test('an offer is seen by the two it is between, and declined or taken back by them', async () => {
  const [heir, other] = await Promise.all([colleague(), colleague()])
  await offer(owner, heir)
  expect([(await seen(owner)).to._id, (await seen(heir)).from._id, await seen(other)]).toEqual([
    heir.personId,
    owner.personId,
    null,
  ])
  expect((await end(other)).status).toBe(404)
  expect((await end(heir)).status).toBe(200)
  expect((await accept(heir)).status).toBe(404)
  await offer(owner, heir)
  expect((await end(owner)).status).toBe(200)
  expect((await accept(heir)).status).toBe(404)
  expect(await roles(owner, heir)).toEqual(['owner', 'administrator'])
})

describe('refuses, and changes nothing', () => {
  const refused = async (send: () => Promise<{ status: number; body: { code: string } }>) => {
    const before = await t.changes()
    const { status, body } = await send()
    expect(await t.changes()).toBe(before)
    return `${status} ${body.code}`
  }
  test('an offer without the password, by somebody who does not own it, or to somebody who cannot', async () => {
    const [heir, shut] = await Promise.all([colleague(), colleague()])
    await t.inStore(
      tx => tx`update membership set status = 'inactive' where person_id = ${shut.personId}`,
    )
    expect(await refused(() => offer(owner, heir, { password: 'wrong-password' }))).toBe(
      '400 wrong_password',
    )
    expect(await refused(() => offer(heir, heir))).toBe('403 owners_only')
    expect(await refused(() => offer(owner, owner))).toBe('409 is_owner')
    expect(await refused(() => offer(owner, shut))).toBe('409 inactive')
    expect(await refused(() => offer(owner, t.people.stranger))).toBe('404 not_found')
  })
  test('taking it with a wrong password, for somebody else, too late, or from somebody who owns it no more', async () => {
    const [heir, other] = await Promise.all([colleague(), colleague()])
    await offer(owner, heir)
    expect(await refused(() => accept(heir, { password: 'wrong-password' }))).toBe(
      '400 wrong_password',
    )
    expect(await refused(() => accept(other))).toBe('404 not_found')
    await t.inStore(tx => tx`update ownership_offer set expires_at = now() - interval '1 second'`)
    expect(await refused(() => accept(heir))).toBe('404 not_found')
    await offer(owner, heir)
    const next = await colleague('owner')
    await t.call(next, staffApi.update, { params: { id: owner.personId }, body: { role: 'user' } })
    expect(await refused(() => accept(heir))).toBe('404 not_found')
  })
})
