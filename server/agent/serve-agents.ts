import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type AgentCapability,
  AgentCartInput,
  agentApiPath,
  agentCapabilities,
  agentProfilePath,
  CatalogLookup,
  CatalogProductQuery,
  CatalogSearch,
  protocolVersion,
} from '#contract/storefront/storefront-agent.ts'
import { Problem, toProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import { createNetworkLimit } from '../storefront/host/network-limit.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { hasContent } from '../storefront/page/page-body.ts'
import { readStore } from '../storefront/page/read-store.ts'
import { createEtag, type Storefront, sendNotFound } from '../storefront/page/serve-page.ts'
import { cancelAgentCart, createAgentCart, getAgentCart, updateAgentCart } from './agent-cart.ts'
import { AgentOutcomeError, AgentRequestError } from './agent-error.ts'
import { withAgentKey } from './agent-idempotency.ts'
import { type AgentStore, loadAgentStore } from './agent-store.ts'
import { getCatalogProduct } from './get-catalog-product.ts'
import { lookUpCatalog } from './look-up-catalog.ts'
import { createProfileReader, parseProfileUrl } from './platform-profile.ts'
import { searchCatalog } from './search-catalog.ts'

const agentLimit = { burst: 120, refillPerSecond: 4 }
const replyHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

type OperationContext<Body> = {
  tx: Tx
  store: AgentStore
  host: StorefrontHost
  body: Body
  /** The id in the path. */
  id: string
}
type Operation<Schema extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  capability: AgentCapability
  schema: Schema
  status?: number
  handle: (context: OperationContext<z.output<Schema>>) => Promise<object>
}

/**
 * Serves the catalog and carts to agents by the Universal Commerce Protocol, if the store has turned
 * it on. Agents hand a cart over to the shopper, who checks out and pays on the pages of the store.
 */
export function serveAgents(storefront: Storefront) {
  const { app, server } = storefront
  const limit = createNetworkLimit(app.config.rateLimitFactor, agentLimit)
  const readPlatform = createProfileReader(app)
  serveProfile(storefront)
  /** A body that is no JSON or too large is an error before an operation is called. */
  const sendBodyError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) throw error
    const url = getStoreUrl(app.config, request.storefrontHost.primaryHost)
    return reply.status(problem.status).headers(replyHeaders).send(toProtocolError(problem, url))
  }
  const serveOperation = <Schema extends z.ZodType>(operation: Operation<Schema>) =>
    server.route({
      method: operation.method,
      url: agentApiPath + operation.path,
      errorHandler: sendBodyError,
      handler: async (request, reply) => {
        const { storefrontHost, ip } = request
        reply.headers(replyHeaders)
        try {
          limit.consume(ip)
          const store = await loadAgentStore(app, storefrontHost)
          if (!store) return await sendNotFound(storefront, request, reply)
          const header = getHeader(request, 'ucp-agent')
          const capabilities = await readPlatform({ header, ip })
          const context = { store, host: storefrontHost, ...readInput(request, operation.schema) }
          assertCapability(capabilities, operation.capability)
          const isChange = changesCart(operation)
          if (isChange)
            await consumeRateLimit(app, 'cart', { source: ip, target: storefrontHost.storeId })
          const profileUrl = parseProfileUrl(header, app.config.allowsPrivateWebhookTargets)
          const route = `ucp ${operation.method} ${operation.path}`
          const result = await readStore(app, storefrontHost, tx => {
            const handle = () => operation.handle({ tx, ...context })
            const call = { tx, keys: app.keys, request, route, profileUrl }
            return isChange ? withAgentKey(call, handle) : handle()
          })
          if (result instanceof AgentOutcomeError) throw result
          const ucp = describeReply(operation.capability)
          return await reply.status(operation.status ?? 200).send({ ucp, ...result })
        } catch (error) {
          const url = getStoreUrl(app.config, storefrontHost.primaryHost)
          const { status, body } = toErrorReply(error, operation.capability, url)
          const waitSeconds = error instanceof Problem && error.details.retryAfterSeconds
          if (waitSeconds) reply.header('retry-after', waitSeconds)
          return reply.status(status).send(body)
        }
      },
    })
  serveCatalog(serveOperation)
  serveCarts(serveOperation)
}

type ServeOperation = <Schema extends z.ZodType>(operation: Operation<Schema>) => void

function serveCatalog(serve: ServeOperation) {
  serve({
    method: 'POST',
    path: '/catalog/search',
    capability: 'dev.ucp.shopping.catalog.search',
    schema: CatalogSearch,
    handle: ({ tx, store, body }) => searchCatalog(tx, store, body),
  })
  serve({
    method: 'POST',
    path: '/catalog/lookup',
    capability: 'dev.ucp.shopping.catalog.lookup',
    schema: CatalogLookup,
    handle: ({ tx, store, body }) => lookUpCatalog(tx, store, body),
  })
  serve({
    method: 'POST',
    path: '/catalog/product',
    capability: 'dev.ucp.shopping.catalog.lookup',
    schema: CatalogProductQuery,
    handle: ({ tx, store, body }) => getCatalogProduct(tx, store, body),
  })
}

