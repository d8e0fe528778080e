import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type HostResolver, isPublicAddress, resolveHost } from './public-address.ts'

/** Where a request may lead. */
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

/** Why nothing came back. */
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
/** How long one address may take to answer the door before the next is tried. Node gives a quarter of a second, less than the way around the world. */
const connectOptions = { autoSelectFamilyAttemptTimeout: 3000 }
/** So that a name with a thousand addresses makes no thousand connections. */
const maxAddresses = 8

/**
 * One request from the server to an address that a stranger chose: only the web, only addresses that are allowed, connected
 * to as they were checked. Nothing is followed: whoever follows a redirect asks here again.
 */
export async function sendGuardedRequest(
  address: string,
  { method = 'GET', headers, body, policy, signal }: GuardedRequestOptions,
): Promise<IncomingMessage> {
  const url = parseAllowedUrl(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await raceAbort(signal, policy.resolve(host)).catch(() => {
    throw new UnreachableError('no_host')
  })
  // One private answer among public ones is already an attempt to get in.
  if (addresses.length === 0 || !addresses.every(one => policy.isAllowed(one.address)))
    throw new UnreachableError('private')
  // One after the other, until one takes the connection.
  const candidates = addresses.slice(0, maxAddresses)
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
    request.on('timeout', () => request.destroy(new Error('silent')))
    request.on('error', () => reject(new UnreachableError('no_answer')))
    request.on('response', resolve)
    request.end(body)
  })
}

/** What comes of the work, unless the signal says first that it took too long: name servers know no end of their own. */
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

/** The whole of an answer, which must not be larger than this. */
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

/** The beginning of an answer; what is beyond is not waited for. */
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
