import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type AuditEntry, auditApi } from '#contract/staff/audit.ts'
import { roleApi } from '#contract/staff/role.ts'
import { type Staff, staffApi } from '#contract/staff/staff.ts'
import { withClockAhead } from '../testing/test-clock.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let count = 0
const createStaffMember = async (role: string, abilities?: Ability[]) => {
  count += 1
  const tester = await makePerson(t.app, t.sql, `staff-member-${count}`, {
    storeId: t.people.owner.storeId,
    abilities: abilities ?? [],
  })
  await t.inStore(
    tx =>
      tx`
        update membership set role = ${role}, abilities = ${abilities ? tx.json(abilities) : null}
        where person_id = ${tester.personId}`,
  )
  return tester
}
const updateStaff = (as: Tester | 'owner', staffMember: Tester, body: object) =>
  t.call(as, staffApi.update, { params: { id: staffMember.personId }, body })
const getStaff = async (staffMember: Tester): Promise<Staff> =>
  (await t.call('owner', staffApi.get, { params: { id: staffMember.personId } })).body.data
const countOwners = async () =>
  (
    await t.inStore(
      tx =>
        tx`
          select person_id from membership
          where store_id = current_store() and role = 'owner' and status = 'active'`,
    )
  ).length
const allAbilities: Ability[] = [{ action: 'manage', subject: 'all' }]

test('a role grants exactly its abilities, in the session user and at the server', async () => {
  const support = await createStaffMember('support')
  const { role, ability } = (await t.call(support, accountApi.me)).body.data
  expect(role).toBe('support')
  expect(ability).toContainEqual({ action: 'read', subject: 'category' })
  expect((await t.call(support, categoryApi.list)).status).toBe(200)
  expect((await t.call(support, categoryApi.create, { body: { name: 'Cups' } })).status).toBe(403)
  expect((await t.call(support, staffApi.list)).status).toBe(403)
})

test('lists the staff, filters by name and role, and omits people of other stores', async () => {
  const listNames = async (query: object): Promise<string[]> =>
    (await t.call('owner', staffApi.list, { query: { ...query, perPage: 100 } })).body.data.map(
      ({ email }: Staff) => email,
    )
  expect(await listNames({})).toContain('owner@example.com')
  expect(await listNames({})).not.toContain('stranger@example.com')
  expect(await listNames({ role: 'owner' })).toEqual(['owner@example.com'])
  expect(await listNames({ q: 'nobody', sort: '-lastSeenAt' })).toEqual(['nobody@example.com'])
  expect((await t.call('stranger', staffApi.list)).body.data).toHaveLength(1)
})

test('a role change takes effect at once, and within a second in other processes', async () => {
  const manager = await createStaffMember('manager')
  const getCreateStatus = async () =>
    (await t.call(manager, categoryApi.create, { body: { name: `Cups ${Math.random()}` } })).status
  expect(await getCreateStatus()).toBe(201)
  await updateStaff('owner', manager, { role: 'restricted-user' })
  expect(await getCreateStatus()).toBe(403)
  await updateStaff('owner', manager, { role: 'manager', status: 'inactive' })
  expect(await getCreateStatus()).toBe(404)
  expect((await getStaff(manager)).status).toBe('inactive')
  await updateStaff('owner', manager, { status: 'active' })
  expect(await getCreateStatus()).toBe(201)
  // Writes as another process does, without invalidating the cache of this one.
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`update membership set role = 'support' where person_id = ${manager.personId}`
  })
  // The membership cache expires after a second.
  expect(await withClockAhead(1001, getCreateStatus)).toBe(403)
})

describe('rejects, and writes nothing,', () => {
  test.each([
    ['an unknown role', { role: 'astronaut' }, 422, 'unknown_role'],
    ['the role of an owner, which cannot be assigned', { role: 'owner' }, 422, 'unknown_role'],
    ['a stale version', { role: 'manager', version: 77 }, 409, 'version_conflict'],
    ['an invalid status', { status: 'pending' }, 422, 'invalid'],
  ])('%s', async (_case, body, status, code) => {
    const staffMember = await createStaffMember('user')
    const before = await t.changes()
    const reply = await updateStaff('owner', staffMember, body)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await t.changes()).toBe(before)
  })

  test('changes beyond the abilities of the caller', async () => {
    const limited = await createStaffMember('restricted-user', [
      { action: 'manage', subject: 'staff' },
      { action: 'read', subject: 'product' },
    ])
    const [administrator, other] = await Promise.all([
      createStaffMember('administrator'),
      createStaffMember('restricted-user', []),
    ])
    const before = await t.changes()
    const listCodes = async (...replies: ReturnType<typeof updateStaff>[]) =>
      (await Promise.all(replies)).map(({ status, body }) => `${status} ${body.code}`)
    expect(
      await listCodes(
        updateStaff(limited, limited, { role: 'administrator' }),
        updateStaff(limited, other, { role: 'administrator' }),
        updateStaff(limited, administrator, { status: 'inactive' }),
        t.call(limited, staffApi.delete, { params: { id: administrator.personId } }),
        t.call(limited, staffApi.invite, {
          body: { email: 'me@example.net', role: 'administrator' },
        }),
        t.call(limited, roleApi.create, { body: { name: 'Mine', ability: allAbilities } }),
        t.call(limited, roleApi.update, {
          params: { role: 'restricted-user' },
          body: { ability: allAbilities },
        }),
        t.call(limited, roleApi.update, {
          params: { role: 'administrator' },
          body: { ability: [] },
        }),
        updateStaff(administrator, t.people.owner, { role: 'user' }),
        updateStaff(administrator, administrator, { status: 'inactive' }),
        t.call(administrator, staffApi.delete, { params: { id: t.people.owner.personId } }),
      ),
    ).toEqual([
      '409 own_membership',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 beyond_own_permissions',
      '403 owners_only',
      '409 own_membership',
      '403 owners_only',
    ])
    expect(await t.changes()).toBe(before)
  })

  test('a person of another store with the same message as an unknown person', async () => {
    const before = await t.changes()
    for (const route of [
      staffApi.get,
      staffApi.update,
      staffApi.delete,
      staffApi.resend,
      staffApi.revoke,
    ]) {
      const [foreign, unknown] = await Promise.all(
        [t.people.stranger.personId, '01900000-0000-7000-8000-00000000dead'].map(id =>
          t.call('owner', route, {
            params: { id },
            ...(route.method !== 'GET' && route.method !== 'DELETE' && { body: { role: 'user' } }),
          }),
        ),
      )
      expect([foreign?.status, foreign?.body.message]).toEqual([404, unknown?.body.message])
    }
    expect(await t.changes()).toBe(before)
  })
})

