import { maxImageBytes } from '#contract/lib/image.ts'
import {
  guardedRequest,
  publicInternet,
  type Reach,
  readWhole,
  Unreached,
  type UnreachedCode,
} from '../../lib/security/guarded-request.ts'

/** Why a picture could not be had, in words for the seller. */
export class NoPicture extends Error {}

const reasons: Record<UnreachedCode, string> = {
  no_url: 'Its address does not start with http:// or https://',
  credentials: 'Its address holds a name or a password',
  no_host: 'Its server cannot be found',
  private: 'Its address does not lead to the public internet',
  no_answer: 'Its server does not answer',
  broke_off: 'Its server broke off',
  too_large: `It is larger than ${maxImageBytes / 1024 / 1024} MB`,
}
const headers = {
  accept: 'image/avif,image/webp,image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Storewright picture import',
}

const maxHops = 4
const wholeMs = 30_000

/**
 * Fetches one picture for the server from an address that a file names. The file is not trusted: every hop is guarded
 * anew, and size and time have an end.
 */
export async function fetchPicture(source: string, reach: Reach = publicInternet): Promise<Buffer> {
  const signal = AbortSignal.timeout(wholeMs)
  try {
    return await follow(source, reach, signal)
  } catch (error) {
    throw error instanceof Unreached ? new NoPicture(reasons[error.code]) : error
  }
}

async function follow(source: string, reach: Reach, signal: AbortSignal): Promise<Buffer> {
  let url = source
  for (let hop = 0; hop < maxHops; hop++) {
    const reply = await guardedRequest(url, { headers, reach, signal })
    const {
      statusCode = 0,
      headers: { location },
    } = reply
    if (statusCode === 200) return readWhole(reply, maxImageBytes, signal)
    reply.destroy()
    if (statusCode < 300 || statusCode >= 400 || !location)
      throw new NoPicture(`Its server answers ${statusCode}`)
    if (!URL.canParse(location, url))
      throw new NoPicture('It leads to an address that cannot be read')
    url = new URL(location, url).href
  }
  throw new NoPicture('It leads from one address to the next without end')
}
