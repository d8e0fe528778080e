import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isPublicAddress, type Resolve, resolveHost } from './public-address.ts'

/** Where a request may lead. */
export type Reach = { resolve: Resolve; isAllowed: (address: string) => boolean }
export const publicInternet: Reach = { resolve: resolveHost, isAllowed: isPublicAddress }

export type UnreachedCode =
  | 'no_url'
  | 'credentials'
  | 'no_host'
  | 'private'
  | 'no_answer'
  | 'broke_off'
  | 'too_large'

/** Why nothing came back. */
export class Unreached extends Error {
  readonly code: UnreachedCode
  constructor(code: UnreachedCode) {
    super(code)
    this.code = code
  }
}

type Asked = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  reach: Reach
  signal: AbortSignal
}

const silentMs = 10_000
/** How long one address may take to answer the door before the next is tried. Node gives a quarter of a second, less than the way around the world. */
const patience = { autoSelectFamilyAttemptTimeout: 3000 }
/** So that a name with a thousand addresses makes no thousand connections. */
const triedAtMost = 8

/**
 * One request from the server to an address that a stranger chose: only the web, only addresses that are allowed, connected
 * to as they were checked. Nothing is followed: whoever follows a redirect asks here again.
 */
export async function guardedRequest(
  address: string,
  { method = 'GET', headers, body, reach, signal }: Asked,
): Promise<IncomingMessage> {
  const url = checkedUrl(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await before(signal, reach.resolve(host)).catch(() => {
    throw new Unreached('no_host')
  })
  // One private answer among public ones is already an attempt to get in.
  if (addresses.length === 0 || !addresses.every(one => reach.isAllowed(one.address)))
    throw new Unreached('private')
  // One after the other, until one takes the connection.
  const tried = addresses.slice(0, triedAtMost)
  return new Promise((found, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = send(url, {
      method,
      agent: false,
      signal,
      timeout: silentMs,
      ...patience,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      lookup: (_host, options, answer) =>
        options.all ? answer(null, tried) : answer(null, tried[0]?.address ?? '', tried[0]?.family),
    })
    asked.on('timeout', () => asked.destroy(new Error('silent')))
    asked.on('error', () => fail(new Unreached('no_answer')))
    asked.on('response', found)
    asked.end(body)
  })
}

/** What comes of the work, unless the signal says first that it took too long: name servers know no end of their own. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function checkedUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Unreached('no_url')
  if (url.username || url.password) throw new Unreached('credentials')
  return url
}

/** The whole of an answer, which must not be larger than this. */
export async function readWhole(
  reply: IncomingMessage,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (Number(reply.headers['content-length']) > limit) {
    reply.destroy()
    throw new Unreached('too_large')
  }
  const read = await readBeginning(reply, limit + 1, signal)
  if (read.length > limit) throw new Unreached('too_large')
  return read
}

/** The beginning of an answer; what is beyond is not waited for. */
export async function readBeginning(
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
    throw new Unreached('broke_off')
  } finally {
    reply.destroy()
  }
}
