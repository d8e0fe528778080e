import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getRouteUrl, type Route, type RouteParams } from '#contract/lib/api.ts'
import { hasPermission, type Permission } from '#contract/lib/permission.ts'
import type { Config } from '../../config.ts'
import { type Db, executeBatch, type Tx, withTransaction } from '../db/db.ts'
import { type QueryBatch, runBatch } from '../db/query-batch.ts'
import type { TransactionScope } from '../db/scope.ts'
import { addLogFields } from '../http/log.ts'
import type { EventStream, Streams } from '../http/stream.ts'
import type { JobHandlers } from '../job/jobs.ts'
import { consumeRateLimit } from '../security/rate-limit.ts'
import type { SecretKeys } from '../security/secret-keys.ts'
import { recordSecurityEvent } from '../security/security-event.ts'
import { authenticateApiKey, isApiKeyHeader } from './api-key-auth.ts'
import {
  authenticate,
  createNotForApiKeysProblem,
  type Principal,
  revalidate,
  type TokenClaims,
} from './authenticate.ts'
import { withDeadline, withoutDeadline } from './deadline.ts'
import { endWhenUnauthorized } from './end-when-unauthorized.ts'
import { buildEnvelopeSchema, wrapInEnvelope } from './envelope.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the served route promises; a test holds every served route to its own. */
    contract?: Route
    /** A file that anybody may read, such as a product's picture: the one kind of route without a contract. */
    publicFile?: true
    /** For whoever runs the server, closed to everybody else. */
    operator?: true
  }
}

/** `jobs`: each feature adds its own, by name, while its routes are added. `leaving`: whether this process is to stop. */
export type App = FastifyInstance & {
  db: Db
  keys: SecretKeys
  config: Config
  jobs: JobHandlers
  streams: Streams
  shutdown: { isRequested: boolean }
}
export type ClientInfo = { ip: string; userAgent: string; requestId: string }
type CallInput<Q, B, P extends string> = {
  params: RouteParams<P>
  query: Q
  body: B
  client: ClientInfo
}
type CallContext<Q, B, P extends string> = CallInput<Q, B, P> & { tx: Tx; principal: Principal }
/** Opens a transaction in the asking person's store, for calls that must not hold one all the time. */
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const Params = z.record(
  z.string(),
  z
    .string()
    .max(300)
    .refine(s => s.isWellFormed() && !s.includes('\0')),
)
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function parseParams<P extends string>(request: FastifyRequest): RouteParams<P> {
  const params = Params.safeParse(request.params)
  // What cannot be an id cannot be anybody's: the same answer as for an unknown one.
  if (!params.success || (params.data['id'] !== undefined && !idPattern.test(params.data['id'])))
    throw new Problem(404, 'not_found')
  // The keys are those of the path that Fastify matched.
  return params.data as RouteParams<P>
}
const parseCall = <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  request: FastifyRequest,
): CallInput<Q, B, P> => ({
  params: parseParams(request),
  query: route.query.parse(request.query),
  body: route.upload
    ? route.body.parse(undefined)
    : route.body.parse(
        request.body ?? (route.method === 'GET' || route.method === 'DELETE' ? undefined : {}),
      ),
  client: getClient(request),
})
const getClient = (request: FastifyRequest): ClientInfo => ({
  ip: isIP(request.ip) ? request.ip : '',
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: String(request.id),
})

/** The store and rights of a call for which the contract names a permission; refuses what it does not allow. */
async function authorize(app: App, route: Route, request: FastifyRequest): Promise<Principal> {
  const { authorization, 'x-business-id': businessIdHeader } = request.headers
  const businessId = route.businessIdParam
    ? parseParams<':id'>(request)[route.businessIdParam]
    : businessIdHeader
  const principal = isApiKeyHeader(authorization)
    ? await authenticateApiKey(app, authorization, businessId, request.ip)
    : (await authenticate(app.db, app.keys, { authorization, 'x-business-id': businessId }))
        .principal
  if (!principal) throw new Problem(404, 'no_such_store')
  addLogFields(request, { person: principal.personId, business: principal.businessId })
  const requiredPermission = getRequiredPermission(route)
  // What a place in the store is enough for is a person's own: bookmarks, notices, leaving.
  if (principal.keyId && requiredPermission === 'member') throw createNotForApiKeysProblem()
  if (requiredPermission !== 'member' && !hasPermission(principal.abilities, requiredPermission))
    throw new Problem(403, 'forbidden')
  if (route.rateLimit) await consumeRateLimit(app, route.rateLimit, { source: principal.personId })
  return principal
}
/** Whether who was let in would be let in now. */
async function isStillAuthorized(
  app: App,
  route: Route,
  { headers: { authorization }, ip }: FastifyRequest,
  principal: Principal,
): Promise<boolean> {
  const currentPrincipal = isApiKeyHeader(authorization)
    ? await authenticateApiKey(app, authorization, principal.businessId, ip)
    : await revalidate(app.db, principal)
  const requiredPermission = getRequiredPermission(route)
  return (
    currentPrincipal !== undefined &&
    (requiredPermission === 'member' ||
      hasPermission(currentPrincipal.abilities, requiredPermission))
  )
}
function getRequiredPermission({ can, name }: Route): Permission | 'member' {
  if (can === 'public' || can === 'signed-in')
    throw new Error(`${name} names no permission: serve it with servePublic or serveAccount`)
  return can
}

