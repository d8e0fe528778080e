import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { RouteOptions } from 'fastify'
import postgres from 'postgres'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { toQueryText } from '#contract/lib/text/query-text.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { insertFixedPages } from '../cms/rule/fixed-pages.ts'
import { readConfig } from '../config.ts'
import { createAccessToken } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { flushBackground } from '../lib/security/security-event.ts'
import { assertEventKeys } from './assert-event-keys.ts'
import { canary } from './db/test-canary.ts'
import { createTestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { openErrorLog } from './test-error-log.ts'
import { createJobRunner } from './test-jobs.ts'
import { samplePassword } from './test-sample.ts'
import { loadTestStorefront } from './test-storefront.ts'
import { findLeakingMails, watchResponses } from './test-watch.ts'

export type Tester = { personId: string; storeId: string; token: string }
/** A tester with the name that their email, full name and store contain. */
type NamedTester = Tester & { name: string }
/** The owner of a store, a person without abilities in it, and the owner of another store. */
export type People = { owner: NamedTester; nobody: NamedTester; stranger: NamedTester }
type TestCallArgs = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}
// The assertions of a test check the type of the body.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Reply = { status: number; body: any; headers: Record<string, unknown> }

const env = {
  LOG_LEVEL: 'error',
  // One connection for reads and three for transactions. Each connection plans each statement again,
  // which takes more time than running it, so tests of simultaneous calls alone have more.
  DATABASE_POOL_SIZE: '4',
  CALL_LIMIT_MS: '240000',
  LIMIT_FACTOR: '1000',
}

type TestAppOptions = Pick<AppOptions, 'logStream'> & { database?: TestDatabase }

/**
 * Starts the real app on a database of its own, with people in it. The test file must close it:
 * `afterAll(() => t.close())`.
 */
export async function startTestApp(
  overrides: Record<string, string> = {},
  appOptions: TestAppOptions = {},
) {
  const server = await startServerParts(overrides, appOptions)
  const { app, database, sql, watch, routes } = server
  const people = await makePeople(app, sql)
  const canaryOwner = await createCanaryOwner(app)
  watch.allowedAuthorizations.add(`Bearer ${canaryOwner.token}`)

  const call = async (
    as: keyof People | Tester | undefined,
    route: TestRoute,
    args: TestCallArgs = {},
  ): Promise<Reply> => {
    const reply = await sendCall(app, typeof as === 'string' ? people[as] : as, route, args)
    assertNoLeaks(watch.leaks)
    server.assertNoServerError(route, reply)
    return reply
  }
  /**
   * Reads or prepares rows of the owner's store without the API, as the role that serves requests.
   */
  const inStore = <T>(work: (tx: Tx) => Promise<T>) =>
    withStoreTransaction(app.db, people.owner.storeId, work)
  return {
    app,
    appUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    call,
    canaryOwner,
    changes: () => countChanges(sql),
    async close() {
      await assertEventKeys(sql, people.owner.storeId).finally(() => closeServerParts(server))
    },
    /** Puts the clock forward, so that cached values expire. */
    advanceClock: server.clock.pass,
    ...createJobRunner(app, database.pooled.ownerUrl, sql),
    inStore,
    people,
    resetPeople: createPeopleReset(app, sql, people),
    routes,
    sql,
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Starts the app, and everything that a test of it needs and `closeServerParts` removes. */
async function startServerParts(
  overrides: Record<string, string>,
  { database: ownDatabase, ...appOptions }: TestAppOptions,
) {
  const database = ownDatabase ?? (await createTestDatabase({ hasCanaryStore: true }))
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-test-'))
  const routes: RouteOptions[] = []
  const { logStream, assertNoServerError } = openErrorLog()
  const clock = createTestClock()
  const app = await buildApp({
    config: readConfig({
      ...env,
      ...database.poolerSettings,
      DATA_DIR: dataDir,
      ...overrides,
    }),
    ...database.pooled,
    runsJobs: false,
    onRoute: route => routes.push(route),
    logStream,
    loadStorefront: loadTestStorefront,
    clock: clock.now,
    ...appOptions,
  })
  const sql = postgres(database.ownerUrl, {
    max: 1,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel } },
  })
  return {
    app,
    assertNoServerError,
    clock,
    database,
    dataDir,
    routes,
    sql,
    watch: watchResponses(app),
  }
}

async function closeServerParts({
  app,
  database,
  dataDir,
  sql,
  watch,
}: Awaited<ReturnType<typeof startServerParts>>) {
  await app.close()
  const leaks = [...watch.leaks, ...(await findLeakingMails(dataDir))]
  await sql.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  assertNoLeaks(leaks)
}

