import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import { getRouteUrl, NoContent, type Route } from '#contract/lib/call/api.ts'
import {
  type BuiltInRole,
  builtInRoles,
  hasPermission,
  roleAbilities,
} from '#contract/lib/call/permission.ts'
import type { Canary } from '../db/canary-values.ts'
import { canary } from '../db/test-canary.ts'
import {
  createIntruders,
  fingerprint,
  type Intruders,
  listChangeMarks,
  normalizeBody,
} from '../test-intruders.ts'
import {
  createSample,
  findIdFields,
  findTextFields,
  type SchemaPath,
  toInputSchema,
} from '../test-sample.ts'
import { type Reply, startTestApp, type TestApp, type Tester } from '../testing.ts'

/**
 * The store of the intruders. All its rows have the id `ownStore.id`, like those of the canary store
 * have its id.
 */
const ownStore: Canary = {
  id: '0daf0000-cafe-7caf-8caf-0dafdafdafd0',
  other: '0daf0000-cafe-7caf-8caf-0dafdafdafd1',
  word: 'zaunkoenig',
}
/** An id of no row. A row of another store must be reported like this one. */
const unknownRow = { id: '0bad0000-cafe-7caf-8caf-0badbadbadb0', word: 'nirgendsnie' }

/** Values that a call needs to pass validation and that its schema does not describe. */
const extraBodyByPath: Record<string, object> = {
  '/order/updateStatus/:id': { status: 'confirmed' },
  '/order/bulk/updateStatus': { status: 'confirmed' },
  '/product/bulk/updateCategories': { add: [ownStore.id] },
  '/product/bulk/updateTags': { add: ['mine'] },
  '/order/bulk/updateTags': { add: ['mine'] },
  '/customer/bulk/updateTags': { add: ['mine'] },
}
/** The expected number of rows of a bulk selection: the inserted row is the only one. */
function getSelectionFields([first]: SchemaPath, isOwn: boolean) {
  if (first === 'filter') return { expectedCount: isOwn ? 1 : 0 }
  if (first === 'add' || first === 'remove') return { ids: [ownStore.id] }
  if (first === 'excludedIds') return { filter: {}, expectedCount: 1 }
  return first === 'after' ? { filter: {}, expectedCount: 1 } : {}
}

type InputLocation = { in: 'path' | 'query' | 'body'; path: SchemaPath; kind: 'id' | 'word' }
/** A workbook contains the time of its creation. The same rows are also exported as CSV. */
const isWorkbook = ({ downloadType }: Route) => downloadType?.includes('spreadsheetml') === true
const routes = allApis
  .flatMap((api): Route[] => Object.values(api))
  .filter(route => route.can !== 'public' && !route.upload && !isWorkbook(route))
const getInputLocations = (route: Route): InputLocation[] => [
  ...[...route.path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): InputLocation => ({
      in: 'path',
      path: [name],
      kind: name === 'id' ? 'id' : 'word',
    }),
  ),
  ...(route.query === NoContent
    ? []
    : findIdFields(toInputSchema(route.query)).map(
        (path): InputLocation => ({ in: 'query', path, kind: 'id' }),
      )),
  ...(route.query === NoContent
    ? []
    : findTextFields(toInputSchema(route.query))
        .filter(({ schema }) => schema['format'] === undefined)
        .map(({ path }): InputLocation => ({ in: 'query', path, kind: 'word' }))),
  ...(route.body === NoContent
    ? []
    : findIdFields(toInputSchema(route.body)).map(
        (path): InputLocation => ({ in: 'body', path, kind: 'id' }),
      )),
]
/**
 * Sections of themes show nothing for a record that is not in the store, so that a theme can be saved
 * after a record was deleted: theme-draft.test.ts.
 */
const isInTemplate = ({ path: [first] }: InputLocation) => first === 'templates'
const testCases = routes.flatMap(route =>
  getInputLocations(route)
    .filter(input => !isInTemplate(input))
    .map(input => ({
      route,
      input,
      title: `${route.method} ${getRouteUrl(route)} ${input.in} ${input.path.join('.')}`,
    })),
)

type TestRequest = {
  params: Record<string, string>
  query: Record<string, unknown>
  body?: unknown
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a valid request with the id or word of another store at one place, and own values
 * elsewhere.
 */
function buildRequest(
  route: Route,
  input: InputLocation | undefined,
  values: { id: string; word: string },
): TestRequest {
  const value = input && values[input.kind]
  const getParam = (name: string) => {
    if (input?.in === 'path') return String(value)
    return name === 'id' ? ownStore.id : ownStore.word
  }
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, getParam(name)]),
  )
  const pathIn = (part: InputLocation['in']) => (input?.in === part ? input.path : undefined)
  const query =
    route.query === NoContent
      ? {}
      : asRecord(
          createSample(toInputSchema(route.query), {
            path: pathIn('query'),
            value,
            id: ownStore.id,
          }),
        )
  if (route.body === NoContent) return { params, query }
  const path = pathIn('body')
  const extra = Object.entries({
    ...extraBodyByPath[route.path],
    ...(path && getSelectionFields(path, values === ownStore)),
  }).filter(([name]) => name !== path?.[0])
  const bodies = [false, true].map(all => ({
    ...asRecord(
      createSample(toInputSchema(route.body), {
        path,
        value,
        includesOptional: all,
        id: ownStore.id,
      }),
    ),
    ...Object.fromEntries(extra),
  }))
  return {
    params,
    query,
    body: bodies.find(body => route.body.safeParse(body).success) ?? bodies[0],
  }
}
const asRecord = (value: unknown) => (isRecord(value) ? value : {})