function serveCarts(serve: ServeOperation) {
  const capability = 'dev.ucp.shopping.cart'
  serve({
    method: 'POST',
    path: '/carts',
    capability,
    schema: AgentCartInput,
    status: 201,
    handle: ({ tx, store, host, body }) => createAgentCart(tx, { store, host, body }),
  })
  serve({
    method: 'GET',
    path: '/carts/:id',
    capability,
    schema: noBody,
    handle: ({ tx, store, host, id }) => getAgentCart(tx, { store, host, id }),
  })
  serve({
    method: 'PUT',
    path: '/carts/:id',
    capability,
    schema: AgentCartInput,
    handle: ({ tx, store, host, id, body }) => updateAgentCart(tx, { store, host, id, body }),
  })
  serve({
    method: 'POST',
    path: '/carts/:id/cancel',
    capability,
    schema: noBody,
    handle: ({ tx, store, host, id }) => cancelAgentCart(tx, { store, host, id }),
  })
}

const getHeader = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const noBody = z.unknown()

const changesCart = ({ capability, method }: Pick<Operation<z.ZodType>, 'capability' | 'method'>) =>
  capability === 'dev.ucp.shopping.cart' && method !== 'GET'

function readInput<Schema extends z.ZodType>({ params, body }: FastifyRequest, schema: Schema) {
  const result = schema.safeParse(body)
  if (!result.success)
    throw new AgentRequestError(
      400,
      'invalid_request',
      'The request has missing or invalid fields.',
    )
  const hasId = typeof params === 'object' && params !== null && 'id' in params
  return { id: hasId ? String(params.id) : '', body: result.data }
}

function assertCapability(capabilities: readonly AgentCapability[], capability: AgentCapability) {
  if (!capabilities.includes(capability))
    throw new AgentOutcomeError(
      'capabilities_incompatible',
      `The profile does not have ${capability} in version ${protocolVersion}.`,
    )
}

const describeReply = (capability: AgentCapability) => ({
  version: protocolVersion,
  capabilities: { [capability]: [{ version: protocolVersion }] },
})

const toProtocolError = ({ code, message }: AgentRequestError | Problem, url: string) => ({
  code,
  content: message,
  continue_url: url,
})

/** @throws the error itself, unless the protocol has a reply for it */
function toErrorReply(error: unknown, capability: AgentCapability, url: string) {
  if (
    error instanceof AgentRequestError ||
    (error instanceof Problem && [400, 409, 429].includes(error.status))
  )
    return { status: error.status, body: toProtocolError(error, url) }
  if (!(error instanceof AgentOutcomeError)) throw error
  return {
    status: 200,
    body: {
      ucp: { ...describeReply(capability), status: 'error' },
      messages: [
        {
          type: 'error',
          code: error.code,
          content: error.message,
          severity: 'unrecoverable',
        },
      ],
      continue_url: url,
    },
  }
}

const specUrl = `https://ucp.dev/${protocolVersion}`

/** Serves the profile by which agents find the operations. Its reply may be cached by anyone. */
function serveProfile({ app, server }: Storefront) {
  server.get(agentProfilePath, async (request, reply) => {
    const store = await loadAgentStore(app, request.storefrontHost)
    // The page of a missing address has the menus of the store, which a password protects.
    if (!store) return reply.status(404).header('cache-control', 'no-store').send()
    const profile = JSON.stringify(createProfile(store))
    const etag = createEtag(profile)
    reply.header('etag', etag).header('cache-control', 'public, max-age=300')
    if (hasContent(request.headers, etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(profile)
  })
}

const createProfile = ({ url }: AgentStore) => ({
  ucp: {
    version: protocolVersion,
    services: {
      'dev.ucp.shopping': [
        {
          version: protocolVersion,
          spec: `${specUrl}/specification/overview`,
          transport: 'rest',
          schema: `${specUrl}/services/shopping/rest.openapi.json`,
          endpoint: url + agentApiPath,
        },
      ],
    },
    capabilities: Object.fromEntries(
      agentCapabilities.map(capability => [
        capability,
        [{ version: protocolVersion, ...capabilityUrls[capability] }],
      ]),
    ),
    payment_handlers: {},
  },
})

const toUrls = (page: string, schema: string) => ({
  spec: `${specUrl}/specification/shopping/${page}`,
  schema: `${specUrl}/schemas/shopping/${schema}.json`,
})
const capabilityUrls: Record<AgentCapability, { spec: string; schema: string }> = {
  'dev.ucp.shopping.catalog.search': toUrls('catalog/search', 'catalog_search'),
  'dev.ucp.shopping.catalog.lookup': toUrls('catalog/lookup', 'catalog_lookup'),
  'dev.ucp.shopping.cart': toUrls('cart', 'cart'),
}
