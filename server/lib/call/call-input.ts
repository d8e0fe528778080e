import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Route, RouteParams } from '#contract/lib/call/api.ts'
import type { Principal } from './authenticate.ts'
import { Problem } from './problem.ts'

export type ClientInfo = { ip: string; userAgent: string; requestId: string }
export type CallInput<Q, B, P extends string> = {
  params: RouteParams<P>
  query: Q
  body: B
  client: ClientInfo
}
/** The input of a call on a store, with its caller. */
export type StoreCallInput<Q, B, P extends string> = CallInput<Q, B, P> & { principal: Principal }

const Params = z.record(
  z.string(),
  z
    .string()
    .max(300)
    .refine(text => text.isWellFormed() && !text.includes('\0')),
)
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the path parameters.
 * @throws Problem 404 if the id is not a UUID, as for an unknown id
 */
export function parseParams<P extends string>(request: FastifyRequest): RouteParams<P> {
  const params = Params.safeParse(request.params)
  if (!params.success || (params.data['id'] !== undefined && !idPattern.test(params.data['id'])))
    throw new Problem(404, 'not_found')
  // The keys are those of the path that Fastify matched.
  return params.data as RouteParams<P>
}

/** Returns the validated input of a call. The body of an upload is read by its handler. */
export const parseCall = <Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  request: FastifyRequest,
): CallInput<Q, B, P> => ({
  params: parseParams(request),
  query: route.query.parse(request.query),
  body: route.body.parse(getBody(route, request)),
  client: getClient(request),
})

function getBody({ upload, method }: Route, { body }: FastifyRequest): unknown {
  if (upload) return undefined
  const hasNoBody = method === 'GET' || method === 'DELETE'
  return body ?? (hasNoBody ? undefined : {})
}

const getClient = (request: FastifyRequest): ClientInfo => ({
  ip: isIP(request.ip) ? request.ip : '',
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: String(request.id),
})
