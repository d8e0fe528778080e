import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { dataPositionHeader } from '#contract/lib/call/data-position.ts'
import { listSecondRoutes } from '#contract/lib/call/second-address.ts'
import type { Config } from '../../config.ts'
import { type Db, type RunInTransaction, type Tx, withTransaction } from '../db/db.ts'
import { executeBatch } from '../db/execute-batch.ts'
import type { QueryBatch } from '../db/query-batch.ts'
import type { TransactionScope } from '../db/scope.ts'
import type { Streams } from '../http/stream.ts'
import type { JobHandlers } from '../job/jobs.ts'
import { consumeRateLimit } from '../security/rate-limit.ts'
import type { SecretKeys } from '../security/secret-keys.ts'
import { authenticate, type Principal, type TokenClaims } from './authenticate.ts'
import { authorize, getRequiredPermission } from './authorize.ts'
import { type CallInput, parseCall, type StoreCallInput } from './call-input.ts'
import { getAccountScope, getScope, withFreshDeadline } from './call-scope.ts'
import { withDeadline } from './deadline.ts'
import { getEnvelopeSerializer, wrapInEnvelope } from './envelope.ts'
import { type CommitRecordWith, withIdempotencyKey } from './idempotency.ts'
import { assertOwnImages } from './own-images.ts'
import type { PlanGuard } from './plan-guard.ts'
import { runRead } from './run-read.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The position of the transactions of the call in the log of the database, with a replica. */
    dataPosition?: number | undefined
  }
  interface FastifyContextConfig {
    /** The contract of the route. A conformance test compares each route with it. */
    contract?: Route
    /** Marks a public file, such as a product image, which has no contract. */
    publicFile?: true
    /** Marks a route for the operator of the server, which is closed to all other callers. */
    operator?: true
  }
}

export type App = FastifyInstance & {
  db: Db
  keys: SecretKeys
  config: Config
  /** Each feature adds its own handlers when it registers its routes. */
  jobs: JobHandlers
  streams: Streams
  /** The monotonic clock by which cached values expire, in milliseconds. */
  clock: () => number
  /** Undefined where the operator does not charge for plans: nothing is limited then. */
  planGuard: PlanGuard | undefined
  /** Whether this process was asked to stop. */
  shutdown: { isRequested: boolean }
  /** The server of all stores, if it was built. */
  storefront: FastifyInstance | undefined
}
type CallContext<Q, B, P extends string> = StoreCallInput<Q, B, P> & { tx: Tx }
/** `commitWith` is for calls whose last queries are known: see `withTransaction`. */
type WriteContext<Q, B, P extends string> = CallContext<Q, B, P> & { commitWith: CommitRecordWith }
/** The caller of an account call. `principal` is undefined unless the header names their store. */
export type AccountCaller = { claims: TokenClaims; principal: Principal | undefined }
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
type Exchange = { request: FastifyRequest; reply: FastifyReply }

const publicBodyLimit = 16 * 1024
const longCallFactor = 4

/** Registers a route, and its further addresses with the same handler. */
export function addRoute(app: App, route: Route, handler: RouteHandler) {
  for (const address of [route, ...listSecondRoutes(route)]) addAddress(app, address, handler)
}

/** Registers an address with the deadline of calls. */
function addAddress(app: App, route: Route, handler: RouteHandler) {
  app.route({
    method: route.method,
    url: getRouteUrl(route),
    config: { contract: route },
    handler: (request, reply) =>
      withDeadline(app.config.callLimitMs * (route.isLong ? longCallFactor : 1), () =>
        handler(request, reply),
      ),
    // The caller is not authenticated, and forms of public calls are short.
    ...(route.can === 'public' && { bodyLimit: publicBodyLimit }),
  })
}

/** Registers a call on a store. Its handler receives the authorized caller. */
export function addStoreRoute(
  app: App,
  route: Route,
  handler: (call: Exchange & { principal: Principal }) => Promise<FastifyReply>,
) {
  getRequiredPermission(route)
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    if (!route.omitsForeignImages) assertOwnImages(request.body, principal.storeId)
    return handler({ request, reply, principal })
  })
}

/** Registers a call on the caller's own account. Its handler receives the authenticated caller. */
export function addAccountRoute(
  app: App,
  route: Route,
  handler: (call: Exchange & AccountCaller) => Promise<FastifyReply>,
) {
  if (route.can !== 'logged-in') throw new Error(`${route.name} is not an account call.`)
  addRoute(app, route, async (request, reply) => {
    const caller = await authenticate(app.db, app.keys, request.headers)
    if (route.rateLimit)
      await consumeRateLimit(app, route.rateLimit, { source: caller.claims.personId })
    return handler({ ...caller, request, reply })
  })
}

/** Sends the result of a call in the envelope of the address that was called. */
export function sendResult(reply: FastifyReply, route: Route, result: unknown): FastifyReply {
  const address = reply.routeOptions.config.contract ?? route
  const { dataPosition } = reply.request
  if (dataPosition !== undefined) reply.header(dataPositionHeader, String(dataPosition))
  return reply
    .status(address.status)
    .type('application/json; charset=utf-8')
    .serializer(getEnvelopeSerializer(reply, address))
    .send(wrapInEnvelope(address, result))
}

