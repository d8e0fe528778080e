import { afterAll, beforeAll, expect, test } from 'vitest'
import { taskApi } from '#contract/desk/task.ts'
import { categoryApi } from '#contract/product/category.ts'
import { profileApi } from '#contract/staff/profile.ts'
import { roleApi } from '#contract/staff/role.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let worker: Tester
beforeAll(async () => {
  t = await startTestApp()
  const { storeId } = t.people.owner
  worker = await makePerson(t.app, t.sql, 'worker', {
    storeId,
    abilities: [{ action: 'manage', subject: 'category' }],
  })
})
afterAll(() => t.close())

const getProfile = async (as: Tester | 'owner' | 'stranger') =>
  (await t.call(as, profileApi.get)).body.data

test('names the person and the roles in all own stores', async () => {
  const { person, stores } = await getProfile('owner')
  expect(person).toMatchObject({ fullName: 'Test owner', email: 'owner@example.com', avatar: null })
  expect(stores).toEqual([
    {
      _id: t.people.owner.storeId,
      name: 'Store of owner',
      role: 'owner',
      roleName: '',
      isCurrent: true,
    },
  ])
  await t.call('stranger', roleApi.create, { body: { name: 'Guests', ability: [] } })
  const { storeId } = t.people.stranger
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    await tx`
      insert into membership (person_id, store_id, role)
      values (${t.people.owner.personId}, ${storeId}, 'guests')`
  })
  expect((await getProfile('owner')).stores).toMatchObject([
    { name: 'Store of owner', isCurrent: true },
    { name: 'Store of stranger', role: 'guests', roleName: 'Guests', isCurrent: false },
  ])
})

test('lists the own activities of this store only, newest first', async () => {
  for (const name of ['Cups', 'Bowls']) await t.call(worker, categoryApi.create, { body: { name } })
  await t.call('owner', categoryApi.create, { body: { name: 'Plates' } })
  const { activities } = await getProfile(worker)
  expect(activities.map((entry: { name: string }) => entry.name)).toEqual(['Bowls', 'Cups'])
  for (let n = 0; n < 25; n++)
    await t.call('owner', categoryApi.create, { body: { name: `Shelf ${n}` } })
  const own = (await getProfile('owner')).activities
  expect([own.length, own[0].name]).toEqual([20, 'Shelf 24'])
})

test('counts the tasks that are assigned and open, with permission', async () => {
  const assigneeId = t.people.owner.personId
  for (const isCompleted of [false, true])
    await t.call('owner', taskApi.create, { body: { title: 'Call Anna', assigneeId, isCompleted } })
  expect((await getProfile('owner')).openWork).toEqual({ tasks: 1, conversations: 0 })
  expect((await getProfile(worker)).openWork).toEqual({ tasks: null, conversations: null })
})
