import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import { NoContent, type Route } from '#contract/lib/call/api.ts'
import { canary } from '../db/test-canary.ts'
import { normalizeBody } from '../test-intruders.ts'
import { createSample, toInputSchema } from '../test-sample.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const textlessCalls = ['getFreeSlug', 'getPaperSettings', 'getPrint']
/** Every call that returns data of a store. Streams have a test of their own. */
const readRoutes = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(
    ({ method, can, downloadType: download }) =>
      method === 'GET' && can !== 'public' && !download?.startsWith('text/event-stream'),
  )
  // They return the handle of a name in the request, paper formats, progress and counts, but no text
  // of a record.
  .filter(({ name }) => !textlessCalls.includes(name) && !name.endsWith('Counts'))
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
function buildQuery(route: Route, word: string) {
  const query =
    // Without a period, the calendar returns today, the day of the event of the store.
    route.query === NoContent || route.feature === 'calendar'
      ? {}
      : createSample(toInputSchema(route.query), { id: canary.id })
  return isRecord(query)
    ? {
        ...query,
        ...('q' in query && { q: word }),
        // The order of the store has nothing to pack.
        ...(/\/paper(Pdf)?\//.test(route.path) && { paper: 'deliveryNote' }),
      }
    : {}
}
const buildParams = (route: Route, id: string) =>
  Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      { id, subject: 'order' }[name] ?? canary.word,
    ]),
  )
const stringifyBody = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('nearly every call returns the word of the canary store to its own people', async () => {
  const routesWithoutWord: string[] = []
  for (const route of readRoutes) {
    const reply = await t.call(t.canaryOwner, route, {
      params: buildParams(route, canary.id),
      query: buildQuery(route, canary.word),
    })
    if (!stringifyBody(reply.body).includes(canary.word))
      routesWithoutWord.push(`${route.feature}.${route.name} ${reply.status}`)
  }
  // The others return only numbers, or the same data to all stores. A leak of any other call could
  // not be detected.
  expect(routesWithoutWord.length, routesWithoutWord.join(', ')).toBeLessThan(readRoutes.length / 4)
})

test('a test fails if another person receives the word in a body, a header or a split stream', async () => {
  const ownApp = await startTestApp()
  ownApp.app.get('/leak/body', async () => ({ name: canary.word }))
  ownApp.app.get('/leak/head', async (_request, reply) =>
    reply.header('x-name', canary.word).send({}),
  )
  ownApp.app.get('/leak/stream', async (_request, reply) =>
    reply.send(Readable.from([canary.word.slice(0, 4), canary.word.slice(4)])),
  )
  ownApp.app.get('/leak/rejection', async () => {
    throw Object.assign(new Error('x'), {
      code: '23505',
      constraint_name: `x__${canary.word}__taken`,
    })
  })
  ownApp.app.get('/leak/nothing', async () => ({ name: 'kettle' }))
  for (const path of ['body', 'head', 'stream', 'rejection', 'nothing', `nothing?q=${canary.word}`])
    await ownApp.app.inject(`/leak/${path}`)
  const closeError = await ownApp.close().then(
    () => '',
    error => String(error),
  )
  expect([...closeError.matchAll(/leak\/\w+/g)].map(([path]) => path)).toEqual([
    'leak/body',
    'leak/head',
    'leak/stream',
    'leak/rejection',
  ])
})

test('the replies to a store do not depend on the rows of other stores', async () => {
  const ownApp = await startTestApp()
  onTestFinished(() => ownApp.close())
  const { storeId } = ownApp.people.owner
  const readAll = async () => {
    const replies: string[] = []
    // An export creates an audit entry, so the audit differs. A workbook contains its time.
    for (const route of readRoutes)
      if (!['audit', 'profile'].includes(route.feature) && route.name !== 'exportXlsx')
        replies.push(
          `${route.feature}.${route.name} ${normalizeBody((await ownApp.call('owner', route, { params: buildParams(route, storeId), query: buildQuery(route, 'kettle') })).body, [canary])}`,
        )
    return replies
  }
  const before = await readAll()
  await ownApp.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${canary.id}, true)`
    await tx`
      insert into product (store_id, title, slug, status, vendor, tags)
      select ${canary.id}, 'Kettle ' || n, 'kettle-' || n, 'active', 'Smith', '{kettle}'
      from generate_series(1, 200) n`
    await tx`
      insert into customer (store_id, name, email)
      select ${canary.id}, 'Kettle ' || n, n || '@example.com' from generate_series(1, 200) n`
    await tx`
      insert into "order" (
        store_id, number, currency, subtotal, total, item_count, customer_name)
      select ${canary.id}, '#' || n, 'USD', 500, 500, 1, 'Kettle ' || n
      from generate_series(1001, 1200) n`
  })
  expect(await readAll()).toEqual(before)
})
