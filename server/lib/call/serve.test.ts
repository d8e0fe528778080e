import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { allApis } from '#contract/all.ts'
import { defineApi, getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { clock } from '../security/rate-limit.ts'
import { getEnvelopeSerializer } from './envelope.ts'
import {
  type App,
  serve,
  serveAccount,
  serveAccountWithoutTransaction,
  servePublic,
  serveRead,
  serveWithoutTransaction,
} from './serve.ts'
import { serveDownload } from './serve-download.ts'
import { serveStream } from './serve-stream.ts'
import { serveUpload } from './serve-upload.ts'

const api = defineApi('example', {
  account: { method: 'GET', path: '/example/account', can: 'logged-in', summary: 'An example' },
  public: { method: 'GET', path: '/example/public', can: 'public', summary: 'An example' },
  limitedAccount: {
    method: 'GET',
    path: '/example/limited-account',
    can: 'logged-in',
    summary: 'An example',
    rateLimit: 'lookup',
  },
  limitedPublic: {
    method: 'GET',
    path: '/example/limited-public',
    can: 'public',
    summary: 'An example',
    rateLimit: 'lookup',
  },
  name: {
    method: 'GET',
    path: '/example/name',
    can: 'public',
    summary: 'An example',
    reply: z.object({ name: z.string() }),
  },
})

let t: TestApp
// The delays before the limit is reached.
vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '1', LIMIT_LOOKUP: '2/1h' })
})
afterAll(() => t.close())

/** Returns an app without routes that shares the database and the keys of the test app. */
function createEmptyApp(): App {
  const { db, keys, config, jobs, streams, clock, shutdown, storefront } = t.app
  const app = Object.assign(Fastify(), {
    db,
    keys,
    config,
    jobs,
    streams,
    clock,
    planGuard: undefined,
    shutdown,
    storefront,
  })
  onTestFinished(() => app.close())
  return app
}

const failIfCalled = () => {
  throw new Error('The handler was called.')
}

describe('a call on a store without a permission fails at the start', () => {
  const servers: [string, (app: App, route: Route) => void][] = [
    ['serve', (app, route) => serve(app, route, failIfCalled)],
    ['serveRead', (app, route) => serveRead(app, route, failIfCalled)],
    ['serveWithoutTransaction', (app, route) => serveWithoutTransaction(app, route, failIfCalled)],
    ['serveUpload', (app, route) => serveUpload(app, route, failIfCalled)],
    ['serveDownload', (app, route) => serveDownload(app, route, failIfCalled)],
    ['serveStream', (app, route) => serveStream(app, route, failIfCalled)],
  ]
  test.each(servers)('%s', (_, register) => {
    for (const route of [api.account, api.public])
      expect(() => register(createEmptyApp(), route)).toThrow('requires no permission')
  })
})

describe('the rate limit of an account call applies to', () => {
  const servers: [string, (app: App, route: Route) => void][] = [
    ['serveAccount', (app, route) => serveAccount(app, route, async () => undefined)],
    [
      'serveAccountWithoutTransaction',
      (app, route) => serveAccountWithoutTransaction(app, route, async () => undefined),
    ],
  ]
  test.each(servers)('%s', async (_, register) => {
    await t.resetPeople()
    const app = createEmptyApp()
    register(app, api.limitedAccount)
    const statuses = []
    for (let count = 0; count < 3; count++) {
      const { statusCode } = await app.inject({
        url: getRouteUrl(api.limitedAccount),
        headers: { authorization: `Bearer ${t.people.owner.token}` },
      })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})

test('a public call with a rate limit fails at the start', () => {
  expect(() => servePublic(createEmptyApp(), api.limitedPublic, async () => undefined)).toThrow(
    'limitedPublic is public and cannot have a rate limit',
  )
})

test('a reply omits fields that are not in the contract', async () => {
  const app = createEmptyApp()
  servePublic(app, api.name, async () => ({ name: 'Ada', secret: 'x' }))
  // The first reply compiles the serializer.
  for (let count = 0; count < 2; count++) {
    const { headers, body } = await app.inject(getRouteUrl(api.name))
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toBe('{"status":true,"data":{"name":"Ada"}}')
  }
})

test('the replies of all calls have a serializer', async () => {
  const app = createEmptyApp()
  const routes = allApis.flatMap((contract): Route[] => Object.values(contract))
  app.get('/', (_request, reply) => {
    for (const route of routes) getEnvelopeSerializer(reply, route)
    return routes.length
  })
  expect(Number((await app.inject('/')).body)).toBeGreaterThan(100)
})