function addRoute(
  app: App,
  route: Route,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: route.method,
    url: getRouteUrl(route),
    config: { contract: route },
    handler: (request, reply) =>
      withDeadline(app.config.callLimitMs, () => handler(request, reply)),
    // Nobody was asked who they are: such a body is a form of a few lines.
    ...(route.can === 'public' && { bodyLimit: 16 * 1024 }),
    ...(!route.downloadType && { schema: { response: { '2xx': buildEnvelopeSchema(route) } } }),
  })
}
/** The audit names the person who made a key; the request's name says that it was the key. */
const getAuditRequestId = ({ keyId }: Principal, { id }: FastifyRequest) =>
  keyId ? `key-${keyId.replaceAll('-', '')}-${id}`.slice(0, 64) : String(id)
const getScope = (principal: Principal, request: FastifyRequest) => ({
  personId: principal.personId,
  businessId: principal.businessId,
  requestId: getAuditRequestId(principal, request),
  ip: request.ip,
})

/** What such a call waits for elsewhere, name servers or the rest of an upload, is not the database's: each transaction has the whole time. */
const withFreshDeadline = <T>(app: App, scope: TransactionScope, work: (tx: Tx) => Promise<T>) =>
  withDeadline(app.config.callLimitMs, () => withTransaction(app.db, scope, work))

/** Every call on a store passes here: who asks, may they, is the input sound, one transaction, is the answer sound. */
export function serve<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallContext<Q, B, P>) => Promise<R>,
) {
  getRequiredPermission(route)
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    const input = parseCall(route, request)
    const result = await withTransaction(app.db, getScope(principal, request), tx =>
      withIdempotencyKey(tx, route, principal, request, () => handle({ ...input, tx, principal })),
    )
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** A call that waits for others, such as name servers, and holds no transaction meanwhile. */
export function serveWithoutTransaction<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P> & { principal: Principal; inTx: InTx }) => Promise<R>,
) {
  getRequiredPermission(route)
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    const result = await handle({
      ...parseCall(route, request),
      principal,
      inTx: work => withFreshDeadline(app, getScope(principal, request), work),
    })
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/**
 * `serve` for calls that only read and know all their queries beforehand: they share connections, which about doubles what
 * one process answers. What `isSlow` (a search through texts) would hold the others up and gets a connection of its own.
 */
export function serveRead<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  buildBatch: (call: CallContext<Q, B, P>) => QueryBatch<R>,
  isSlow: (query: Q) => boolean = () => false,
) {
  getRequiredPermission(route)
  if (route.method !== 'GET') throw new Error(`${route.name} may change something`)
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    const input = parseCall(route, request)
    // The request is named only for the audit of what is written.
    const scope = { personId: principal.personId, businessId: principal.businessId }
    const result = isSlow(input.query)
      ? await withTransaction(app.db, scope, tx =>
          runBatch(buildBatch({ ...input, tx, principal })),
        )
      : await executeBatch(app.db, scope, tx => buildBatch({ ...input, tx, principal }))
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** A call on the person's own account: signed in, but in no store. `who`: where the header names a store that they work in. */
export function serveAccount<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> & { tx: Tx; claims: TokenClaims; principal: Principal | undefined },
  ) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  addRoute(app, route, async (request, reply) => {
    const { claims, principal } = await authenticate(app.db, app.keys, request.headers)
    const input = parseCall(route, request)
    const result = await withTransaction(
      app.db,
      { personId: claims.personId, requestId: String(request.id), ip: request.ip },
      tx => handle({ ...input, tx, claims, principal }),
    )
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** `serveAccount` for calls that hash a password: no transaction is open meanwhile. */
export function serveAccountWithoutTransaction<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> & {
      claims: TokenClaims
      principal: Principal | undefined
      inTx: InTx
    },
  ) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  addRoute(app, route, async (request, reply) => {
    const { claims, principal } = await authenticate(app.db, app.keys, request.headers)
    const scope = { personId: claims.personId, requestId: String(request.id), ip: request.ip }
    const result = await handle({
      ...parseCall(route, request),
      claims,
      principal,
      inTx: work => withFreshDeadline(app, scope, work),
    })
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** A call that anybody may make. It opens its own transactions, so that slow hashing holds none. */
export function servePublic<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P>) => Promise<R>,
) {
  if (route.can !== 'public') throw new Error(`${route.name} is not public`)
  addRoute(app, route, async (request, reply) =>
    reply.status(route.status).send(wrapInEnvelope(route, await handle(parseCall(route, request)))),
  )
}

/** A call whose body is files. They are read as they come; a transaction is open only where the handler opens one. */
export function serveUpload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> & {
      principal: Principal
      inTx: InTx
      files: AsyncIterable<MultipartFile>
      fields: Record<string, string>
    },
  ) => Promise<R>,
) {
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    if (!request.isMultipart()) throw new Problem(415, 'multipart_required')
    const fields: Record<string, string> = {}
    const result = await handle({
      ...parseCall(route, request),
      principal,
      inTx: work => withFreshDeadline(app, getScope(principal, request), work),
      files: readFiles(request, fields),
      fields,
    })
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** The files of a multipart body in turn; plain fields met on the way are put into `fields`. */
async function* readFiles(
  request: FastifyRequest,
  fields: Record<string, string>,
): AsyncGenerator<MultipartFile> {
  for await (const part of request.parts()) {
    if (part.type === 'file') yield part
    else fields[part.fieldname] = String(part.value)
  }
}

/** `serveUpload` for the person's own account, such as their picture. */
export function serveAccountUpload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> & {
      claims: TokenClaims
      principal: Principal | undefined
      inTx: InTx
      files: AsyncIterable<MultipartFile>
    },
  ) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  addRoute(app, route, async (request, reply) => {
    const { claims, principal } = await authenticate(app.db, app.keys, request.headers)
    if (route.rateLimit) await consumeRateLimit(app, route.rateLimit, { source: claims.personId })
    if (!request.isMultipart()) throw new Problem(415, 'multipart_required')
    const scope = { personId: claims.personId, requestId: String(request.id), ip: request.ip }
    const result = await handle({
      ...parseCall(route, request),
      claims,
      principal,
      inTx: work => withTransaction(app.db, scope, work),
      files: readFiles(request, {}),
    })
    return reply.status(route.status).send(wrapInEnvelope(route, result))
  })
}

