import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/lib/call/api.ts'
import { type RunInTransaction, withTransaction } from '../db/db.ts'
import { type CallInput, parseCall, type StoreCallInput } from './call-input.ts'
import { getAccountScope, getScope, withFreshDeadline } from './call-scope.ts'
import { Problem } from './problem.ts'
import {
  type AccountCaller,
  type App,
  addAccountRoute,
  addStoreRoute,
  sendResult,
} from './serve.ts'

/**
 * Serves a call whose body is files. The handler reads them as they arrive and opens transactions
 * itself.
 */
export function serveUpload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: StoreCallInput<Q, B, P> & {
      inTx: RunInTransaction
      files: AsyncIterable<MultipartFile>
      fields: Record<string, string>
    },
  ) => Promise<R>,
) {
  addStoreRoute(app, route, async ({ request, reply, principal }) => {
    assertMultipart(request)
    const fields: Record<string, string> = {}
    const result = await handle({
      ...parseCall(route, request),
      principal,
      inTx: work => withFreshDeadline(app, getScope(principal, request), work),
      files: readFiles(request, fields),
      fields,
    })
    return sendResult(reply, route, result)
  })
}

/** Serves an upload to the caller's own account, such as an avatar. */
export function serveAccountUpload<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  handle: (
    call: CallInput<Q, B, P> &
      AccountCaller & { inTx: RunInTransaction; files: AsyncIterable<MultipartFile> },
  ) => Promise<R>,
) {
  addAccountRoute(app, route, async ({ request, reply, claims, principal }) => {
    assertMultipart(request)
    const scope = getAccountScope(claims, request)
    const result = await handle({
      ...parseCall(route, request),
      claims,
      principal,
      inTx: work => withTransaction(app.db, scope, work),
      files: readFiles(request, {}),
    })
    return sendResult(reply, route, result)
  })
}

function assertMultipart(request: FastifyRequest) {
  if (!request.isMultipart()) throw new Problem(415, 'multipart_required')
}

/** Yields the files of a multipart body in turn, and adds the plain fields to `fields`. */
async function* readFiles(
  request: FastifyRequest,
  fields: Record<string, string>,
): AsyncGenerator<MultipartFile> {
  // The parser would wait forever for a request whose connection closed during the authorization.
  if (request.raw.destroyed) throw new Problem(400, 'unreadable')
  for await (const part of request.parts()) {
    if (part.type === 'file') yield part
    else fields[part.fieldname] = String(part.value)
  }
}
