import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { maxImageBytes } from '#contract/media.ts'
import { isPublicAddress, type Resolve, resolveHost } from './import-address.ts'

/** Why a picture could not be had, in words for the seller. */
export class NoPicture extends Error {}

export type Reach = { resolve: Resolve; isAllowed: (address: string) => boolean }
const everywhere: Reach = { resolve: resolveHost, isAllowed: isPublicAddress }

const maxHops = 4
const silentMs = 10_000
const wholeMs = 30_000

/**
 * Fetches one picture for the server from an address that a file names. The file is not trusted: only the web, only
 * public addresses, connected to as they were checked, at every hop anew, with an end to size and time.
 */
export async function fetchPicture(source: string, reach: Reach = everywhere): Promise<Buffer> {
  const signal = AbortSignal.timeout(wholeMs)
  let url = source
  for (let hop = 0; hop < maxHops; hop++) {
    const reply = await ask(checkedUrl(url), reach, signal)
    const { statusCode = 0, headers } = reply
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      reply.destroy()
      if (!URL.canParse(headers.location, url)) throw new NoPicture('It leads to an address that cannot be read')
      url = new URL(headers.location, url).href
      continue
    }
    if (statusCode !== 200) {
      reply.destroy()
      throw new NoPicture(`Its server answers ${statusCode}`)
    }
    return readUpTo(reply, maxImageBytes, signal)
  }
  throw new NoPicture('It leads from one address to the next without end')
}

function checkedUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new NoPicture('Its address does not start with http:// or https://')
  if (url.username || url.password) throw new NoPicture('Its address holds a name or a password')
  return url
}

async function ask(url: URL, { resolve, isAllowed }: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await resolve(host).catch(() => { throw new NoPicture('Its server cannot be found') })
  // One private answer among public ones is already an attempt to get in.
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw new NoPicture('Its address does not lead to the public internet')
  const [to] = addresses
  return new Promise((found, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = send(url, {
      agent: false, signal, timeout: silentMs,
      headers: { accept: 'image/avif,image/webp,image/*', 'accept-encoding': 'identity', 'user-agent': 'Storewright picture import' },
      lookup: (_host, options, answer) => (options.all ? answer(null, addresses.slice(0, 1)) : answer(null, to?.address ?? '', to?.family)),
    })
    asked.on('timeout', () => asked.destroy(new Error('silent')))
    asked.on('error', () => fail(new NoPicture('Its server does not answer')))
    asked.on('response', found)
    asked.end()
  })
}

async function readUpTo(reply: IncomingMessage, limit: number, signal: AbortSignal): Promise<Buffer> {
  const tooLarge = () => new NoPicture(`It is larger than ${limit / 1024 / 1024} MB`)
  try {
    if (Number(reply.headers['content-length']) > limit) throw tooLarge()
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of reply) {
      signal.throwIfAborted()
      size += chunk.length
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw error instanceof NoPicture ? error : new NoPicture('Its server broke off')
  } finally {
    reply.destroy()
  }
}
