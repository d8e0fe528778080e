import type { RedirectFileEncoding } from '#contract/redirect.ts'
import { findByteOrderMark } from '../lib/text/byte-order-mark.ts'
import { findFileEncoding } from '../lib/text/read-encoded-file.ts'
import { runEncodingDetector } from '../lib/text/run-encoding-detector.ts'

/** Returns the encoding of a file with redirects, with samples if the user can choose another one. */
export async function findRedirectEncoding(file: string): Promise<RedirectFileEncoding> {
  const bytes = Buffer.from(file, 'base64')
  const found = await findFileEncoding(bytes, runEncodingDetector)
  if (found) return { encoding: found.encoding, samples: found.encodingSamples }
  const encoding = findByteOrderMark(bytes)?.encoding ?? 'utf-8'
  return { encoding: encoding === 'utf-32' ? 'utf-8' : encoding, samples: [] }
}
