import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allApis, allRoutes } from '#contract/all.ts'
import { NoContent, type Route } from '#contract/lib/call/api.ts'
import { builtInRoles, roleAbilities } from '#contract/lib/call/permission.ts'
import {
  callsWithSecondAddress,
  getRouteTitle,
  listSecondRoutes,
} from '#contract/lib/call/second-address.ts'
import { bookmarkApi } from '#contract/staff/bookmark.ts'
import { createSample, toInputSchema } from '../test-sample.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing.ts'

const firstRoutes = allApis.flatMap((api): Route[] => Object.values(api))
/** Without the calls that end the session of the others. */
const pairs = firstRoutes
  .filter(({ name }) => name !== 'logout')
  .flatMap(first => listSecondRoutes(first).map(second => ({ first, second })))
  .map(pair => ({ ...pair, title: getRouteTitle(pair.second) }))

let t: TestApp
const staff = new Map<string, Tester>()
beforeAll(async () => {
  t = await startTestApp()
  const { storeId } = t.people.owner
  for (const role of builtInRoles) {
    const membership = { storeId, abilities: roleAbilities[role] }
    staff.set(role, await makePerson(t.app, t.sql, `staff-${role}`, membership))
  }
})
afterAll(() => t.close())

test('each call of the table exists, and each address is served once', () => {
  const titles = firstRoutes.map(getRouteTitle)
  expect(callsWithSecondAddress.filter(title => !titles.includes(title))).toEqual([])
  const allTitles = allRoutes.map(getRouteTitle)
  expect(allTitles.filter((title, index) => allTitles.indexOf(title) !== index)).toEqual([])
  expect(pairs.length).toBeGreaterThan(15)
})

/** Returns the status and the content of the reply, without the parts that each request has. */
async function send(route: Route, tester: Tester | undefined) {
  const query =
    route.query === NoContent
      ? {}
      : createSample(toInputSchema(route.query), { id: t.people.owner.storeId })
  const { status, body } = await t.call(tester, route, {
    params: { id: t.people.owner.personId, role: 'somebody', domain: 'somewhere' },
    query: { ...Object(query), page: 1 },
    ...(route.body !== NoContent && { body: {} }),
  })
  const { requestId: _requestId, [route.dataKey]: data, ...rest } = body
  return { status, data, rest }
}

describe('a second address answers like the first', () => {
  const roles = builtInRoles.map(role => ({ role }))
  test.each(roles)('for the role $role', async ({ role }) => {
    for (const { first, second, title } of pairs)
      expect(await send(second, staff.get(role)), title).toEqual(await send(first, staff.get(role)))
  })
  test('without a login', async () => {
    for (const { first, second, title } of pairs)
      expect(await send(second, undefined), title).toEqual(await send(first, undefined))
  })
  test('in the store of another person, and changes nothing', async () => {
    const intruder = { ...t.people.stranger, storeId: t.people.owner.storeId }
    const before = await t.changes()
    for (const { first, second, title } of pairs)
      expect(await send(second, intruder), title).toEqual(await send(first, intruder))
    expect(await t.changes()).toBe(before)
  })
})

test('a creation answers 201, a list 200 and a missing record 404', async () => {
  const route = (title: string) => allRoutes.find(found => getRouteTitle(found) === title)!
  const body = { title: 'Orders', path: '/apps/order/list' }
  expect((await t.call('owner', route('POST /bookmarks'), { body })).status).toBe(201)
  const { body: list } = await t.call('owner', bookmarkApi.list)
  expect(list.data).toMatchObject([body])
  expect((await t.call('owner', route('GET /bookmarks'))).body).toEqual(list)
  expect((await t.call('owner', route('GET /apps/users'))).body.data).toHaveLength(8)
  const params = { id: '00000000-0000-7000-8000-0000000000ff' }
  expect((await t.call('owner', route('GET /apps/users/:id'), { params })).status).toBe(404)
})