/** A call answered by a stream, such as an export. The handler reads in a transaction of its own while sending. */
export function serveDownload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> & { principal: Principal; inTx: InTx },
  ) => Promise<{ fileName: string; stream: Readable }>,
) {
  addRoute(app, route, async (request, reply) => {
    const principal = await authorize(app, route, request)
    // A large export is read for as long as its client takes it.
    const inTx: InTx = work =>
      withoutDeadline(() => withTransaction(app.db, getScope(principal, request), work))
    const input = parseCall(route, request)
    if (!route.auditExemption) await inTx(tx => recordExport(tx, route, request, principal))
    const { fileName, stream } = await handle({ ...input, principal, inTx })
    return reply
      .status(200)
      .header('content-type', route.downloadType ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`)
      .send(endWhenUnauthorized(stream, () => isStillAuthorized(app, route, request, principal)))
  })
}

/** What leaves the store as a whole is written down before the first byte of it goes. */
const recordExport = (
  tx: Tx,
  { feature }: Route,
  request: FastifyRequest,
  { businessId, personId }: Principal,
) =>
  recordSecurityEvent(tx, {
    action: 'export',
    entity: 'export',
    businessId,
    actor: personId,
    details: { what: feature, filters: request.url.split('?')[1]?.slice(0, 500) ?? '' },
  })

/** A call answered by events for as long as the client stays. `attend` gives the stream to whoever feeds it. */
export function serveStream<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  onOpen: (
    call: CallInput<Q, B, P> & {
      principal: Principal
      stream: EventStream
      lastEventId: string | undefined
    },
  ) => void,
) {
  app.route({
    // A HEAD would open a stream that nobody takes anything from.
    method: 'GET',
    url: getRouteUrl(route),
    config: { contract: route },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const principal = await withDeadline(app.config.callLimitMs, () =>
        authorize(app, route, request),
      )
      const input = parseCall(route, request)
      const stream = app.streams.open(principal.personId)
      const lastEventId = request.headers['last-event-id']
      onOpen({
        ...input,
        principal,
        stream,
        lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
      })
      // The last one asks proxies not to gather what comes before they pass it on.
      return reply
        .status(200)
        .headers({
          'content-type': route.downloadType,
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        .send(stream.body)
    },
  })
}
