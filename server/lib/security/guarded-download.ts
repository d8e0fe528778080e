import { type RequestPolicy, readFullBody, sendGuardedRequest } from './guarded-request.ts'

type DownloadErrorCode = 'http_error' | 'bad_redirect' | 'too_many_redirects'

/** A server replied to a download without a file. */
export class DownloadError extends Error {
  readonly code: DownloadErrorCode
  readonly status: number
  constructor(code: DownloadErrorCode, status: number) {
    super(code)
    this.code = code
    this.status = status
  }
}

type DownloadOptions = {
  headers: Record<string, string>
  maxBytes: number
  policy: RequestPolicy
  signal: AbortSignal
}

const maxRedirects = 4

/**
 * Returns the file at an address that is not trusted. Checks every redirect, and limits size and time.
 * @throws UnreachableError or DownloadError
 */
export async function downloadGuarded(
  source: string,
  { headers, maxBytes, policy, signal }: DownloadOptions,
): Promise<Buffer> {
  let url = source
  for (let redirectCount = 0; redirectCount < maxRedirects; redirectCount++) {
    const reply = await sendGuardedRequest(url, { headers, policy, signal })
    const {
      statusCode = 0,
      headers: { location },
    } = reply
    if (statusCode === 200) return readFullBody(reply, maxBytes, signal)
    reply.destroy()
    if (statusCode < 300 || statusCode >= 400 || !location)
      throw new DownloadError('http_error', statusCode)
    if (!URL.canParse(location, url)) throw new DownloadError('bad_redirect', statusCode)
    url = new URL(location, url).href
  }
  throw new DownloadError('too_many_redirects', 0)
}
