import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/lib/call/api.ts'
import { hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../db/db.ts'
import { addLogFields } from '../http/log.ts'
import { consumeRateLimit } from '../security/rate-limit.ts'
import type { SecretKeys } from '../security/secret-keys.ts'
import { authenticateApiKey, isApiKeyHeader } from './api-key-auth.ts'
import {
  authenticate,
  createNotForApiKeysProblem,
  type Principal,
  revalidate,
} from './authenticate.ts'
import { parseParams } from './call-input.ts'
import { Problem } from './problem.ts'

type AuthorizationContext = { db: Db; keys: SecretKeys; config: Config }

/**
 * Returns the principal of a call whose contract requires a permission, and counts the call against
 * its rate limit.
 * @throws Problem 401, 403 forbidden, 404 no_such_store or 429
 */
export async function authorize(
  app: AuthorizationContext,
  route: Route,
  request: FastifyRequest,
): Promise<Principal> {
  const { authorization, 'x-business-id': storeIdHeader } = request.headers
  const storeId = route.storeIdParam
    ? parseParams<':id'>(request)[route.storeIdParam]
    : storeIdHeader
  const principal = isApiKeyHeader(authorization)
    ? await authenticateApiKey(app, authorization, storeId, request.ip)
    : (await authenticate(app.db, app.keys, { authorization, 'x-business-id': storeId })).principal
  if (!principal) throw new Problem(404, 'no_such_store')
  addLogFields(request, { person: principal.personId, store: principal.storeId })
  const requiredPermission = getRequiredPermission(route)
  // Calls for any member concern the person alone: bookmarks, notifications, leaving the store.
  if (principal.keyId && requiredPermission === 'member') throw createNotForApiKeysProblem()
  if (requiredPermission !== 'member' && !hasPermission(principal.abilities, requiredPermission))
    throw new Problem(403, 'forbidden')
  if (route.rateLimit) await consumeRateLimit(app, route.rateLimit, { source: principal.personId })
  return principal
}

/** Returns whether the principal of a call that is still running would be authorized again. */
export async function isStillAuthorized(
  app: AuthorizationContext,
  route: Route,
  { headers: { authorization }, ip }: FastifyRequest,
  principal: Principal,
): Promise<boolean> {
  const currentPrincipal = isApiKeyHeader(authorization)
    ? await authenticateApiKey(app, authorization, principal.storeId, ip)
    : await revalidate(app.db, principal)
  const requiredPermission = getRequiredPermission(route)
  return (
    currentPrincipal !== undefined &&
    (requiredPermission === 'member' ||
      hasPermission(currentPrincipal.abilities, requiredPermission))
  )
}

/** Returns the permission that the contract requires. Throws if the route has no store. */
export function getRequiredPermission({ can, name }: Route): Permission | 'member' {
  if (can === 'public' || can === 'logged-in')
    throw new Error(`${name} requires no permission. Serve it with servePublic or serveAccount.`)
  return can
}
