import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/lib/text/languages.ts'
import type { StorefrontNoticeCode } from '#contract/storefront/storefront-notice.ts'
import { storefrontHeaders } from '../host/storefront-headers.ts'
import type { Storefront } from './serve-page.ts'

type NoticeBuild = Pick<Storefront, 'renderer' | 'assets'>

/** Sends the page of an error. */
export const sendErrorPage = (
  build: NoticeBuild,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply => sendNotice(build, request, reply, { status, code: getNoticeCode(status) })

/**
 * Sends a page instead of the requested one. It needs no database, so it is in the language of the visitor and
 * contains nothing of the store.
 */
export function sendNotice(
  { renderer, assets }: NoticeBuild,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code }: { status: number; code: StorefrontNoticeCode },
): FastifyReply {
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 5)
  return reply
    .status(status)
    .headers({ ...storefrontHeaders, 'cache-control': 'no-store', vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(
      renderer.renderNotice({
        code,
        language: getPreferredLanguage(request.headers['accept-language']),
        frame: null,
        assets,
      }),
    )
}

function getNoticeCode(status: number): StorefrontNoticeCode {
  if (status === 503) return 'unavailable'
  if (status === 429) return 'too_many_requests'
  return status < 500 ? 'invalid_request' : 'unexpected'
}

/** Returns the first language of the header that pages exist in. Browsers send the best one first. */
function getPreferredLanguage(header = ''): Language {
  for (const range of header.split(',')) {
    const tag = range.trim().split(/[-;]/)[0]
    const language = languages.find(({ code }) => code === tag)
    if (language) return language.code
  }
  return 'en'
}
