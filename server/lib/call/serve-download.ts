import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/lib/call/api.ts'
import { type RunInTransaction, type Tx, withTransaction } from '../db/db.ts'
import { recordSecurityEvent } from '../security/security-event.ts'
import type { Principal } from './authenticate.ts'
import { isStillAuthorized } from './authorize.ts'
import { type CallInput, parseCall, type StoreCallInput } from './call-input.ts'
import { getScope } from './call-scope.ts'
import { withoutDeadline } from './deadline.ts'
import { endWhenUnauthorized } from './end-when-unauthorized.ts'
import { type App, addRoute, addStoreRoute } from './serve.ts'

type DownloadedFile = { fileName: string; stream: Readable }

/**
 * Serves a call that replies with a file, such as an export. The handler reads in a transaction of
 * its own while the file is sent, and the download ends when the caller loses the permission.
 */
export function serveDownload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: StoreCallInput<Q, B, P> & { inTx: RunInTransaction }) => Promise<DownloadedFile>,
) {
  addStoreRoute(app, route, async ({ request, reply, principal }) => {
    // A large export is read for as long as its client takes to receive it.
    const inTx: RunInTransaction = work =>
      withoutDeadline(() => withTransaction(app.db, getScope(principal, request), work))
    const input = parseCall(route, request)
    const { fileName, stream } = await handle({ ...input, principal, inTx })
    const entityId = new Map<string, string>(Object.entries(input.params)).get('id')
    // Before the first byte is sent, and only for data that exists.
    if (!route.auditExemption)
      await inTx(tx => recordExport(tx, route, request, { ...principal, entityId })).catch(
        error => {
          stream.destroy()
          throw error
        },
      )
    return sendFile(reply, route, {
      fileName,
      stream: endWhenUnauthorized(stream, () => isStillAuthorized(app, route, request, principal)),
    })
  })
}

/** Serves a public call that replies with a file. Like those of `servePublic`, it opens its own transactions. */
export function servePublicDownload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (call: CallInput<Q, B, P>) => Promise<DownloadedFile>,
) {
  if (route.can !== 'public') throw new Error(`${route.name} is not public.`)
  addRoute(app, route, async (request, reply) =>
    sendFile(reply, route, await handle(parseCall(route, request))),
  )
}

const sendFile = (
  reply: FastifyReply,
  { downloadType = 'application/octet-stream' }: Pick<Route, 'downloadType'>,
  { fileName, stream }: DownloadedFile,
) =>
  reply
    .status(200)
    .header('content-type', downloadType)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`)
    .send(stream)

/** The id is that of the exported record, if the call exports only one. */
const recordExport = (
  tx: Tx,
  { feature }: Route,
  request: FastifyRequest,
  { storeId, personId, entityId }: Principal & { entityId: string | undefined },
) =>
  recordSecurityEvent(tx, {
    action: 'export',
    entity: 'export',
    ...(entityId !== undefined && { entityId }),
    storeId,
    actor: personId,
    details: { what: feature, filters: request.url.split('?')[1]?.slice(0, 500) ?? '' },
  })
