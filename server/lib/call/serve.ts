import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ParamsOf, type Route, urlOf } from '#contract/lib/api.ts'
import { may, type Permission } from '#contract/lib/permission.ts'
import type { Config } from '../../config.ts'
import { ask, type Db, inScope, type Tx } from '../db/db.ts'
import { type Read, run } from '../db/read.ts'
import type { Scope } from '../db/scope.ts'
import { noteFacts } from '../http/log.ts'
import type { EventStream, Streams } from '../http/stream.ts'
import type { Jobs } from '../job/jobs.ts'
import { attempt } from '../security/attempt.ts'
import type { Keys } from '../security/keys.ts'
import { recordEvent } from '../security/security-event.ts'
import { withinMs, withoutLimit } from './call-limit.ts'
import { envelopeSchema, wrap } from './envelope.ts'
import { once } from './idempotency.ts'
import { isKey, whoHasKey } from './key-standing.ts'
import { Problem } from './problem.ts'
import { notForKeys, type Signer, type Who, whoIs, whoNow } from './session.ts'
import { whileAllowed } from './while-allowed.ts'

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
  keys: Keys
  config: Config
  jobs: Jobs
  streams: Streams
  leaving: { isAsked: boolean }
}
type Client = { ip: string; userAgent: string; requestId: string }
type Asked<Q, B, P extends string> = { params: ParamsOf<P>; query: Q; body: B; client: Client }
type Call<Q, B, P extends string> = Asked<Q, B, P> & { tx: Tx; who: Who }
/** Opens a transaction in the asking person's store, for calls that must not hold one all the time. */
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const Params = z.record(
  z.string(),
  z
    .string()
    .max(300)
    .refine(s => s.isWellFormed() && !s.includes('\0')),
)
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readParams<P extends string>(request: FastifyRequest): ParamsOf<P> {
  const params = Params.safeParse(request.params)
  // What cannot be an id cannot be anybody's: the same answer as for an unknown one.
  if (!params.success || (params.data['id'] !== undefined && !isId.test(params.data['id'])))
    throw new Problem(404, 'not_found', 'This does not exist')
  // The keys are those of the path that Fastify matched.
  return params.data as ParamsOf<P>
}
const readCall = <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  request: FastifyRequest,
): Asked<Q, B, P> => ({
  params: readParams(request),
  query: route.query.parse(request.query),
  body: route.upload
    ? route.body.parse(undefined)
    : route.body.parse(
        request.body ?? (route.method === 'GET' || route.method === 'DELETE' ? undefined : {}),
      ),
  client: clientOf(request),
})
const clientOf = (request: FastifyRequest): Client => ({
  ip: isIP(request.ip) ? request.ip : '',
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: String(request.id),
})

/** The store and rights of a call for which the contract names a permission; refuses what it does not allow. */
async function admit(app: App, route: Route, request: FastifyRequest): Promise<Who> {
  const { authorization, 'x-business-id': header } = request.headers
  const store = route.storeIs ? readParams<':id'>(request)[route.storeIs] : header
  const who = isKey(authorization)
    ? await whoHasKey(app, authorization, store, request.ip)
    : (await whoIs(app.db, app.keys, { authorization, 'x-business-id': store })).who
  if (!who) throw new Problem(404, 'no_such_store', 'This store does not exist')
  noteFacts(request, { person: who.personId, business: who.businessId })
  const needed = permissionOf(route)
  // What a place in the store is enough for is a person's own: bookmarks, notices, leaving.
  if (who.keyId && needed === 'member') throw notForKeys()
  if (needed !== 'member' && !may(who.abilities, needed))
    throw new Problem(403, 'forbidden', 'You are not allowed to do this here')
  if (route.limit) await attempt(app, route.limit, { account: who.personId })
  return who
}
/** Whether who was let in would be let in now. */
async function mayStill(
  app: App,
  route: Route,
  { headers: { authorization }, ip }: FastifyRequest,
  who: Who,
): Promise<boolean> {
  const now = isKey(authorization)
    ? await whoHasKey(app, authorization, who.businessId, ip)
    : await whoNow(app.db, who)
  const needed = permissionOf(route)
  return now !== undefined && (needed === 'member' || may(now.abilities, needed))
}
function permissionOf({ can, name }: Route): Permission | 'member' {
  if (can === 'public' || can === 'signed-in')
    throw new Error(`${name} names no permission: serve it with servePublic or serveAccount`)
  return can
}

