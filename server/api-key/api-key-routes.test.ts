import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { apiKeyPrefix } from '#contract/lib/call/api-key-prefix.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import {
  createApiKeyTester,
  manageAll,
  manageProducts,
} from '../testing/subject/api-key-testing.ts'
import { withClockAhead } from '../testing/test-clock.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let apiKeys: ReturnType<typeof createApiKeyTester>
beforeAll(async () => {
  t = await startTestApp()
  apiKeys = createApiKeyTester(t)
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const revoke = (id: string) => t.call('owner', apiKeyApi.revoke, { params: { id } })

describe('a key', () => {
  test('is returned once, stored as a hash, listed masked, and gives access to its store', async () => {
    const { key, ...createdKey } = await apiKeys.createKey()
    expect(key).toMatch(/^sw_live_[\w-]{43}$/)
    expect(createdKey).toMatchObject({
      name: 'Warehouse',
      maskedKey: `sw_live_…${key.slice(-4)}`,
      status: 'active',
      lastUsedAt: null,
      expiresAt: null,
      ability: manageProducts,
      createdBy: { _id: t.people.owner.personId },
    })
    expect(JSON.stringify(await apiKeys.listKeys())).not.toContain(key)
    expect(await apiKeys.listKeys('stranger')).toEqual([])
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

    const product = (await apiKeys.callWithKey(key, productApi.create, { body: { title: 'Rope' } }))
      .body.data
    expect(
      (await apiKeys.callWithKey(key, productApi.list)).body.data.map(
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

  test('shows its last use, which is written at most once a minute', async () => {
    const createdKey = await apiKeys.createKey()
    await apiKeys.callWithKey(createdKey.key, productApi.list)
    const first = (await apiKeys.findKey(createdKey))?.lastUsedAt
    expect(first).toEqual(expect.any(String))
    clearApiKeyCache()
    await apiKeys.callWithKey(createdKey.key, productApi.list)
    expect((await apiKeys.findKey(createdKey))?.lastUsedAt).toBe(first)
    await t.inStore(
      tx =>
        tx`update api_key set last_used_at = now() - interval '61 seconds' where id = ${createdKey._id}`,
    )
    clearApiKeyCache()
    const before = await t.changes()
    await apiKeys.callWithKey(createdKey.key, productApi.list)
    expect((await apiKeys.findKey(createdKey))?.lastUsedAt).not.toBe(first)
    expect(await t.changes()).toBe(before)
  })
})

describe('a key is rejected', () => {
  const expectRejected = async (key: string) => {
    const { status, body } = await apiKeys.callWithKey(key, productApi.list)
    // The message is the same for every key, so it does not reveal which keys existed.
    if (status === 401 && key.startsWith(apiKeyPrefix))
      expect(body).toMatchObject({
        code: 'invalid_api_key',
        message: 'This API key isn’t valid. Check it or create a new one.',
      })
    return status === 401
  }
  test('after it was revoked', async () => {
    const createdKey = await apiKeys.createKey()
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
    const createdKey = await apiKeys.createKey()
    await apiKeys.callWithKey(createdKey.key, productApi.list)
    await t.inStore(tx => tx`update api_key set revoked_at = now() where id = ${createdKey._id}`)
    expect(await withClockAhead(1001, () => expectRejected(createdKey.key))).toBe(true)
  })
  test('after it has expired', async () => {
    const createdKey = await apiKeys.createKey({ validDays: 30 })
    expect(
      Math.round((new Date(createdKey.expiresAt ?? 0).getTime() - Date.now()) / 86_400_000),
    ).toBe(30)
    await t.inStore(tx => tx`update api_key set expires_at = now() where id = ${createdKey._id}`)
    expect(await expectRejected(createdKey.key)).toBe(true)
    expect(await apiKeys.findKey(createdKey)).toMatchObject({ status: 'expired' })
  })
  test('when it is truncated, guessed or written in another case', async () => {
    const { key } = await apiKeys.createKey()
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

test('idempotency keys are separate for each API key', async () => {
  const [firstKey, otherKey] = [
    await apiKeys.createKey({ ability: manageAll }),
    await apiKeys.createKey({ ability: manageAll }),
  ]
  const variant = (
    await t.call('owner', productApi.create, {
      body: { title: 'Twine', price: 100, stock: 9, status: 'active' },
    })
  ).body.data.variants[0]._id
  const createOrder = (key: string) =>
    apiKeys.callWithKey(key, orderApi.create, {
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
  const createdKey = await apiKeys.createKey()
  const updateKey = (body: object) =>
    t.call('owner', apiKeyApi.update, { params: { id: createdKey._id }, body })
  expect((await updateKey({ name: 'Till', version: 1 })).body.data).toMatchObject({
    name: 'Till',
    ability: manageProducts,
    version: 2,
  })
  expect((await updateKey({ name: 'Stale', version: 1 })).body.code).toBe('version_conflict')
  const liveCount = (await apiKeys.listKeys()).filter(
    ({ status }) => status === 'active' || status === 'inactive',
  ).length
  const replies = await Promise.all(
    Array.from({ length: 52 - liveCount }, () => apiKeys.requestKey({})),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50 - liveCount)
  expect(replies.filter(({ body }) => body.code === 'api_key_limit')).toHaveLength(2)
  expect((await t.call('stranger', categoryApi.list)).status).toBe(200)
})

test('a valid key is listed even after many newer keys were revoked', async () => {
  const { _id } = await apiKeys.createKey()
  await t.inStore(
    tx =>
      tx`
        insert into api_key (name, hash, hint, ability, revoked_at)
        select 'Revoked', int4send(n), '', '[]', now() from generate_series(1, 600) n`,
  )
  const keys = await apiKeys.listKeys()
  expect([keys.length, keys.some(key => key._id === _id)]).toEqual([500, true])
  const dates = keys.map(({ createdAt }) => createdAt)
  expect(dates).toEqual(dates.toSorted().toReversed())
})
