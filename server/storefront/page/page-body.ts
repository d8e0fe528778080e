import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { CachedPage } from '../cache/page-cache.ts'

/** Returns the body of a page in an encoding that the client accepts, which is nearly always Brotli. */
export const selectBody = (
  { brotli }: CachedPage,
  { 'accept-encoding': accepted = '' }: IncomingHttpHeaders,
): { body: Buffer; encoding?: 'br' } =>
  /\bbr\b/.test(String(accepted))
    ? { body: brotli, encoding: 'br' }
    : { body: brotliDecompressSync(brotli) }

/** Returns whether the client has the content. Proxies that compress it mark the ETag as weak. */
export const hasContent = (headers: IncomingHttpHeaders, etag: string): boolean =>
  headers['if-none-match']?.split(',').some(value => value.trim().replace(/^W\//, '') === etag) ??
  false
