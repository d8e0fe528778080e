import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** How a fake provider treats one of the next requests instead of answering it. */
export type Failure =
  /** Closes the connection before anything happens. */
  | 'down'
  /** Does the work, then closes the connection: the answer is lost. */
  | 'lost-answer'
  /** Never answers, and does nothing. */
  | 'stuck'
  /** Does the work, but never answers. */
  | 'stuck-answer'
  | 'error-500'
  | 'rate-limited'
  | 'unknown-key'
  | 'no-permission'
  | 'not-found'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** `html` is the page of the provider; all other replies are JSON. `location` redirects. */
export type FakeReply = { status: number; body?: unknown; html?: string; location?: string }

export type FakeHandler = {
  /** The start of the paths that it serves. */
  prefixes: string[]
  handle: (request: FakeRequest) => FakeReply | Promise<FakeReply>
  /** The replies of this API for the failures that have one. */
  failureReplies: Partial<Record<Failure, FakeReply>>
}

type PlannedFailure = {
  failure: Failure
  method: string
  pathPattern: RegExp
  count: number
  onFailed: () => void
}

/** A request that the provider would send to a webhook URL. */
export type FakeWebhook = { url: string; body: string; headers: Record<string, string> }

/** Sends a webhook to a server that listens. Tests in process pass it to `app.inject` instead. */
export async function sendWebhook({ url, body, headers }: FakeWebhook): Promise<number> {
  const reply = await fetch(url, { method: 'POST', body, headers })
  await reply.arrayBuffer()
  return reply.status
}

/** The clock of the fakes, which starts at the current time and can be advanced. */
export class FakeClock {
  #offsetMs = 0
  now = () => Date.now() + this.#offsetMs
  advance(ms: number) {
    this.#offsetMs += ms
  }
}

/** An HTTP server on 127.0.0.1 that answers as the given APIs, with switches for failures. */
export async function startFakeServer(handlers: FakeHandler[]) {
  const failures: PlannedFailure[] = []
  const requests: FakeRequest[] = []
  // A connection that the server closes at the moment of a request would look like a failure.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    readBody(request)
      .then(body => answer({ handlers, failures, requests }, request, { response, body }))
      .catch(error => response.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The fake has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every request that arrived, also those that failed. */
    requests,
    /**
     * Makes the next `count` requests fail whose method and path match. Resolves with the first.
     */
    failNext(
      failure: Failure,
      match: { method?: string; path?: RegExp; count?: number } = {},
    ): Promise<void> {
      const { method = '', path = /^/, count = 1 } = match
      return new Promise(resolve =>
        failures.push({ failure, method, pathPattern: path, count, onFailed: resolve }),
      )
    },
    /** Fails if a failure was not used. */
    async close() {
      await closeServer(server)
      const unused = failures.filter(({ count }) => count > 0)
      if (unused.length > 0)
        throw new Error(`Unused failures: ${unused.map(({ failure }) => failure).join(', ')}`)
    },
  }
}

const closeServer = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

type FakeState = { handlers: FakeHandler[]; failures: PlannedFailure[]; requests: FakeRequest[] }

async function answer(
  { handlers, failures, requests }: FakeState,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  { response, body }: { response: ServerResponse; body: string },
) {
  const { pathname, searchParams } = new URL(url, 'http://fake')
  const request = { method, path: pathname, query: searchParams, headers, body }
  requests.push(request)
  const handler = handlers.find(({ prefixes }) =>
    prefixes.some(prefix => pathname.startsWith(prefix)),
  )
  const planned = takeFailure(failures, request)
  const failure = planned?.failure
  if (failure === 'down') response.destroy()
  if (failure === 'down' || failure === 'stuck') return planned?.onFailed()
  const failureReply = failure && handler?.failureReplies[failure]
  const reply = failureReply ?? (await handler?.handle(request)) ?? { status: 404 }
  planned?.onFailed()
  if (failure === 'stuck-answer') return
  if (failure === 'lost-answer') return response.destroy()
  sendReply(response, reply)
}

function takeFailure(failures: PlannedFailure[], { method, path }: FakeRequest) {
  const planned = failures.find(
    ({ count, ...failure }) =>
      count > 0 &&
      (failure.method === '' || failure.method === method) &&
      failure.pathPattern.test(path),
  )
  if (planned) planned.count--
  return planned
}

function sendReply(response: ServerResponse, { status, body, html, location }: FakeReply) {
  response.writeHead(status, {
    'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    ...(location && { location }),
  })
  response.end(html ?? (body === undefined ? '' : JSON.stringify(body)))
}

/** Remembers the replies of requests with an idempotency key, as both providers do. */
export class IdempotentReplies {
  readonly #replies = new Map<string, { request: string; reply: FakeReply }>()
  run(
    key: string | undefined,
    { path, body }: FakeRequest,
    work: () => FakeReply,
    conflict: FakeReply,
  ) {
    if (key === undefined) return work()
    const request = `${path} ${body}`
    const earlier = this.#replies.get(key)
    if (earlier) return earlier.request === request ? earlier.reply : conflict
    const reply = work()
    // Errors of the request itself can be corrected and sent again.
    if (reply.status < 400) this.#replies.set(key, { request, reply })
    return reply
  }
}

/** The page of a provider where a shopper pays or leaves, for tests in a browser. */
export const renderPaymentPage = (name: string, amount: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title>
<h1>${name}</h1><p>${amount}</p>
<form method="post"><button name="action" value="pay">Pay</button>
<button name="action" value="cancel">Cancel</button></form></html>`
