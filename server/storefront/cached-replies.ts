import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setNewest } from '../lib/bounded-map.ts'
import { hasDuplicateHeader } from '../lib/http/request-check.ts'
import { hasContent, selectBody } from './page-body.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { parseHost, type StorefrontHost } from './storefront-host.ts'

type CachedReply = {
  /** The key of the page in the cache. */
  key: string
  store: string
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
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !requestHeaders.includes(name))
      .flatMap(([name, value]) => [name, String(value)])
    const route = request.routeOptions.url ?? 'none'
    const replyKey = getReplyKey(parseHost(request.headers.host), originalUrl)
    const cachedReply = { key, store: describeStore(storefrontHost), route, headers }
    setNewest(this.replies, [replyKey, cachedReply], maxReplies)
  }

  /** Sends the page of the request and returns true if the reply can be repeated. */
  send(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now()
    if (request.method !== 'GET') return false
    const host = parseHost(request.headers.host)
    const reply = this.replies.get(getReplyKey(host, request.url ?? ''))
    const store = reply && this.options.peekHost(host)
    if (!store || describeStore(store) !== reply.store) return false
    const page = this.options.cache.peek(reply.key)
    if (!page || hasBody(request) || hasDuplicateHeader(request)) return false
    const requestId = randomUUID()
    const status = sendCachedPage(request, response, {
      page,
      headers: [...reply.headers, 'x-request-id', requestId],
    })
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const { server } = this.options
    server.log.info({ requestId, method: 'GET', route: reply.route, status, ms }, 'request')
    return true
  }
}

const getReplyKey = (host: string, url: string) => `${host} ${url}`

const descriptions = new WeakMap<StorefrontHost, string>()

/** Returns a text that changes with the store. The language of a request is in its URL. */
function describeStore(store: StorefrontHost): string {
  const description = descriptions.get(store) ?? JSON.stringify({ ...store, language: undefined })
  descriptions.set(store, description)
  return description
}

/** Fastify reads or rejects it. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Returns the status. */
function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { page, headers }: { page: CachedPage; headers: string[] },
): number {
  if (hasContent(request.headers, page.etag)) {
    response.writeHead(304, headers).end()
    return 304
  }
  const { body, encoding } = selectBody(page, request.headers)
  if (encoding) headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  response.writeHead(200, headers).end(body)
  return 200
}