/**
 * Serves a call on a store: authorizes the caller, validates the input, runs the handler in one
 * transaction and sends the result in the envelope of the contract. An idempotent call also needs
 * `readRecord`, which reads its record for a repeated request.
 */
export function serve<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: WriteContext<Q, B, P>) => Promise<R>,
  readRecord?: (call: CallContext<Q, B, P>, id: string) => Promise<R>,
) {
  if (route.idempotent !== (readRecord !== undefined))
    throw new Error(`${route.name} needs readRecord exactly if it is idempotent.`)
  addStoreRoute(app, route, async ({ request, reply, principal }) => {
    const input = parseCall(route, request)
    const runWork = (db: Db, scope: TransactionScope) =>
      withTransaction(db, scope, (tx, commitWith) => {
        const call = { ...input, tx, principal }
        return withIdempotencyKey(
          { tx, commitWith, route, principal, request },
          async commitRecordWith => {
            if (route.uses) await app.planGuard?.(tx, { resource: route.uses, ...principal })
            return handle({ ...call, commitWith: commitRecordWith })
          },
          readRecord && (id => readRecord(call, id)),
        )
      })
    const result = route.allowsReplica
      ? await runRead({ db: app.db, route, principal, request }, runWork)
      : await runWork(app.db, getScope(principal, request))
    return sendResult(reply, route, result)
  })
}

/**
 * Serves a call that waits for other servers, such as name servers, without an open transaction.
 */
export function serveWithoutTransaction<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: StoreCallInput<Q, B, P> & { inTx: RunInTransaction }) => Promise<R>,
) {
  addStoreRoute(app, route, async ({ request, reply, principal }) => {
    const result = await handle({
      ...parseCall(route, request),
      principal,
      inTx: work =>
        withFreshDeadline(app, getScope(principal, request), async tx => {
          if (route.uses) await app.planGuard?.(tx, { resource: route.uses, ...principal })
          return work(tx)
        }),
    })
    return sendResult(reply, route, result)
  })
}

/**
 * Serves a call that only reads and whose queries are all known in advance. Such calls share
 * connections, which about doubles the throughput of a process. A batch that returns undefined needs
 * slower queries, such as a text search: `readSlowly` gets a connection of its own for them.
 */
export function serveRead<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  buildBatch: (call: CallContext<Q, B, P>) => QueryBatch<R | undefined>,
  readSlowly?: (call: CallContext<Q, B, P>) => Promise<R>,
) {
  if (route.method !== 'GET')
    throw new Error(`${route.name} is not a GET call. Serve it with serve.`)
  addStoreRoute(app, route, async ({ request, reply, principal }) => {
    const input = parseCall(route, request)
    const call = { db: app.db, route, principal, request }
    const result = await runRead(call, (db, scope) =>
      executeBatch(db, scope, tx => buildBatch({ ...input, tx, principal })),
    )
    if (result !== undefined || !readSlowly) return sendResult(reply, route, result)
    const slowResult = await runRead(call, (db, scope) =>
      withTransaction(db, scope, tx => readSlowly({ ...input, tx, principal })),
    )
    return sendResult(reply, route, slowResult)
  })
}

/** Serves a call on the caller's own account: logged in, but in no store. */
export function serveAccount<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P> & AccountCaller & { tx: Tx }) => Promise<R>,
) {
  addAccountRoute(app, route, async ({ request, reply, claims, principal }) => {
    const input = parseCall(route, request)
    const { personId } = claims
    const result = await withTransaction(app.db, getAccountScope(claims, request), async tx => {
      if (route.uses)
        await app.planGuard?.(tx, { resource: route.uses, personId, storeId: undefined })
      return handle({ ...input, tx, claims, principal })
    })
    return sendResult(reply, route, result)
  })
}

/** Serves an account call that hashes a password, which must not hold a transaction meanwhile. */
export function serveAccountWithoutTransaction<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P> & AccountCaller & { inTx: RunInTransaction }) => Promise<R>,
) {
  addAccountRoute(app, route, async ({ request, reply, claims, principal }) => {
    const scope = getAccountScope(claims, request)
    const result = await handle({
      ...parseCall(route, request),
      claims,
      principal,
      inTx: work => withFreshDeadline(app, scope, work),
    })
    return sendResult(reply, route, result)
  })
}

/** Serves a public call. It opens its own transactions, so that slow hashing holds none. */
export function servePublic<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P>) => Promise<R>,
) {
  if (route.can !== 'public') throw new Error(`${route.name} is not public.`)
  // Rate limits count by person. The handlers of public calls count by IP address themselves.
  if (route.rateLimit) throw new Error(`${route.name} is public and cannot have a rate limit.`)
  addRoute(app, route, async (request, reply) =>
    sendResult(reply, route, await handle(parseCall(route, request))),
  )
}
