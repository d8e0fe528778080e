import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setNewest } from '../../lib/bounded-map.ts'
import { hasDuplicateHeader } from '../../lib/http/request-check.ts'
import { parseHost, type StorefrontHost } from '../host/storefront-host.ts'
import { hasContent, selectBody } from '../page/page-body.ts'
import type { CachedPage, PageCache } from './page-cache.ts'

type CachedReply = {
  /** The key of the page in the cache. */
  key: string
  /** The headers belong to this content of the page. */
  etag: string
  host: string
  /** The store as it was last read, and its text. */
  store: StorefrontHost
  description: string
  route: string
  /** Names and values in turns, without those that depend on the request. */
  headers: string[]
}
type Options = {
  server: FastifyInstance
  cache: PageCache
  /** Returns the store of a host if it has been read less than a second ago. */
  peekHost: (host: string) => StorefrontHost | undefined
}

const maxReplies = 10_000
const maxUrlLength = 300
/** They depend on the request, or Node adds them. */
const requestHeaders = ['x-request-id', 'content-encoding', 'content-length', 'connection', 'date']

/**
 * Repeats replies with pages of the cache before Fastify handles the request, which takes twice as
 * long as sending the page. A reply is repeated only while its page is in the cache and nothing of
 * the store has changed.
 */
export class CachedReplies {
  private readonly replies = new Map<string, CachedReply>()
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  /** Remembers the reply to a request whose page is in the cache under `key`. */
  remember(request: FastifyRequest, reply: FastifyReply, key: string) {
    const { storefrontHost, originalUrl } = request
    if (request.method !== 'GET' || reply.statusCode !== 200) return
    // A page behind a password depends on the cookies of the request.
    if (storefrontHost.passwordId !== null) return
    if (originalUrl.length > maxUrlLength) return
    const headers = Object.entries(reply.getHeaders()).filter(
      ([name]) => !requestHeaders.includes(name),
    )
    const route = request.routeOptions.url ?? 'none'
    const cachedReply = {
      key,
      etag: String(reply.getHeader('etag')),
      host: parseHost(request.headers.host),
      store: storefrontHost,
      description: describeStore(storefrontHost),
      route,
      headers: headers.flatMap(([name, value]) => [name, String(value)]),
    }
    const replyKey = getReplyKey(request.headers.host, originalUrl)
    setNewest(this.replies, [replyKey, cachedReply], maxReplies)
  }

  /** Sends the page of the request and returns true if the reply can be repeated. */
  send(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now()
    if (request.method !== 'GET') return false
    const reply = this.replies.get(getReplyKey(request.headers.host, request.url))
    if (!reply || !this.isCurrent(reply)) return false
    const page = this.options.cache.peek(reply.key)
    if (page?.etag !== reply.etag || hasBody(request) || hasDuplicateHeader(request)) return false
    const requestId = randomUUID()
    const status = sendCachedPage(request, response, { page, reply, requestId })
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const { server } = this.options
    server.log.info({ requestId, method: 'GET', route: reply.route, status, ms }, 'request')
    return true
  }

  /** Returns whether nothing of the store has changed since the reply. */
  private isCurrent(reply: CachedReply): boolean {
    const store = this.options.peekHost(reply.host)
    if (!store || store === reply.store) return store !== undefined
    if (describeStore(store) !== reply.description) return false
    reply.store = store
    return true
  }
}

/** No host contains a space. */
const getReplyKey = (host: string | undefined, url: string | undefined) => `${host} ${url}`

/** Returns a text that changes with the store. The language of a request is in its URL. */
const describeStore = (store: StorefrontHost): string =>
  JSON.stringify({ ...store, language: undefined, dataPosition: undefined })

/** Fastify reads or rejects it. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Returns the status. */
function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { page, reply, requestId }: { page: CachedPage; reply: CachedReply; requestId: string },
): number {
  const headers = ['x-request-id', requestId, ...reply.headers]
  if (hasContent(request.headers, page.etag)) {
    response.writeHead(304, headers)
    response.end()
    return 304
  }
  const { body, encoding } = selectBody(page, request.headers)
  if (encoding) headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  response.writeHead(200, headers)
  response.end(body)
  return 200
}
