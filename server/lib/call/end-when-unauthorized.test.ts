import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'

const rowCount = 1000
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.sql`
    insert into audit (store_id, entity, action, after)
    select ${t.people.owner.storeId}, 'category', 'insert',
      jsonb_build_object('name', repeat('long ', 2000))
    from generate_series(1, ${rowCount})`
})
afterAll(() => t.close())

/** Starts an export and reads only its first part, so that the rest waits for the receiver. */
async function startExport(authorization: string) {
  const reply = await t.app.inject({
    method: 'GET',
    url: getRouteUrl(auditApi.export),
    payloadAsStream: true,
    headers: { authorization, 'x-business-id': t.people.owner.storeId },
  })
  expect(reply.statusCode).toBe(200)
  const stream = reply.stream()
  await once(stream, 'readable')
  stream.read(1)
  return stream
}
const allAbilities: Ability[] = [{ action: 'manage', subject: 'all' }]
const makeStaffMember = (name: string) =>
  makePerson(t.app, t.sql, name, { storeId: t.people.owner.storeId, abilities: allAbilities })

test('ends only the downloads of a person or an API key that lost the permission', async () => {
  const [ann, ben] = [await makeStaffMember('ann'), await makeStaffMember('ben')]
  const {
    body: {
      data: { _id, key },
    },
  } = await t.call(ben, apiKeyApi.create, {
    body: {
      name: 'Books',
      ability: [{ action: 'read', subject: 'audit' }],
      password: samplePassword,
    },
  })
  const annStream = await startExport(`Bearer ${ann.token}`)
  const benStream = await startExport(`Bearer ${ben.token}`)
  const keyStream = await startExport(`Bearer ${key}`)
  const closed = Promise.all(
    [annStream, keyStream].map(stream => once(stream, 'close').catch(() => {})),
  )
  await t.inStore(
    tx => tx`update membership set abilities = '[]' where person_id = ${ann.personId}`,
  )
  await t.call(ben, apiKeyApi.revoke, { params: { id: _id } })
  await closed
  expect(
    [annStream, keyStream].map(stream => stream.readableEnded),
    'the downloads are incomplete',
  ).toEqual([false, false])
  expect(benStream.destroyed).toBe(false)
  let bytes = 0
  for await (const part of benStream) bytes += part.length
  expect(bytes).toBeGreaterThan(rowCount * 10_000)
})
