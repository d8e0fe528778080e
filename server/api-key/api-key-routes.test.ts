import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { allApis } from '#contract/all.ts'
import { type ApiKey, apiKeyApi, type NewApiKey } from '#contract/api-key.ts'
import { businessApi } from '#contract/business.ts'
import { categoryApi } from '#contract/category.ts'
import { customerApi } from '#contract/customer.ts'
import type { Route } from '#contract/lib/api.ts'
import { apiKeyPrefix } from '#contract/lib/api-key-prefix.ts'
import { apiKeySubjects } from '#contract/lib/permission.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import { invalidateAllMemberships } from '../lib/call/authenticate.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../lib/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const products = [{ action: 'manage', subject: 'product' }]
const all = apiKeySubjects.map(subject => ({ action: 'manage', subject }))
const requestKey = (body: object, as: Tester = t.people.owner) =>
  t.call(as, apiKeyApi.create, { body: { name: 'Warehouse', ability: products, ...body } })
const createKey = async (body: object = {}, as: Tester = t.people.owner): Promise<NewApiKey> =>
  (await requestKey(body, as)).body.data
/** Sends a request with the key as the only credential. */
const callWithKey = (
  key: string,
  route: Route,
  args: { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
) =>
  t.call(undefined, route, {
    ...args,
    headers: { authorization: `Bearer ${key}`, ...args.headers },
  })
const list = async (as: 'owner' | 'stranger' = 'owner'): Promise<ApiKey[]> =>
  (await t.call(as, apiKeyApi.list)).body.data
const findKey = async ({ _id }: { _id: string }) => (await list()).find(key => key._id === _id)
const revoke = (id: string) => t.call('owner', apiKeyApi.revoke, { params: { id } })

describe('a key', () => {
  test('is returned once, stored as a hash, listed masked, and gives access to its store', async () => {
    const { key, ...createdKey } = await createKey()
    expect(key).toMatch(/^sw_live_[\w-]{43}$/)
    expect(createdKey).toMatchObject({
      name: 'Warehouse',
      masked: `sw_live_…${key.slice(-4)}`,
      status: 'active',
      lastUsedAt: null,
      expiresAt: null,
      ability: products,
      createdBy: { _id: t.people.owner.personId },
    })
    expect(JSON.stringify(await list())).not.toContain(key)
    expect(await list('stranger')).toEqual([])
    const allRows = await t.inStore(
      tx =>
        tx`select to_jsonb(k)::text as row from api_key k union all select to_jsonb(a)::text from audit a`,
    )
    expect(allRows.map(({ row }) => row).join()).not.toContain(key.slice(8))
    const [storedKey] = await t.inStore(
      tx => tx`select hash from api_key where id = ${createdKey._id}`,
    )
    expect(Buffer.from(storedKey?.['hash']).equals(createHash('sha256').update(key).digest())).toBe(
      true,
    )

    const product = (await callWithKey(key, productApi.create, { body: { title: 'Rope' } })).body
      .data
    expect(
      (await callWithKey(key, productApi.list)).body.data.map(
        ({ title }: { title: string }) => title,
      ),
    ).toEqual(['Rope'])
    const [entry] = await t.inStore(
      tx =>
        tx`select person_id, request_id from audit where entity = 'product' and entity_id = ${product._id}`,
    )
    expect(entry).toMatchObject({
      personId: t.people.owner.personId,
      requestId: expect.stringContaining(`key-${createdKey._id.replaceAll('-', '')}-`),
    })
  })

  test('has only its own abilities', async () => {
    const { key } = await createKey({ ability: [{ action: 'read', subject: 'product' }] })
    const before = await t.changes()
    expect((await callWithKey(key, productApi.list)).status).toBe(200)
    for (const route of [
      productApi.create,
      orderApi.list,
      customerApi.list,
      apiKeyApi.list,
      apiKeyApi.create,
    ]) {
      const reply = await callWithKey(key, route, {
        ...(route.method === 'POST' && { body: { title: 'x' } }),
      })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await t.changes()).toBe(before)
  })

  test('never gives access to another store', async () => {
    const { key } = await createKey({ ability: all })
    const { businessId } = t.people.stranger
    expect(
      (await callWithKey(key, productApi.list, { headers: { 'x-business-id': businessId } })).body
        .code,
    ).toBe('no_such_store')
    expect(
      (
        await callWithKey(key, productApi.list, {
          headers: { 'x-business-id': t.people.owner.businessId.toUpperCase() },
        })
      ).status,
    ).toBe(200)
    expect((await callWithKey(key, businessApi.get, { params: { id: businessId } })).status).toBe(
      404,
    )
    expect(
      (await callWithKey(key, businessApi.get, { params: { id: t.people.owner.businessId } }))
        .status,
    ).toBe(200)
  })

  test('shows its last use, which is written at most once a minute', async () => {
    const createdKey = await createKey()
    await callWithKey(createdKey.key, productApi.list)
    const first = (await findKey(createdKey))?.lastUsedAt
    expect(first).toEqual(expect.any(String))
    clearApiKeyCache()
    await callWithKey(createdKey.key, productApi.list)
    expect((await findKey(createdKey))?.lastUsedAt).toBe(first)
    await t.inStore(
      tx =>
        tx`update api_key set last_used_at = now() - interval '61 seconds' where id = ${createdKey._id}`,
    )
    clearApiKeyCache()
    const before = await t.changes()
    await callWithKey(createdKey.key, productApi.list)
    expect((await findKey(createdKey))?.lastUsedAt).not.toBe(first)
    expect(await t.changes()).toBe(before)
  })
})

describe('a key is rejected', () => {
  const expectRejected = async (key: string) => {
    const { status, body } = await callWithKey(key, productApi.list)
    // The message is the same for every key, so it does not reveal which keys existed.
    if (status === 401 && key.startsWith(apiKeyPrefix))
      expect(body).toMatchObject({
        code: 'invalid_api_key',
        message: "This API key isn't valid. Check it or create a new one.",
      })
    return status === 401
  }
  test('after it was revoked', async () => {
    const createdKey = await createKey()
    expect(await expectRejected(createdKey.key)).toBe(false)
    expect((await revoke(createdKey._id)).body.data).toMatchObject({
      status: 'revoked',
      revokedAt: expect.any(String),
    })
    expect(await expectRejected(createdKey.key)).toBe(true)
    const before = await t.changes()
    expect((await revoke(createdKey._id)).status).toBe(200)
    const events = await t.inStore(
      tx =>
        tx`
          select action, person_id from audit
          where entity = 'api_key' and entity_id = ${createdKey._id} and before is null
            and action like 'api_key_%'
          order by at, id`,
    )
    expect(events).toEqual(
      ['api_key_created', 'api_key_revoked'].map(action => ({
        action,
        personId: t.people.owner.personId,
      })),
    )
    expect(
      (
        await t.call('owner', apiKeyApi.update, {
          params: { id: createdKey._id },
          body: { name: 'Back' },
        })
      ).body.code,
    ).toBe('api_key_ended')
    expect(await t.changes()).toBe(before)
  })
  test('within a second of being revoked by another process', async () => {
    const createdKey = await createKey()
    await callWithKey(createdKey.key, productApi.list)
    await t.inStore(tx => tx`update api_key set revoked_at = now() where id = ${createdKey._id}`)
    await new Promise(resolve => setTimeout(resolve, 1050))
    expect(await expectRejected(createdKey.key)).toBe(true)
  })
  test('after it has expired', async () => {
    const createdKey = await createKey({ validDays: 30 })
    expect(
      Math.round((new Date(createdKey.expiresAt ?? 0).getTime() - Date.now()) / 86_400_000),
    ).toBe(30)
    await t.inStore(tx => tx`update api_key set expires_at = now() where id = ${createdKey._id}`)
    expect(await expectRejected(createdKey.key)).toBe(true)
    expect(await findKey(createdKey)).toMatchObject({ status: 'expired' })
  })
  test('when it is truncated, guessed or written in another case', async () => {
    const { key } = await createKey()
    for (const other of [
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      'sw_live_',
      `sw_live_${'A'.repeat(43)}`,
      `sw_live_${'A'.repeat(5000)}`,
      `${key} `.replace('_live_', '_LIVE_'),
    ])
      expect(await expectRejected(other)).toBe(true)
    expect(await expectRejected(key)).toBe(false)
  })
})

describe('the abilities of a key are limited to those of its creator', () => {
  const createColleague = (
    name: string,
    ability: { action: 'manage' | 'read'; subject: 'developer' | 'product' | 'order' }[],
  ) => makePerson(t.app, t.sql, name, { businessId: t.people.owner.businessId, abilities: ability })

  test('when it is created or changed', async () => {
    const developer = await createColleague('dev', [
      { action: 'manage', subject: 'developer' },
      { action: 'read', subject: 'product' },
    ])
    const ownKey = await createKey({ ability: [{ action: 'read', subject: 'product' }] }, developer)
    const before = await t.changes()
    expect((await requestKey({}, developer)).body).toMatchObject({
      code: 'beyond_own_permissions',
      errors: [{ path: 'ability' }],
    })
    expect(
      (
        await t.call(developer, apiKeyApi.update, {
          params: { id: ownKey._id },
          body: { ability: products },
        })
      ).status,
    ).toBe(403)
    expect(await t.changes()).toBe(before)
  })

  test('when the creator loses abilities, and it is inactive while the creator is', async () => {
    const developer = await createColleague('former-dev', [
      { action: 'manage', subject: 'developer' },
      { action: 'manage', subject: 'product' },
    ])
    const createdKey = await createKey({}, developer)
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
      (await callWithKey(key, productApi.list)).status,
      (await callWithKey(key, productApi.create, { body: { title: 'x' } })).status,
    ]).toEqual([200, 403])
    await updateMembership({ status: 'inactive' })
    expect([
      (await callWithKey(key, productApi.list)).status,
      (await findKey(createdKey))?.status,
    ]).toEqual([401, 'inactive'])
    await updateMembership({ status: 'active' })
    expect((await callWithKey(key, productApi.list)).status).toBe(200)
    await t.inStore(tx => tx`delete from membership where person_id = ${developer.personId}`)
    clearApiKeyCache()
    expect([
      (await callWithKey(key, productApi.list)).status,
      (await findKey(createdKey))?.status,
    ]).toEqual([401, 'inactive'])
  })

  test('and never include the staff or API keys', async () => {
    for (const subject of ['staff', 'developer', 'all', 'nonsense'])
      expect((await requestKey({ ability: [{ action: 'read', subject }] })).status).toBe(422)
    expect((await requestKey({ ability: [] })).status).toBe(422)
  })
})