describe('at least one owner', () => {
  test('remains when two owners remove each other concurrently', async () => {
    const setRoleOfOwner = (role: string) =>
      t.inStore(
        tx => tx`
          update membership set role = ${role}
          where store_id = current_store() and person_id = ${t.people.owner.personId}`,
      )
    for (let round = 0; round < 5; round++) {
      const [a, b] = await Promise.all([createStaffMember('owner'), createStaffMember('owner')])
      await setRoleOfOwner('administrator')
      const replies = await Promise.all([
        updateStaff(a, b, { role: 'user' }),
        updateStaff(b, a, { role: 'user' }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect(await countOwners()).toBe(1)
      await setRoleOfOwner('owner')
      await t.inStore(
        tx =>
          tx`
            delete from membership where store_id = current_store()
              and person_id in ${tx([a.personId, b.personId])}`,
      )
    }
  })
  test('is enforced by the database', async () => {
    await expect(
      t.inStore(
        tx => tx`delete from membership where store_id = current_store() and role = 'owner'`,
      ),
    ).rejects.toThrow(/needs an owner/)
    await expect(
      t.inStore(
        tx =>
          tx`update membership set status = 'inactive' where store_id = current_store() and role = 'owner'`,
      ),
    ).rejects.toThrow(/needs an owner/)
    await expect(
      t.inStore(
        tx =>
          tx`update membership set role = 'user' where store_id = current_store() and role = 'owner'`,
      ),
    ).rejects.toThrow(/needs an owner/)
    expect(await countOwners()).toBe(1)
  })
  test('cannot leave; other people can, and lose access', async () => {
    const last = await t.call('owner', staffApi.leave)
    expect([last.status, last.body.code, last.body.message]).toEqual([
      409,
      'last_owner',
      'A store needs at least one owner. Make another person an owner first.',
    ])
    const leaver = await createStaffMember('user')
    expect((await t.call(leaver, staffApi.leave)).status).toBe(200)
    expect((await t.call(leaver, categoryApi.list)).status).toBe(404)
  })
})

test('the audit records invitations, role changes, removals and changes of roles', async () => {
  const staffMember = await createStaffMember('user')
  await t.call('owner', staffApi.invite, { body: { email: 'heard@example.org', role: 'support' } })
  await updateStaff('owner', staffMember, { role: 'manager' })
  await updateStaff('owner', staffMember, { role: 'manager' })
  await t.call('owner', staffApi.delete, { params: { id: staffMember.personId } })
  await t.call('owner', roleApi.update, {
    params: { role: 'user' },
    body: { ability: [{ action: 'read', subject: 'order' }] },
  })
  await t.call('owner', roleApi.delete, { params: { role: 'user' } })
  const { body } = await t.call('owner', auditApi.list, {
    query: { action: ['invited', 'permission_changed'], perPage: 100 },
  })
  const auditEntries = body.data.map(({ action, entity, record, person, changes }: AuditEntry) =>
    [
      action,
      entity,
      record.name,
      person?.name,
      ...changes
        .filter(({ field }) => /^role$|^permissions\.order$/.test(field))
        .map(({ before, after }) => `${before} → ${after}`),
    ].join(' '),
  )
  const name = `Test staff-member-${count}`
  expect(auditEntries.slice(0, 5)).toEqual([
    'permission_changed role User Test owner read → write',
    'permission_changed role User Test owner write → read',
    `permission_changed person ${name} Test owner`,
    `permission_changed person ${name} Test owner user → manager`,
    'invited invitation heard@example.org Test owner null → support',
  ])
})

test('a removed person loses access at the next call, and their work stays', async () => {
  const manager = await createStaffMember('manager')
  await t.call(manager, categoryApi.create, { body: { name: 'Kept' } })
  expect(
    (await t.call('owner', staffApi.delete, { params: { id: manager.personId } })).status,
  ).toBe(200)
  expect((await t.call(manager, categoryApi.list)).status).toBe(404)
  expect(
    (await t.call('owner', categoryApi.list, { query: { q: 'Kept' } })).body.data,
  ).toHaveLength(1)
})
