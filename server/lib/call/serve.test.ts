import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineApi, getRouteUrl, type Route } from '#contract/lib/api.ts'
import { clock } from '../security/rate-limit.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
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
  const { db, keys, config, jobs, streams, shutdown } = t.app
  const app = Object.assign(Fastify(), { db, keys, config, jobs, streams, shutdown })
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