describe('calls that only people can make', () => {
  const routes = allApis.flatMap((api): Route[] => Object.values(api))
  const personRoutes = routes
    .filter(({ can }) => can === 'signed-in' || can === 'member' || /^(staff|developer):/.test(can))
    .map(route => ({ title: `${route.method} ${route.path}`, route }))
  let key: string
  beforeAll(async () => {
    key = (await createKey({ ability: all })).key
  })
  test.each(personRoutes)('$title rejects a key with all abilities', async ({ route }) => {
    const before = await t.changes()
    const id = route.businessIdParam
      ? t.people.owner.businessId
      : '00000000-0000-7000-8000-0000000000ff'
    const reply = await callWithKey(key, route, {
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
      expect.arrayContaining([accountApi.me, accountApi.logout, businessApi.create]),
    )
  })
})

test('idempotency keys are separate for each API key', async () => {
  const [firstKey, otherKey] = [
    await createKey({ ability: all }),
    await createKey({ ability: all }),
  ]
  const variant = (
    await t.call('owner', productApi.create, {
      body: { title: 'Twine', price: 100, stock: 9, status: 'active' },
    })
  ).body.data.variants[0]._id
  const createOrder = (key: string) =>
    callWithKey(key, orderApi.create, {
      body: { customer: { name: 'Ada' }, lines: [{ variant, quantity: 1 }] },
      headers: { 'idempotency-key': 'first' },
    })
  const [firstReply, repeatedReply, otherReply] = [
    await createOrder(firstKey.key),
    await createOrder(firstKey.key),
    await createOrder(otherKey.key),
  ]
  expect([
    repeatedReply.body.data._id === firstReply.body.data._id,
    otherReply.body.data._id === firstReply.body.data._id,
  ]).toEqual([true, false])
})

test('a key can be renamed, rejects a stale change, and has a limit per store', async () => {
  const createdKey = await createKey()
  const updateKey = (body: object) =>
    t.call('owner', apiKeyApi.update, { params: { id: createdKey._id }, body })
  expect((await updateKey({ name: 'Till', version: 1 })).body.data).toMatchObject({
    name: 'Till',
    ability: products,
    version: 2,
  })
  expect((await updateKey({ name: 'Stale', version: 1 })).body.code).toBe('version_conflict')
  const liveCount = (await list()).filter(
    ({ status }) => status === 'active' || status === 'inactive',
  ).length
  const replies = await Promise.all(Array.from({ length: 52 - liveCount }, () => requestKey({})))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50 - liveCount)
  expect(replies.filter(({ body }) => body.code === 'api_key_limit')).toHaveLength(2)
  expect((await t.call('stranger', categoryApi.list)).status).toBe(200)
})

test('a valid key is listed even after many newer keys were revoked', async () => {
  await t.inStore(tx => tx`delete from api_key`)
  const { _id } = await createKey()
  await t.inStore(
    tx =>
      tx`
        insert into api_key (name, hash, hint, ability, revoked_at)
        select 'Revoked', int4send(n), '', '[]', now() from generate_series(1, 600) n`,
  )
  const keys = await list()
  expect([keys.length, keys.some(key => key._id === _id)]).toEqual([500, true])
  const dates = keys.map(({ createdAt }) => createdAt)
  expect(dates).toEqual(dates.toSorted().toReversed())
})
