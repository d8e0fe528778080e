import type { RedirectFileEncoding } from '#contract/cms/redirect.ts'
import { Problem } from '../lib/call/problem.ts'
import { findByteOrderMark } from '../lib/text/byte-order-mark.ts'
import { findFileEncoding } from '../lib/text/read-encoded-file.ts'
import { runEncodingDetector } from '../lib/text/run-encoding-detector.ts'

/**
 * Returns the encoding of a file with redirects, with samples if the user can choose another one.
 * @throws Problem 422 import_utf_32
 */
export async function findRedirectEncoding(file: string): Promise<RedirectFileEncoding> {
  const bytes = Buffer.from(file, 'base64')
  const fileEncoding = await findFileEncoding(bytes, runEncodingDetector)
  if (fileEncoding)
    return { encoding: fileEncoding.encoding, samples: fileEncoding.encodingSamples }
  const encoding = findByteOrderMark(bytes)?.encoding ?? 'utf-8'
  if (encoding === 'utf-32') throw new Problem(422, 'import_utf_32')
  return { encoding, samples: [] }
}
