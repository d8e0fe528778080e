import type { ErrorParams } from '#contract/lib/error/error-text.ts'
import type { importImageWarnings } from '#contract/lib/error/import-problem-catalog.ts'
import { maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { DownloadError, downloadGuarded } from '../../lib/security/guarded-download.ts'
import {
  publicInternetPolicy,
  type RequestPolicy,
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

const totalTimeoutMs = 30_000

/**
 * Fetches an image from an address of an imported file. The file is not trusted, so every redirect
 * is checked, and size and time are limited. @throws ImageFetchError
 */
export async function fetchImage(
  source: string,
  networkPolicy: RequestPolicy = publicInternetPolicy,
): Promise<Buffer> {
  try {
    return await downloadGuarded(source, {
      headers,
      maxBytes: maxImageBytes,
      policy: networkPolicy,
      signal: AbortSignal.timeout(totalTimeoutMs),
    })
  } catch (error) {
    if (error instanceof UnreachableError)
      throw new ImageFetchError(`image_copy_${error.code}`, { size: maxImageMegabytes })
    throw error instanceof DownloadError
      ? new ImageFetchError(`image_copy_${error.code}`, { answer: error.status })
      : error
  }
}
