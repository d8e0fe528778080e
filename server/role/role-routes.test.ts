import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { everyApi } from '#contract/all.ts'
import { categoryApi } from '#contract/category.ts'
import { permissions, roleAbilities, tidyAbilities } from '#contract/lib/permission.ts'
import { productApi } from '#contract/product.ts'
import { type Role, roleApi } from '#contract/role.ts'
import { staffApi } from '#contract/staff.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

let t: TestApp
let worker: Tester
beforeAll(async () => {
  t = await startTestApp()
  worker = await makePerson(t.app, t.sql, 'worker', {
    businessId: t.people.owner.businessId,
    abilities: [],
  })
  await t.inStore(
    tx =>
      tx`update membership set role = 'user', abilities = null where person_id = ${worker.personId}`,
  )
})
afterAll(() => t.close())

const list = async (as: 'owner' | 'stranger' = 'owner'): Promise<Role[]> =>
  (await t.call(as, roleApi.list)).body.data
const role = async (word: string) => (await list()).find(one => one.role === word)
const update = (word: string, body: object) =>
  t.call('owner', roleApi.update, { params: { role: word }, body })
const add = (body: object) => t.call('owner', roleApi.create, { body })

test('every permission that a call names can be given, and nothing is offered that no call asks for', () => {
  const asked = new Set<string>(
    everyApi
      .flatMap(Object.values)
      .map(({ can }) => can)
      .filter(can => can.includes(':')),
  )
  expect([...asked].filter(can => !permissions.some(one => one === can))).toEqual([])
  expect(permissions.filter(one => one.endsWith(':write') && !asked.has(one))).toEqual([])
})

test('a store begins with the owner and five roles, which may do what the contract says', async () => {
  expect((await list()).map(one => [one.role, one.name, one.isBuiltIn, one.isChanged])).toEqual([
    ['owner', 'Owner', true, false],
    ['administrator', 'Administrator', true, false],
    ['manager', 'Manager', true, false],
    ['user', 'User', true, false],
    ['support', 'Support', true, false],
    ['restricted-user', 'Restricted user', true, false],
  ])
  for (const [word, ability] of Object.entries(roleAbilities))
    expect((await role(word))?.ability).toEqual(ability)
  expect(await role('user')).toMatchObject({ people: 1, invited: 0 })
})

test('a changed role is felt at the next call of everybody who has it, and in this store alone', async () => {
  expect((await t.call(worker, categoryApi.list)).status).toBe(200)
  const changed = await update('user', {
    ability: [{ action: 'read', subject: 'product' }],
    version: 1,
  })
  expect(changed.body.data).toMatchObject({
    isChanged: true,
    version: 2,
    name: 'User',
    ability: [{ action: 'read', subject: 'product' }],
  })
  expect((await t.call(worker, categoryApi.list)).status).toBe(403)
  expect((await t.call(worker, accountApi.me)).body.data.ability).toEqual([
    { action: 'read', subject: 'product' },
  ])
  expect((await list('stranger')).find(one => one.role === 'user')?.isChanged).toBe(false)
  expect((await update('user', { ability: [], version: 1 })).body.code).toBe('version_conflict')
  await t.call('owner', roleApi.remove, { params: { role: 'user' } })
  expect((await t.call(worker, categoryApi.list)).status).toBe(200)
  expect((await role('user'))?.ability).toEqual(roleAbilities.user)
})

test('a role of the store’s own is named, given, changed, and deleted once nobody has it', async () => {
  const made = (
    await add({
      name: 'Packing & post',
      description: 'Sends parcels',
      ability: [
        { action: 'read', subject: 'order' },
        { action: 'write', subject: 'order' },
      ],
    })
  ).body
  expect([made.message, made.data.role, made.data.ability]).toEqual([
    'Role added',
    'packing-post',
    [{ action: 'manage', subject: 'order' }],
  ])
  expect((await add({ name: '包装', ability: [] })).body.data.role).toBe('role')
  await t.call('owner', staffApi.update, {
    params: { id: worker.personId },
    body: { role: 'packing-post' },
  })
  expect((await t.call(worker, accountApi.me)).body.data).toMatchObject({
    role: 'packing-post',
    ability: [{ action: 'manage', subject: 'order' }],
  })
  expect(
    (await t.call('owner', roleApi.remove, { params: { role: 'packing-post' } })).body,
  ).toMatchObject({ code: 'in_use' })
  await update('packing-post', {
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
  expect((await t.call('owner', roleApi.remove, { params: { role: 'packing-post' } })).status).toBe(
    200,
  )
  expect(await role('packing-post')).toBeUndefined()
})

describe('refuses, and writes nothing', () => {
  const ability = [{ action: 'read', subject: 'product' }]
  test.each([
    ['a name that is taken', () => add({ name: '包装', ability }), 409, 'taken'],
    [
      'the name of one that every store begins with',
      () => add({ name: 'manager', ability }),
      409,
      'taken',
    ],
    ['the owner’s name', () => add({ name: 'OWNER', ability }), 409, 'taken'],
    ['no name', () => add({ name: ' ', ability }), 422, 'invalid'],
    [
      'a subject that is none',
      () => add({ name: 'Odd', ability: [{ action: 'read', subject: 'session' }] }),
      422,
      'invalid',
    ],
    [
      'an action that is none',
      () => add({ name: 'Odd', ability: [{ action: 'own', subject: 'product' }] }),
      422,
      'invalid',
    ],
    ['changing the owner’s', () => update('owner', { ability }), 409, 'owner_fixed'],
    [
      'deleting the owner’s',
      () => t.call('owner', roleApi.remove, { params: { role: 'owner' } }),
      409,
      'owner_fixed',
    ],
    ['one that is not there', () => update('astronaut', { ability }), 404, 'not_found'],
    ['a word that cannot be one', () => update('../x', { ability }), 404, 'not_found'],
  ])('%s', async (_case, send, status, code) => {
    const before = await t.changes()
    const reply = await send()
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await t.changes()).toBe(before)
  })
})

test('what goods cost is told to those who set prices alone, in the file as on the page', async () => {
  const { _id: id } = (
    await t.call('owner', productApi.create, { body: { title: 'Rope', price: 900, cost: 41_337 } })
  ).body.data
  await t.call('owner', staffApi.update, {
    params: { id: worker.personId },
    body: { role: 'restricted-user' },
  })
  const cost = async (as: Tester | 'owner') =>
    (await t.call(as, productApi.get, { params: { id } })).body.data.variants[0].cost
  const file = async (as: Tester | 'owner') =>
    String((await t.call(as, productApi.export)).body).includes('413.37')
  expect([
    await cost('owner'),
    await cost(worker),
    await file('owner'),
    await file(worker),
  ]).toEqual([41_337, null, true, false])
})

test('forty of its own are the limit, also for many at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 44 }, (_, n) => add({ name: `Role ${n}`, ability: [] })),
  )
  expect(replies.filter(({ status }) => status === 201).length + 1).toBe(40)
})

test('rights are written in as few pairs as there can be', () => {
  expect(
    tidyAbilities([
      { action: 'write', subject: 'order' },
      { action: 'read', subject: 'order' },
      { action: 'read', subject: 'cms' },
    ]),
  ).toEqual([
    { action: 'manage', subject: 'order' },
    { action: 'read', subject: 'cms' },
  ])
  expect(
    tidyAbilities([
      { action: 'read', subject: 'all' },
      { action: 'write', subject: 'all' },
    ]),
  ).toEqual([{ action: 'manage', subject: 'all' }])
})
