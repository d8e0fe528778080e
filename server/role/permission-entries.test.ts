import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allRoutes } from '#contract/all.ts'
import { permissions } from '#contract/lib/call/permission.ts'
import { getRouteTitle } from '#contract/lib/call/second-address.ts'
import { type ListedPermission, roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const call = (title: string, args: object) =>
  t.call('owner', allRoutes.find(route => getRouteTitle(route) === title)!, args)
const listEntries = async (query: object = {}) =>
  (await t.call('owner', roleApi.listPermissions, { query: { ...query } })).body
const findEntry = async (id: string) =>
  (await listEntries({ perPage: 100 })).data.find((entry: ListedPermission) => entry.id === id)

test('a page has ten entries: each permission with the roles that have it', async () => {
  const { data, meta } = await listEntries()
  expect(data).toHaveLength(10)
  expect(meta).toMatchObject({ page: 1, perPage: 10, total: permissions.length })
  expect(data[0]).toMatchObject({ id: 'business:read', name: 'business:read' })
  expect(data[0].assignedTo).toEqual([
    'owner',
    'administrator',
    'manager',
    'user',
    'support',
    'restricted-user',
  ])
  expect((await findEntry('staff:write')).assignedTo).toEqual(['owner', 'administrator'])
  const { data: secondPage } = await listEntries({ page: 2 })
  expect(secondPage[0].id).toBe(permissions[10])
})

test('a new entry is first and belongs to administrators, and can be renamed and deleted', async () => {
  const created = await call('POST /apps/permissions', { body: { name: 'Night shift' } })
  expect([created.status, created.body.data.ability]).toEqual([201, []])
  await call('POST /apps/permissions', { body: { name: 'Packers' } })
  const first = (await listEntries()).data.slice(0, 2)
  expect(first).toMatchObject([
    { id: 'packers', name: 'Packers', assignedTo: ['administrator'] },
    { id: 'night-shift', name: 'Night shift', assignedTo: ['administrator'] },
  ])
  const params = { role: 'packers' }
  await call('PATCH /apps/permissions/:role', { params, body: { name: 'Day shift' } })
  expect(await findEntry('packers')).toMatchObject({ name: 'Day shift' })
  await t.call('owner', staffApi.update, {
    params: { id: t.people.nobody.personId },
    body: { role: 'packers' },
  })
  expect((await findEntry('packers')).assignedTo).toEqual(['administrator', 'packers'])
  expect((await call('DELETE /apps/permissions/:role', { params })).status).toBe(409)
  const deleted = await call('DELETE /apps/permissions/:role', { params: { role: 'night-shift' } })
  expect(deleted.status).toBe(200)
  expect(await findEntry('night-shift')).toBeUndefined()
})

test('renaming keeps the abilities of a role', async () => {
  const ability = [{ action: 'read', subject: 'order' }]
  await t.call('owner', roleApi.create, { body: { name: 'Readers', ability } })
  const { body } = await call('PATCH /apps/permissions/:role', {
    params: { role: 'readers' },
    body: { name: 'Auditors' },
  })
  expect(body.data).toMatchObject({ name: 'Auditors', ability })
})

test.each(['product:read', 'astronaut'])('%s cannot be renamed or deleted', async role => {
  const before = await t.changes()
  const params = { role }
  const renamed = await call('PATCH /apps/permissions/:role', { params, body: { name: 'Mine' } })
  const deleted = await call('DELETE /apps/permissions/:role', { params })
  expect([renamed.status, deleted.status]).toEqual([404, 404])
  expect(await t.changes()).toBe(before)
})