/** The tests of a file can take longer than a token of the product is valid. */
export const testTokenSeconds = 86_400

/** Returns the owner of the store that exists in every test database and no other person may see. */
const createCanaryOwner = async (app: App): Promise<Tester> => ({
  personId: canary.id,
  storeId: canary.id,
  token: await createAccessToken(app.keys, canary.id, canary.id, testTokenSeconds),
})

/**
 * Returns a function that replaces `people` by new ones with empty stores, so that a test does not
 * see the rows of another.
 */
function createPeopleReset(app: App, sql: postgres.Sql, people: People) {
  let peopleCount = 1
  return async () => {
    peopleCount++
    Object.assign(people, await makePeople(app, sql, `-${peopleCount}`))
  }
}

type TestRoute = Route<never, never, unknown> | Route

async function sendCall(
  app: App,
  tester: Tester | undefined,
  route: TestRoute,
  { params, query, body, headers }: TestCallArgs,
): Promise<Reply> {
  const path = getRouteUrl(route).replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params?.[key] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [key, toQueryText(value)]),
  ).toString()
  const reply = await app.inject({
    method: route.method,
    url: search ? `${path}?${search}` : path,
    headers: {
      ...(tester && {
        authorization: `Bearer ${tester.token}`,
        'x-business-id': tester.storeId,
      }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    body: isJson ? reply.json() : reply.body,
    headers: reply.headers,
  }
}

const rejectionActions = [
  'login_failed',
  'login_blocked',
  'two_step_failed',
  'login_code_requested',
  'password_rejected',
  'unlock_failed',
]

/**
 * Returns the number of row changes in all stores. Audit entries about rejected requests do not
 * count.
 */
async function countChanges(sql: postgres.Sql): Promise<number> {
  await flushBackground()
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from audit where action <> all (${rejectionActions})`
  return row?.count ?? 0
}

function assertNoLeaks(leaks: readonly string[]) {
  if (leaks.length > 0)
    throw new Error(`A reply contains data of another store: ${leaks.join('; ')}`)
}

async function makePeople(app: App, sql: postgres.Sql, suffix = ''): Promise<People> {
  const owner = await makePerson(app, sql, `owner${suffix}`)
  const stranger = await makePerson(app, sql, `stranger${suffix}`)
  const nobody = await makePerson(app, sql, `nobody${suffix}`, {
    storeId: owner.storeId,
    abilities: [],
  })
  return { owner, stranger, nobody }
}

/** The hash of the password of every test person. It is weak, so that tests stay fast. */
const samplePasswordHash = hash(samplePassword, { memoryCost: 1024, timeCost: 1 })

/** Creates a person with a store of their own, or with a membership in another store. */
export async function makePerson(
  app: App,
  sql: postgres.Sql,
  name: string,
  membership: { storeId: string; abilities: Ability[] } | undefined = undefined,
): Promise<NamedTester> {
  const tester = await sql.begin(async tx => {
    const [person] = await tx<{ id: string }[]>`
      insert into person (email, username, full_name, password_hash, email_verified_at)
      values (${`${name}@example.com`}, ${name}, ${`Test ${name}`}, ${await samplePasswordHash}, now()) returning id`
    const personId = person!.id
    const [generated] = await tx<{ id: string }[]>`select new_id() as id`
    const storeId = membership?.storeId ?? generated!.id
    await tx`select set_config('app.store_id', ${storeId}, true)`
    if (!membership)
      await tx`
        insert into store (id, name, slug, created_by)
        values (${storeId}, ${`Store of ${name}`}, ${`store-of-${name}`}, ${personId})`
    const role = membership ? 'restricted-user' : 'owner'
    const abilities = membership ? tx.json(membership.abilities) : null
    await tx`
      insert into membership (person_id, store_id, role, abilities)
      values (${personId}, ${storeId}, ${role}, ${abilities})`
    if (!membership) {
      await tx`insert into order_counter (store_id) values (${storeId})`
      await tx`
        insert into domain (domain, kind, status, is_primary)
        values (${`store-of-${name}.${app.config.storefrontHost}`}, 'subdomain', 'active', true)`
    }
    await tx`update person set last_store_id = ${storeId} where id = ${personId}`
    const [session] = await tx<{ id: string }[]>`
      insert into session (person_id, expires_at)
      values (${personId}, now() + interval '1 day') returning id`
    return {
      name,
      personId,
      storeId,
      token: await createAccessToken(app.keys, personId, session!.id, testTokenSeconds),
    }
  })
  const store = { name: `Store of ${name}`, locale: 'en-US' }
  if (!membership)
    await withStoreTransaction(app.db, tester.storeId, tx => insertFixedPages(tx, store))
  return tester
}
