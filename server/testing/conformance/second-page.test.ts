import { afterAll, beforeAll, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { canary } from '../db/test-canary.ts'
import { createSample, toInputSchema } from '../test-sample.ts'
import { startTestApp, type TestApp } from '../testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const isList = ({ method, query, downloadType }: Route) =>
  method === 'GET' && !downloadType && 'page' in Object(toInputSchema(query)['properties'])
const lists = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(isList)
  .map(route => ({ route, title: `${route.feature}.${route.name}` }))
test.each(lists)('$title has a second page', async ({ route }) => {
  const sample = createSample(toInputSchema(route.query), { id: canary.id })
  const { status, body } = await t.call(t.canaryOwner, route, {
    params: { id: canary.id },
    query: { ...Object(sample), page: 2 },
  })
  expect([status, body.meta?.page]).toEqual([200, 2])
})
