import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type HostResolver, isPublicAddress, resolveHost } from './public-address.ts'

/** Resolves host names and decides which addresses a request may connect to. */
export type RequestPolicy = { resolve: HostResolver; isAllowed: (address: string) => boolean }
export const publicInternetPolicy: RequestPolicy = {
  resolve: resolveHost,
  isAllowed: isPublicAddress,
}

export type UnreachableCode =
  | 'no_url'
  | 'credentials'
  | 'no_host'
  | 'private'
  | 'no_answer'
  | 'broke_off'
  | 'too_large'

/** An outgoing request that failed, with the reason. */
export class UnreachableError extends Error {
  readonly code: UnreachableCode
  constructor(code: UnreachableCode) {
    super(code)
    this.code = code
  }
}

type GuardedRequestOptions = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  policy: RequestPolicy
  signal: AbortSignal
}

const idleTimeoutMs = 10_000
/**
 * How long to wait for a connection to one address before the next is tried. Node's default is 250
 * ms, which is too short for distant servers.
 */
const connectOptions = { autoSelectFamilyAttemptTimeout: 3000 }
/** Limits the connections to a host name with many addresses. */
const maxAddresses = 8

/**
 * Sends one request to a URL that a user chose. Allows only http and https, and connects only to
 * addresses that the policy has checked. Does not follow redirects: callers send a new request.
 * @throws UnreachableError
 */
export async function sendGuardedRequest(
  address: string,
  { method = 'GET', headers, body, policy, signal }: GuardedRequestOptions,
): Promise<IncomingMessage> {
  const url = parseAllowedUrl(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node tries them in turn until one accepts the connection.
  const candidates = await resolveAllowedAddresses(host, policy, signal)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method,
      agent: false,
      signal,
      timeout: idleTimeoutMs,
      ...connectOptions,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      lookup: (_host, options, answer) =>
        options.all
          ? answer(null, candidates)
          : answer(null, candidates[0]?.address ?? '', candidates[0]?.family),
    })
    request.on('timeout', () => request.destroy(new Error('The server did not respond in time.')))
    request.on('error', () => reject(new UnreachableError('no_answer')))
    request.on('response', resolve)
    request.end(body)
  })
}

/**
 * Returns the addresses of a host that a user chose, at least one. Callers connect to them, not to the name.
 * @throws UnreachableError no_host or private
 */
export async function resolveAllowedAddresses(
  host: string,
  policy: RequestPolicy,
  signal: AbortSignal,
): Promise<{ address: string; family: number }[]> {
  const addresses = await raceAbort(signal, policy.resolve(host)).catch(() => {
    throw new UnreachableError('no_host')
  })
  // A private address among public ones is treated as an attack.
  if (addresses.length === 0 || !addresses.every(({ address: ip }) => policy.isAllowed(ip)))
    throw new UnreachableError('private')
  return addresses.slice(0, maxAddresses)
}

/**
 * Returns the result of the work, or throws when the signal aborts: resolving a name has no
 * timeout.
 */
async function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function parseAllowedUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new UnreachableError('no_url')
  if (url.username || url.password) throw new UnreachableError('credentials')
  return url
}

/** Returns the body of a reply. @throws UnreachableError if it is larger than `limit` bytes */
export async function readFullBody(
  reply: IncomingMessage,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (Number(reply.headers['content-length']) > limit) {
    reply.destroy()
    throw new UnreachableError('too_large')
  }
  const body = await readBodyStart(reply, limit + 1, signal)
  if (body.length > limit) throw new UnreachableError('too_large')
  return body
}

/** Returns at most `length` bytes of a reply and closes it. */
export async function readBodyStart(
  reply: IncomingMessage,
  length: number,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of reply) {
      signal.throwIfAborted()
      chunks.push(chunk)
      size += chunk.length
      if (size >= length) break
    }
    return Buffer.concat(chunks).subarray(0, length)
  } catch {
    throw new UnreachableError('broke_off')
  } finally {
    reply.destroy()
  }
}
