import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeyApi } from '#contract/api-key.ts'
import { auditApi } from '#contract/audit.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

const rows = 1000
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.sql`insert into audit (business_id, entity, action, after) select ${t.people.owner.businessId}, 'category', 'insert', jsonb_build_object('name', repeat('long ', 2000)) from generate_series(1, ${rows})`
})
afterAll(() => t.close())

/** Begins an export and takes its first part alone: the rest waits for whoever asked. */
async function begin(authorization: string) {
  const reply = await t.app.inject({
    method: 'GET',
    url: getRouteUrl(auditApi.export),
    payloadAsStream: true,
    headers: { authorization, 'x-business-id': t.people.owner.businessId },
  })
  expect(reply.statusCode).toBe(200)
  const stream = reply.stream()
  await once(stream, 'readable')
  stream.read(1)
  return stream
}
const everything: Ability[] = [{ action: 'manage', subject: 'all' }]
const colleague = (name: string) =>
  makePerson(t.app, t.sql, name, { businessId: t.people.owner.businessId, abilities: everything })

test('a download ends when the right to it is gone, be it a person’s or a key’s, and no other does', async () => {
  const [ann, ben] = [await colleague('ann'), await colleague('ben')]
  const {
    body: {
      data: { _id, key },
    },
  } = await t.call(ben, apiKeyApi.create, {
    body: { name: 'Books', ability: [{ action: 'read', subject: 'audit' }] },
  })
  const [anns, bens, keys] = [
    await begin(`Bearer ${ann.token}`),
    await begin(`Bearer ${ben.token}`),
    await begin(`Bearer ${key}`),
  ]
  const ended = Promise.all([anns, keys].map(stream => once(stream, 'close').catch(() => {})))
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${ann.personId}`,
  )
  await t.call(ben, apiKeyApi.revoke, { params: { id: _id } })
  await ended
  expect(
    [anns, keys].map(stream => stream.readableEnded),
    'broken off, not come to its end',
  ).toEqual([false, false])
  expect(bens.destroyed).toBe(false)
  let bytes = 0
  for await (const part of bens) bytes += part.length
  expect(bytes).toBeGreaterThan(rows * 10_000)
})