let t: TestApp
let intruders: Intruders
let initialFingerprint: Record<string, string>
let initialMarks: ReadonlyMap<string, string>
beforeAll(async () => {
  t = await startTestApp()
  intruders = await createIntruders(t, ownStore)
  initialFingerprint = await fingerprint(t.sql, canary)
  initialMarks = await listChangeMarks(t.sql, canary)
})
afterAll(async () => {
  await intruders.close()
  await t.close()
})

/** Restores the store after a change, so that each test starts with the same rows. */
async function sendAndRestore(
  tester: Tester | undefined,
  route: Route,
  args: TestRequest,
): Promise<Reply> {
  const reply = await t.call(tester, route, args)
  if (route.method !== 'GET' && reply.status < 300) await intruders.restore()
  return reply
}
const toComparableReply = ({ status, body }: Reply): [number, string] => [
  status,
  normalizeBody(body, [canary, unknownRow, ownStore]),
]
const isRoleAllowed = ({ can }: Route, role: BuiltInRole) =>
  can === 'member' ||
  can === 'logged-in' ||
  (can !== 'public' && hasPermission(roleAbilities[role], can))

// In this order: the last two tests evaluate the others, and each leaves its ids in the audit.
describe('a row of another store is reported like one that does not exist, for every role', {
  shuffle: false,
}, () => {
  /**
   * Places where the reply for an own row equals that for no row, so that the test proves nothing.
   */
  const indistinctTitles: string[] = []
  test.each(testCases)('$title', async ({ route, input, title }) => {
    const foreignRequest = buildRequest(route, input, canary)
    const [allowedRoles, forbiddenRoles] = [
      builtInRoles.filter(role => isRoleAllowed(route, role)),
      builtInRoles.filter(role => !isRoleAllowed(route, role)),
    ]
    let previousReply: unknown[] = []
    for (const role of allowedRoles) {
      const reply = toComparableReply(
        await sendAndRestore(intruders.getTester(role), route, foreignRequest),
      )
      if (input.in === 'path' && input.kind === 'id') expect([role, reply[0]]).toEqual([role, 404])
      if (isDeepStrictEqual(reply, previousReply)) continue
      previousReply = reply
      expect(reply[0]).toBeLessThan(500)
      expect([role, ...reply]).toEqual([
        role,
        ...toComparableReply(
          await sendAndRestore(
            intruders.getTester(role),
            route,
            buildRequest(route, input, unknownRow),
          ),
        ),
      ])
      if (
        role === 'owner' &&
        input.kind === 'id' &&
        isDeepStrictEqual(
          reply,
          toComparableReply(
            await sendAndRestore(
              intruders.getTester(role),
              route,
              buildRequest(route, input, ownStore),
            ),
          ),
        )
      )
        indistinctTitles.push(title)
    }
    const forbiddenStatuses = await Promise.all(
      [undefined, ...forbiddenRoles].map(async role => [
        role,
        (await sendAndRestore(role && intruders.getTester(role), route, foreignRequest)).status,
      ]),
    )
    const isStore = input.in === 'path' && route.storeIdParam === input.path[0]
    const roleStatus = isStore ? 404 : 403
    expect(forbiddenStatuses).toEqual(
      [undefined, ...forbiddenRoles].map(role => [role, role === undefined ? 401 : roleStatus]),
    )
  })
  test('no row of another store was changed', async () => {
    expect(await fingerprint(t.sql, canary)).toEqual(initialFingerprint)
    // A row that was changed and changed back has another transaction id.
    expect(await listChangeMarks(t.sql, canary)).toEqual(initialMarks)
  })
  test('the reply for an own row differs from that for no row, except in a few places', () => {
    // Changes of an order check its state before its lines.
    expect(indistinctTitles.length, indistinctTitles.join('\n')).toBeLessThan(testCases.length / 6)
  })
})

describe('each role can do exactly what its abilities allow', () => {
  const storeRoutes = routes
    .filter(({ can }) => can !== 'logged-in')
    .map(route => ({ route, title: `${route.method} ${getRouteUrl(route)}` }))
  test.each(storeRoutes)('$title', async ({ route }) => {
    const args = buildRequest(route, undefined, ownStore)
    const forbiddenRoles = builtInRoles.filter(role => !isRoleAllowed(route, role))
    const statuses = await Promise.all(
      forbiddenRoles.map(async role => [
        role,
        (await sendAndRestore(intruders.getTester(role), route, args)).status,
      ]),
    )
    expect(statuses).toEqual(forbiddenRoles.map(role => [role, 403]))
    if (route.method !== 'GET' || route.downloadType?.startsWith('text/event-stream')) return
    for (const role of builtInRoles.filter(one => isRoleAllowed(route, one)))
      expect([
        role,
        (await sendAndRestore(intruders.getTester(role), route, args)).status,
      ]).not.toEqual([role, 403])
  })
})
