import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { allRoutes } from '#contract/all.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import { invalidateAllMemberships } from '../lib/call/authenticate.ts'
import {
  createApiKeyTester,
  manageAll,
  manageProducts,
} from '../testing/subject/api-key-testing.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let apiKeys: ReturnType<typeof createApiKeyTester>
beforeAll(async () => {
  t = await startTestApp()
  apiKeys = createApiKeyTester(t)
})
afterAll(() => t.close())

describe('a key', () => {
  test('has only its own abilities', async () => {
    const { key } = await apiKeys.createKey({ ability: [{ action: 'read', subject: 'product' }] })
    const before = await t.changes()
    expect((await apiKeys.callWithKey(key, productApi.list)).status).toBe(200)
    for (const route of [
      productApi.create,
      orderApi.list,
      customerApi.list,
      apiKeyApi.list,
      apiKeyApi.create,
    ]) {
      const reply = await apiKeys.callWithKey(key, route, {
        ...(route.method === 'POST' && { body: { title: 'x' } }),
      })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await t.changes()).toBe(before)
  })

  test('never gives access to another store', async () => {
    const { key } = await apiKeys.createKey({ ability: manageAll })
    const { storeId } = t.people.stranger
    expect(
      (
        await apiKeys.callWithKey(key, productApi.list, {
          headers: { 'x-business-id': storeId },
        })
      ).body.code,
    ).toBe('no_such_store')
    expect(
      (
        await apiKeys.callWithKey(key, productApi.list, {
          headers: { 'x-business-id': t.people.owner.storeId.toUpperCase() },
        })
      ).status,
    ).toBe(200)
    expect((await apiKeys.callWithKey(key, storeApi.get, { params: { id: storeId } })).status).toBe(
      404,
    )
    expect(
      (
        await apiKeys.callWithKey(key, storeApi.get, {
          params: { id: t.people.owner.storeId },
        })
      ).status,
    ).toBe(200)
  })
})

describe('the abilities of a key are limited to those of its creator', () => {
  const createStaffMember = (
    name: string,
    ability: { action: 'manage' | 'read'; subject: 'developer' | 'product' | 'order' }[],
  ) => makePerson(t.app, t.sql, name, { storeId: t.people.owner.storeId, abilities: ability })

  test('when it is created or changed', async () => {
    const developer = await createStaffMember('dev', [
      { action: 'manage', subject: 'developer' },
      { action: 'read', subject: 'product' },
    ])
    const ownKey = await apiKeys.createKey(
      { ability: [{ action: 'read', subject: 'product' }] },
      developer,
    )
    const before = await t.changes()
    expect((await apiKeys.requestKey({}, developer)).body).toMatchObject({
      code: 'beyond_own_permissions',
      errors: [{ path: 'ability' }],
    })
    expect(
      (
        await t.call(developer, apiKeyApi.update, {
          params: { id: ownKey._id },
          body: { ability: manageProducts, password: samplePassword },
        })
      ).status,
    ).toBe(403)
    expect(await t.changes()).toBe(before)
  })

  test('when the creator loses abilities, is deactivated or leaves, even if they join again', async () => {
    const developer = await createStaffMember('former-dev', [
      { action: 'manage', subject: 'developer' },
      { action: 'manage', subject: 'product' },
    ])
    const createdKey = await apiKeys.createKey({}, developer)
    const { key } = createdKey
    const updateMembership = async (change: object) => {
      await t.inStore(
        tx => tx`update membership set ${tx(change)} where person_id = ${developer.personId}`,
      )
      clearApiKeyCache()
      invalidateAllMemberships()
    }
    await updateMembership({ abilities: [{ action: 'read', subject: 'product' }] })
    expect([
      (await apiKeys.callWithKey(key, productApi.list)).status,
      (await apiKeys.callWithKey(key, productApi.create, { body: { title: 'x' } })).status,
    ]).toEqual([200, 403])
    await updateMembership({ status: 'inactive' })
    expect([
      (await apiKeys.callWithKey(key, productApi.list)).status,
      (await apiKeys.findKey(createdKey))?.status,
    ]).toEqual([401, 'inactive'])
    await updateMembership({ status: 'active' })
    expect((await apiKeys.callWithKey(key, productApi.list)).status).toBe(200)
    await updateMembership({ status: 'inactive' })
    await t.inStore(tx => tx`delete from membership where person_id = ${developer.personId}`)
    await t.inStore(
      tx =>
        tx`insert into membership (person_id, store_id, role)
          values (${developer.personId}, current_store(), 'administrator')`,
    )
    clearApiKeyCache()
    expect([
      (await apiKeys.callWithKey(key, productApi.list)).status,
      (await apiKeys.findKey(createdKey))?.status,
    ]).toEqual([401, 'revoked'])
  })

  test('and never include the staff or API keys', async () => {
    for (const subject of ['staff', 'developer', 'all', 'nonsense'])
      expect((await apiKeys.requestKey({ ability: [{ action: 'read', subject }] })).status).toBe(
        422,
      )
    expect((await apiKeys.requestKey({ ability: [] })).status).toBe(422)
  })
})

describe('calls that only people can make', () => {
  const personRoutes = allRoutes
    .filter(({ can }) => can === 'logged-in' || can === 'member' || /^(staff|developer):/.test(can))
    .map(route => ({ title: `${route.method} ${route.path}`, route }))
  let key: string
  beforeAll(async () => {
    key = (await apiKeys.createKey({ ability: manageAll })).key
  })
  test.each(personRoutes)('$title rejects a key with all abilities', async ({ route }) => {
    const before = await t.changes()
    const id = route.storeIdParam ? t.people.owner.storeId : '00000000-0000-7000-8000-0000000000ff'
    const reply = await apiKeys.callWithKey(key, route, {
      params: { id, role: 'manager', domain: 'x', slug: 'x' },
    })
    expect([reply.status, reply.body.code]).toEqual([
      403,
      route.can.includes(':') ? 'forbidden' : 'not_for_keys',
    ])
    expect(await t.changes()).toBe(before)
  })
  test('include the account and the creation of stores', () => {
    expect(personRoutes.map(({ route }) => route)).toEqual(
      expect.arrayContaining([accountApi.me, accountApi.logout, storeApi.create]),
    )
  })
})
