import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { allApis } from '#contract/all.ts'
import { normalizeAbilities, permissions, roleAbilities } from '#contract/lib/call/permission.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { type Role, roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let worker: Tester
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(async () => {
  await t.resetPeople()
  worker = await makePerson(t.app, t.sql, `worker-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities: [],
  })
  await t.inStore(
    tx =>
      tx`update membership set role = 'user', abilities = null where person_id = ${worker.personId}`,
  )
})
afterAll(() => t.close())

const listRoles = async (as: 'owner' | 'stranger' = 'owner'): Promise<Role[]> =>
  (await t.call(as, roleApi.list)).body.data
const findRole = async (roleKey: string) =>
  (await listRoles()).find(candidate => candidate.role === roleKey)
const updateRole = (roleKey: string, body: object) =>
  t.call('owner', roleApi.update, { params: { role: roleKey }, body })
const createRole = (body: object) => t.call('owner', roleApi.create, { body })

test('every permission that a call requires can be granted, and every write permission is required', () => {
  const requiredPermissions = new Set<string>(
    allApis
      .flatMap(Object.values)
      .map(({ can }) => can)
      .filter(can => can.includes(':')),
  )
  const grantablePermissions = new Set<string>(permissions)
  expect([...requiredPermissions].filter(can => !grantablePermissions.has(can))).toEqual([])
  const writePermissions = permissions.filter(permission => permission.endsWith(':write'))
  expect(writePermissions.filter(permission => !requiredPermissions.has(permission))).toEqual([])
})

test('a new store has the owner and five roles with the abilities of the contract', async () => {
  const roles = await listRoles()
  expect(
    roles.map(({ role, name, isBuiltIn, isChanged }) => [role, name, isBuiltIn, isChanged]),
  ).toEqual([
    ['owner', 'Owner', true, false],
    ['administrator', 'Administrator', true, false],
    ['manager', 'Manager', true, false],
    ['user', 'User', true, false],
    ['support', 'Support', true, false],
    ['restricted-user', 'Restricted user', true, false],
  ])
  for (const [role, ability] of Object.entries(roleAbilities))
    expect((await findRole(role))?.ability).toEqual(ability)
  expect(await findRole('user')).toMatchObject({ staffCount: 1, invitationCount: 0 })
})

test('a changed role takes effect at the next call of its people, only in this store', async () => {
  expect((await t.call(worker, categoryApi.list)).status).toBe(200)
  const updatedRole = await updateRole('user', {
    ability: [{ action: 'read', subject: 'product' }],
    version: 1,
  })
  expect(updatedRole.body.data).toMatchObject({
    isChanged: true,
    version: 2,
    name: 'User',
    ability: [{ action: 'read', subject: 'product' }],
  })
  expect((await t.call(worker, categoryApi.list)).status).toBe(403)
  expect((await t.call(worker, accountApi.me)).body.data.ability).toEqual([
    { action: 'read', subject: 'product' },
  ])
  expect((await listRoles('stranger')).find(({ role }) => role === 'user')?.isChanged).toBe(false)
  expect((await updateRole('user', { ability: [], version: 1 })).body.code).toBe('version_conflict')
  await t.call('owner', roleApi.delete, { params: { role: 'user' } })
  expect((await t.call(worker, categoryApi.list)).status).toBe(200)
  expect((await findRole('user'))?.ability).toEqual(roleAbilities.user)
})

test('a custom role is created, assigned, changed, and deleted once no person has it', async () => {
  const createdRole = (
    await createRole({
      name: 'Packing & post',
      description: 'Sends parcels',
      ability: [
        { action: 'read', subject: 'order' },
        { action: 'write', subject: 'order' },
      ],
    })
  ).body
  expect([createdRole.message, createdRole.data.role, createdRole.data.ability]).toEqual([
    'Role added',
    'packing-post',
    [{ action: 'manage', subject: 'order' }],
  ])
  expect((await createRole({ name: '包装', ability: [] })).body.data.role).toBe('role')
  await t.call('owner', staffApi.update, {
    params: { id: worker.personId },
    body: { role: 'packing-post' },
  })
  expect((await t.call(worker, accountApi.me)).body.data).toMatchObject({
    role: 'packing-post',
    ability: [{ action: 'manage', subject: 'order' }],
  })
  expect(
    (await t.call('owner', roleApi.delete, { params: { role: 'packing-post' } })).body,
  ).toMatchObject({ code: 'role_in_use' })
  await updateRole('packing-post', {
    name: 'Packing',
    ability: [{ action: 'read', subject: 'category' }],
  })
  expect((await t.call(worker, categoryApi.list)).status).toBe(200)
  expect(
    (await t.call('owner', staffApi.get, { params: { id: worker.personId } })).body.data,
  ).toMatchObject({
    role: 'packing-post',
    roleName: 'Packing',
    ability: [{ action: 'read', subject: 'category' }],
  })
  await t.call('owner', staffApi.update, {
    params: { id: worker.personId },
    body: { role: 'user' },
  })
  expect((await t.call('owner', roleApi.delete, { params: { role: 'packing-post' } })).status).toBe(
    200,
  )
  expect(await findRole('packing-post')).toBeUndefined()
})

describe('rejects, and writes nothing,', () => {
  const ability = [{ action: 'read', subject: 'product' }]
  test.each([
    ['a taken name', () => createRole({ name: '包装', ability: [] }), 409, 'role_name_taken'],
    [
      'the name of a built-in role',
      () => createRole({ name: 'manager', ability }),
      409,
      'role_name_taken',
    ],
    [
      'the name of the owner role',
      () => createRole({ name: 'OWNER', ability }),
      409,
      'role_name_taken',
    ],
    ['no name', () => createRole({ name: ' ', ability }), 422, 'invalid'],
    [
      'an invalid subject',
      () => createRole({ name: 'Odd', ability: [{ action: 'read', subject: 'session' }] }),
      422,
      'invalid',
    ],
    [
      'an invalid action',
      () => createRole({ name: 'Odd', ability: [{ action: 'own', subject: 'product' }] }),
      422,
      'invalid',
    ],
    ['a change of the owner role', () => updateRole('owner', { ability }), 409, 'owner_fixed'],
    [
      'the deletion of the owner role',
      () => t.call('owner', roleApi.delete, { params: { role: 'owner' } }),
      409,
      'owner_fixed',
    ],
    ['an unknown role', () => updateRole('astronaut', { ability }), 404, 'role_not_found'],
    ['an invalid role key', () => updateRole('../x', { ability }), 404, 'role_not_found'],
  ])('%s', async (_case, send, status, code) => {
    await createRole({ name: '包装', ability })
    const before = await t.changes()
    const reply = await send()
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await t.changes()).toBe(before)
  })
})

test('only people who set prices see the cost of a product, on the page and in the export', async () => {
  const { _id: id } = (
    await t.call('owner', productApi.create, { body: { title: 'Rope', price: 900, cost: 41_337 } })
  ).body.data
  await t.call('owner', staffApi.update, {
    params: { id: worker.personId },
    body: { role: 'restricted-user' },
  })
  const getCost = async (as: Tester | 'owner') =>
    (await t.call(as, productApi.get, { params: { id } })).body.data.variants[0].cost
  const hasExportedCost = async (as: Tester | 'owner') =>
    String((await t.call(as, productApi.export)).body).includes('413.37')
  expect([
    await getCost('owner'),
    await getCost(worker),
    await hasExportedCost('owner'),
    await hasExportedCost(worker),
  ]).toEqual([41_337, null, true, false])
})

test('a store has at most forty custom roles, also with concurrent calls', async () => {
  const replies = await Promise.all(
    Array.from({ length: 44 }, (_, n) => createRole({ name: `Role ${n}`, ability: [] })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(40)
})

test('abilities are merged into as few pairs as possible', () => {
  expect(
    normalizeAbilities([
      { action: 'write', subject: 'order' },
      { action: 'read', subject: 'order' },
      { action: 'read', subject: 'cms' },
    ]),
  ).toEqual([
    { action: 'manage', subject: 'order' },
    { action: 'read', subject: 'cms' },
  ])
  expect(
    normalizeAbilities([
      { action: 'read', subject: 'all' },
      { action: 'write', subject: 'all' },
    ]),
  ).toEqual([{ action: 'manage', subject: 'all' }])
})
