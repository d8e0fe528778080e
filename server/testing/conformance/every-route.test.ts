import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '#contract/all.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const id = '00000000-0000-7000-8000-0000000000ff'
const titledRoutes = allRoutes.map(route => ({
  title: `${route.method} ${getRouteUrl(route)}`,
  route,
}))
const params = { id, domain: 'somewhere', slug: 'somewhere', role: 'somebody' }
const guardedRoutes = titledRoutes.filter(({ route }) => route.can !== 'public')
const storeRoutes = guardedRoutes.filter(({ route }) => route.can !== 'logged-in')
const permissionRoutes = storeRoutes.filter(({ route }) => route.can !== 'member')

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('the server serves exactly the routes of the contract', () => {
  const appRoutes = t.routes.filter(
    route => route.method !== 'HEAD' && !route.config?.publicFile && !route.config?.operator,
  )
  expect(appRoutes.filter(route => !route.config?.contract).map(route => route.url)).toEqual([])
  const urls = new Set(appRoutes.map(route => `${String(route.method)} ${route.url}`))
  expect(titledRoutes.map(({ title }) => title).filter(title => !urls.has(title))).toEqual([])
})

describe('without a token', () => {
  test.each(guardedRoutes)('$title returns 401 and changes nothing', async ({ route }) => {
    const before = await t.changes()
    const reply = await t.call(undefined, route, { params })
    expect([reply.status, reply.body.code]).toEqual([401, 'logged_out'])
    expect(await t.changes()).toBe(before)
  })
  test.each(guardedRoutes)('$title returns 401 for a forged token', async ({ route }) => {
    const forged = { ...t.people.owner, token: `${t.people.owner.token.slice(0, -4)}AAAA` }
    expect((await t.call(forged, route, { params })).status).toBe(401)
  })
})

describe('without the permission', () => {
  test.each(permissionRoutes)('$title returns 403 and changes nothing', async ({ route }) => {
    const before = await t.changes()
    const reply = await t.call('nobody', route, {
      params: route.storeIdParam ? { ...params, id: t.people.owner.storeId } : params,
    })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    expect(await t.changes()).toBe(before)
  })
})

describe('in the store of another person', () => {
  test.each(storeRoutes)('$title returns 404 and changes nothing', async ({ route }) => {
    const before = await t.changes()
    const intruder = { ...t.people.stranger, storeId: t.people.owner.storeId }
    const reply = await t.call(intruder, route, {
      params: route.storeIdParam ? { ...params, id: t.people.owner.storeId } : params,
    })
    expect(reply.status).toBe(404)
    expect(await t.changes()).toBe(before)
  })
})