function add(
  app: App,
  route: Route,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: route.method,
    url: urlOf(route),
    config: { contract: route },
    handler: (request, reply) => withinMs(app.config.callLimitMs, () => handler(request, reply)),
    // Nobody was asked who they are: such a body is a form of a few lines.
    ...(route.can === 'public' && { bodyLimit: 16 * 1024 }),
    ...(!route.download && { schema: { response: { '2xx': envelopeSchema(route) } } }),
  })
}
/** The audit names the person who made a key; the request's name says that it was the key. */
const requestOf = ({ keyId }: Who, { id }: FastifyRequest) =>
  keyId ? `key-${keyId.replaceAll('-', '')}-${id}`.slice(0, 64) : String(id)
const scopeOf = (who: Who, request: FastifyRequest) => ({
  personId: who.personId,
  businessId: who.businessId,
  requestId: requestOf(who, request),
  ip: request.ip,
})

/** What such a call waits for elsewhere, name servers or the rest of an upload, is not the database's: each transaction has the whole time. */
const inScopeAnew = <T>(app: App, scope: Scope, work: (tx: Tx) => Promise<T>) =>
  withinMs(app.config.callLimitMs, () => inScope(app.db, scope, work))

/** Every call on a store passes here: who asks, may they, is the input sound, one transaction, is the answer sound. */
export function serve<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: Call<Q, B, P>) => Promise<R>,
) {
  permissionOf(route)
  add(app, route, async (request, reply) => {
    const who = await admit(app, route, request)
    const asked = readCall(route, request)
    const answer = await inScope(app.db, scopeOf(who, request), tx =>
      once(tx, route, who, request, () => handle({ ...asked, tx, who })),
    )
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** A call that waits for others, such as name servers, and holds no transaction meanwhile. */
export function serveSlow<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: Asked<Q, B, P> & { who: Who; inTx: InTx }) => Promise<R>,
) {
  permissionOf(route)
  add(app, route, async (request, reply) => {
    const who = await admit(app, route, request)
    const answer = await handle({
      ...readCall(route, request),
      who,
      inTx: work => inScopeAnew(app, scopeOf(who, request), work),
    })
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/**
 * `serve` for calls that only read and know all their queries beforehand: they share connections, which about doubles what
 * one process answers. What `isSlow` (a search through texts) would hold the others up and gets a connection of its own.
 */
export function serveRead<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  plan: (call: Call<Q, B, P>) => Read<R>,
  isSlow: (query: Q) => boolean = () => false,
) {
  permissionOf(route)
  if (route.method !== 'GET') throw new Error(`${route.name} may change something`)
  add(app, route, async (request, reply) => {
    const who = await admit(app, route, request)
    const asked = readCall(route, request)
    // The request is named only for the audit of what is written.
    const scope = { personId: who.personId, businessId: who.businessId }
    const answer = isSlow(asked.query)
      ? await inScope(app.db, scope, tx => run(plan({ ...asked, tx, who })))
      : await ask(app.db, scope, tx => plan({ ...asked, tx, who }))
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** A call on the person's own account: signed in, but in no store. `who`: where the header names a store that they work in. */
export function serveAccount<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: Asked<Q, B, P> & { tx: Tx; signer: Signer; who: Who | undefined }) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  add(app, route, async (request, reply) => {
    const { signer, who } = await whoIs(app.db, app.keys, request.headers)
    const asked = readCall(route, request)
    const answer = await inScope(
      app.db,
      { personId: signer.personId, requestId: String(request.id), ip: request.ip },
      tx => handle({ ...asked, tx, signer, who }),
    )
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** `serveAccount` for calls that hash a password: no transaction is open meanwhile. */
export function serveAccountSlow<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: Asked<Q, B, P> & { signer: Signer; who: Who | undefined; inTx: InTx },
  ) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  add(app, route, async (request, reply) => {
    const { signer, who } = await whoIs(app.db, app.keys, request.headers)
    const scope = { personId: signer.personId, requestId: String(request.id), ip: request.ip }
    const answer = await handle({
      ...readCall(route, request),
      signer,
      who,
      inTx: work => inScopeAnew(app, scope, work),
    })
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** A call that anybody may make. It opens its own transactions, so that slow hashing holds none. */
export function servePublic<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: Asked<Q, B, P>) => Promise<R>,
) {
  if (route.can !== 'public') throw new Error(`${route.name} is not public`)
  add(app, route, async (request, reply) =>
    reply.status(route.status).send(wrap(route, await handle(readCall(route, request)))),
  )
}

/** A call whose body is files. They are read as they come; a transaction is open only where the handler opens one. */
export function serveUpload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: Asked<Q, B, P> & {
      who: Who
      inTx: InTx
      files: AsyncIterable<MultipartFile>
      fields: Record<string, string>
    },
  ) => Promise<R>,
) {
  add(app, route, async (request, reply) => {
    const who = await admit(app, route, request)
    if (!request.isMultipart())
      throw new Problem(415, 'unsupported_media_type', 'Send files as multipart/form-data')
    const fields: Record<string, string> = {}
    const answer = await handle({
      ...readCall(route, request),
      who,
      inTx: work => inScopeAnew(app, scopeOf(who, request), work),
      files: filesOf(request, fields),
      fields,
    })
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** The files of a multipart body in turn; plain fields met on the way are put into `fields`. */
async function* filesOf(
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
    call: Asked<Q, B, P> & {
      signer: Signer
      who: Who | undefined
      inTx: InTx
      files: AsyncIterable<MultipartFile>
    },
  ) => Promise<R>,
) {
  if (route.can !== 'signed-in') throw new Error(`${route.name} is not an account call`)
  add(app, route, async (request, reply) => {
    const { signer, who } = await whoIs(app.db, app.keys, request.headers)
    if (route.limit) await attempt(app, route.limit, { account: signer.personId })
    if (!request.isMultipart())
      throw new Problem(415, 'unsupported_media_type', 'Send files as multipart/form-data')
    const scope = { personId: signer.personId, requestId: String(request.id), ip: request.ip }
    const answer = await handle({
      ...readCall(route, request),
      signer,
      who,
      inTx: work => inScope(app.db, scope, work),
      files: filesOf(request, {}),
    })
    return reply.status(route.status).send(wrap(route, answer))
  })
}

/** A call answered by a stream, such as an export. The handler reads in a transaction of its own while sending. */
export function serveDownload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: Asked<Q, B, P> & { who: Who; inTx: InTx },
  ) => Promise<{ fileName: string; stream: Readable }>,
) {
  add(app, route, async (request, reply) => {
    const who = await admit(app, route, request)
    // A large export is read for as long as its client takes it.
    const inTx: InTx = work => withoutLimit(() => inScope(app.db, scopeOf(who, request), work))
    const asked = readCall(route, request)
    if (!route.unrecorded) await inTx(tx => recordExport(tx, route, request, who))
    const { fileName, stream } = await handle({ ...asked, who, inTx })
    return reply
      .status(200)
      .header('content-type', route.download ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`)
      .send(whileAllowed(stream, () => mayStill(app, route, request, who)))
  })
}

/** What leaves the store as a whole is written down before the first byte of it goes. */
const recordExport = (
  tx: Tx,
  { feature }: Route,
  request: FastifyRequest,
  { businessId, personId }: Who,
) =>
  recordEvent(tx, {
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
  attend: (
    call: Asked<Q, B, P> & { who: Who; stream: EventStream; lastEventId: string | undefined },
  ) => void,
) {
  app.route({
    // A HEAD would open a stream that nobody takes anything from.
    method: 'GET',
    url: urlOf(route),
    config: { contract: route },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const who = await withinMs(app.config.callLimitMs, () => admit(app, route, request))
      const asked = readCall(route, request)
      const stream = app.streams.open(who.personId)
      const lastEventId = request.headers['last-event-id']
      attend({
        ...asked,
        who,
        stream,
        lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
      })
      // The last one asks proxies not to gather what comes before they pass it on.
      return reply
        .status(200)
        .headers({
          'content-type': route.download,
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        .send(stream.body)
    },
  })
}
