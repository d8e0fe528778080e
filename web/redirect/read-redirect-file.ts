import {
  maxRedirectFileBytes,
  type RedirectFileEncoding,
  redirectApi,
} from '#contract/cms/redirect.ts'
import type { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { callApi } from '../lib/call/call-api.ts'

export type RedirectText = RedirectFileEncoding & { bytes: Uint8Array<ArrayBuffer> }

/** UTF-16 has zeros. The escape sequence begins Japanese words in files that are ASCII otherwise. */
const otherEncodings = ['\0', '\u001b$']

/** Returns the bytes of a file with their encoding. The server detects others than UTF-8. */
export async function readRedirectFile(file: File): Promise<RedirectText> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8', samples: [] }
  const start = bytes.subarray(0, maxRedirectFileBytes)
  const body = { file: toBase64(start) }
  return { bytes, ...(await callApi(redirectApi.findEncoding, { body })) }
}

export const decodeRedirects = (bytes: Uint8Array<ArrayBuffer>, encoding: ImportEncoding) =>
  new TextDecoder(encoding).decode(bytes)

function isUtf8(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !otherEncodings.some(sequence => text.includes(sequence))
  } catch {
    return false
  }
}

function toBase64(bytes: Uint8Array): string {
  const chunkBytes = 8192
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return btoa(text)
}
