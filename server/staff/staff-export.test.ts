import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { type Staff, staffApi } from '#contract/staff/staff.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

const hostileNames = ['=1+1', '+1', '-A1', '@SUM(A1)', '=HYPERLINK("https://evil.example")']

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const { storeId } = t.people.owner
  for (const [i, name] of hostileNames.entries()) {
    const { personId } = await makePerson(t.app, t.sql, `hostile-${i}`, { storeId, abilities: [] })
    await t.sql`update person set full_name = ${name} where id = ${personId}`
  }
  await t.call('owner', staffApi.invite, { body: { email: 'ben@example.org', role: 'user' } })
  await t.inStore(tx => tx`update store set timezone = 'Asia/Tokyo' where id = current_store()`)
})
// A call of a person sets the time of their last visit.
beforeEach(() =>
  t.inStore(
    tx => tx`
      update membership set created_at = '2026-03-01 14:59Z', last_seen_at = '2026-03-02 15:00Z'
      where person_id = ${t.people.nobody.personId}`,
  ),
)
afterAll(() => t.close())

const listEmails = async (query: object): Promise<string[]> =>
  (await t.call('owner', staffApi.list, { query: { ...query } })).body.data.map(
    ({ email }: Staff) => email,
  )

test('each column has a filter, and all apply together', async () => {
  expect(await listEmails({ name: 'NOBODY' })).toEqual(['nobody@example.com'])
  expect(await listEmails({ email: 'ben@' })).toEqual(['ben@example.org'])
  expect(await listEmails({ email: 'example.org', status: 'active' })).toEqual([])
  expect(await listEmails({ role: 'owner', name: 'owner' })).toEqual(['owner@example.com'])
  expect(await listEmails({ name: '%' })).toEqual([])
})

test('days are inclusive and follow the time zone of the store', async () => {
  const nobody = ['nobody@example.com']
  expect(await listEmails({ from: '2026-03-01', to: '2026-03-01' })).toEqual(nobody)
  expect(await listEmails({ to: '2026-02-28' })).toEqual([])
  expect(await listEmails({ lastSeenFrom: '2026-03-03', lastSeenTo: '2026-03-03' })).toEqual(nobody)
  expect(await listEmails({ lastSeenTo: '2026-03-02' })).toEqual([])
  const invalid = await t.call('owner', staffApi.list, { query: { from: '2026-02-30' } })
  expect(invalid.status).toBe(422)
})

test('a page has ten people', async () => {
  const invitations = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into invitation (email, role)
      select 'more' || n || '@example.org', 'user' from generate_series(1, 3) n returning id`,
  )
  const { body } = await t.call('owner', staffApi.list)
  const next = await t.call('owner', staffApi.list, { query: { page: 2 } })
  const ids = invitations.map(({ id }) => id)
  await t.inStore(tx => tx`delete from invitation where id = any (${ids}::uuid[])`)
  expect([body.data.length, next.body.data.length, body.meta.perPage]).toEqual([10, 1, 10])
})

async function download(route: Route, query: Record<string, string> = {}): Promise<Buffer> {
  const { token, storeId } = t.people.owner
  const reply = await t.app.inject({
    method: 'GET',
    url: getRouteUrl(route),
    query,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, route.downloadType])
  return reply.rawPayload
}

test('CSV has the filtered rows, and formulas as texts', async () => {
  const csv = (await download(staffApi.exportCsv)).toString()
  expect(csv).toContain('Name,Email,Role,Status,Last active,Added,Invited by\r\n')
  for (const name of hostileNames)
    expect(csv).toMatch(new RegExp(`^"?'${RegExp.escape(name.slice(0, 4))}`, 'm'))
  expect((await download(staffApi.exportCsv, { name: 'nobody' })).toString().split('\r\n')).toEqual(
    [
      expect.any(String),
      'Test nobody,nobody@example.com,restricted-user,active,2026-03-02T15:00:00.000Z,2026-03-01T14:59:00.000Z,',
      '',
    ],
  )
})

test('a workbook has texts, dates and no formula', async () => {
  const file = await download(staffApi.exportXlsx)
  const parts = Object.entries(unzipSync(file)).map(([, bytes]) => strFromU8(bytes))
  expect(parts.filter(part => /<f[ >]/.test(part))).toEqual([])
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(file)]))
  expect(sheet?.sheet).toBe('Staff')
  const [header, ...rows] = sheet?.data ?? []
  expect(header?.slice(0, 2)).toEqual(['Name', 'Email'])
  expect(rows).toHaveLength(8)
  const names = rows.map(([name]) => name)
  for (const name of hostileNames) expect(names).toContain(name)
  const nobody = rows.find(([name]) => name === 'Test nobody')
  expect(Number(nobody?.[5])).toBeCloseTo(Date.UTC(2026, 2, 1, 14, 59), -2)
})

test('people who cannot read the staff cannot export it', async () => {
  for (const route of [staffApi.exportCsv, staffApi.exportXlsx])
    expect((await t.call('nobody', route)).status).toBe(403)
})
