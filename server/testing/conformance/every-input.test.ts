import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import {
  createRequestArbitrary,
  extractIds,
  fillInIds,
  findResponseProblem,
  type HostileRequest,
} from '../hostile-testing.ts'
import { startTestApp, type TestApp } from '../testing.ts'

/** Calls that end the session of the other calls, or that never end. */
const isExcluded = (route: Route) =>
  route.path.endsWith('/logout') ||
  route.name === 'endSession' ||
  route.downloadType?.startsWith('text/event-stream') === true
const routes = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(route => !isExcluded(route))

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

// `npm run bench:security` sends a hundred thousand such requests to a real process.
test('every call processes hostile input or rejects it with a message', async () => {
  // On a busy machine, the first check of the database can take too long.
  await expect.poll(async () => (await t.app.inject('/health/ready')).statusCode).toBe(200)
  const { token, storeId } = t.people.owner
  const headers = { authorization: `Bearer ${token}`, 'x-business-id': storeId }
  const requests = routes.flatMap((route, routeIndex) =>
    fc.sample(createRequestArbitrary(route, headers), { numRuns: 3, seed: 40 + routeIndex }),
  )
  const ids: string[] = []
  const problems: string[] = []
  const send = async (hostileRequest: HostileRequest) => {
    const { route, url, headers: requestHeaders, body } = fillInIds(hostileRequest, ids)
    const reply = await t.app.inject({
      method: route.method,
      url,
      headers: requestHeaders,
      ...(body && { payload: body }),
    })
    const problem = findResponseProblem(
      reply.statusCode,
      reply.body,
      route.downloadType !== undefined ||
        reply.headers['content-type']?.toString().startsWith('text/html') === true,
    )
    if (problem)
      problems.push(
        `${route.method} ${getRouteUrl(route)} ${problem}: ${url.slice(0, 300)} ${body?.toString('utf8').slice(0, 600) ?? ''} → ${reply.body.slice(0, 200)}`,
      )
    for (const id of extractIds(reply.body)) if (ids.length < 300) ids.push(id)
    return reply.statusCode
  }
  const statuses: number[] = []
  // Lists and creating calls first, so that the ids of existing rows are known.
  for (let start = 0; start < requests.length; start += 6)
    statuses.push(...(await Promise.all(requests.slice(start, start + 6).map(send))))
  expect(problems).toEqual([])
  expect(statuses.length).toBeGreaterThan(300)
  expect(
    statuses.filter(status => status < 300).length,
    'enough of them get through the checks',
  ).toBeGreaterThan(statuses.length / 10)
})
