import type { ErrorParams } from '#contract/lib/error/error-text.ts'
import type { importImageWarnings } from '#contract/lib/error/import-problem-catalog.ts'
import { maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import {
  publicInternetPolicy,
  type RequestPolicy,
  readFullBody,
  sendGuardedRequest,
  UnreachableError,
} from '../../lib/security/guarded-request.ts'

export type ImageProblemCode = keyof typeof importImageWarnings

/** An image could not be copied. */
export class ImageFetchError extends Error {
  readonly code: ImageProblemCode
  readonly params: ErrorParams
  constructor(code: ImageProblemCode, params: ErrorParams = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

const headers = {
  accept: 'image/avif,image/webp,image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Storewright image import',
}

const maxRedirects = 4
const totalTimeoutMs = 30_000

/**
 * Fetches an image from an address of an imported file. The file is not trusted, so every redirect
 * is checked, and size and time are limited. @throws ImageFetchError
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
      ? new ImageFetchError(`image_copy_${error.code}`, { size: maxImageMegabytes })
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
      throw new ImageFetchError('image_copy_http_error', { answer: statusCode })
    if (!URL.canParse(location, url)) throw new ImageFetchError('image_copy_bad_redirect')
    url = new URL(location, url).href
  }
  throw new ImageFetchError('image_copy_too_many_redirects')
}
