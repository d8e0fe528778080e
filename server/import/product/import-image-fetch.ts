import { maxImageBytes } from '#contract/lib/image.ts'
import {
  publicInternetPolicy,
  type RequestPolicy,
  readFullBody,
  sendGuardedRequest,
  type UnreachableCode,
  UnreachableError,
} from '../../lib/security/guarded-request.ts'

/** Why a picture could not be had, in words for the seller. */
export class ImageFetchError extends Error {}

const reasonByErrorCode: Record<UnreachableCode, string> = {
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

const maxRedirects = 4
const totalTimeoutMs = 30_000

/**
 * Fetches one picture for the server from an address that a file names. The file is not trusted: every hop is guarded
 * anew, and size and time have an end.
 */
export async function fetchImage(
  source: string,
  networkPolicy: RequestPolicy = publicInternetPolicy,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(totalTimeoutMs)
  try {
    return await followRedirects(source, networkPolicy, signal)
  } catch (error) {
    throw error instanceof UnreachableError
      ? new ImageFetchError(reasonByErrorCode[error.code])
      : error
  }
}

async function followRedirects(
  source: string,
  networkPolicy: RequestPolicy,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = source
  for (let redirectCount = 0; redirectCount < maxRedirects; redirectCount++) {
    const reply = await sendGuardedRequest(url, { headers, policy: networkPolicy, signal })
    const {
      statusCode = 0,
      headers: { location },
    } = reply
    if (statusCode === 200) return readFullBody(reply, maxImageBytes, signal)
    reply.destroy()
    if (statusCode < 300 || statusCode >= 400 || !location)
      throw new ImageFetchError(`Its server answers ${statusCode}`)
    if (!URL.canParse(location, url))
      throw new ImageFetchError('It leads to an address that cannot be read')
    url = new URL(location, url).href
  }
  throw new ImageFetchError('It leads from one address to the next without end')
}
