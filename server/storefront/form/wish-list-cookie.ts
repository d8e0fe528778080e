import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatCookie, listCookieValues } from './cart-cookie.ts'

const tokenName = '__Host-wish-list'
/**
 * The last six digits of the product ids. The script of pages shows by them which products are in the
 * list, because all shoppers get the same HTML.
 */
const wishesName = '__Host-wishes'
const tokenPattern = /^[\w-]{43}$/
/** As long as a list without an account is stored without a change. */
const cookieSeconds = 180 * 24 * 3600

export const readWishListToken = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  listCookieValues(request, tokenName).find(value => tokenPattern.test(value))

export const readWishes = (request: Pick<FastifyRequest, 'headers'>): string =>
  listCookieValues(request, wishesName)[0] ?? ''

export function setWishListToken(reply: FastifyReply, token: string | undefined) {
  const seconds = token === undefined ? 0 : cookieSeconds
  const cookie = formatCookie(tokenName, token ?? '', { isHidden: true, seconds })
  reply.header('set-cookie', cookie)
}

export function setWishes(reply: FastifyReply, wishes: string) {
  const seconds = wishes === '' ? 0 : cookieSeconds
  reply.header('set-cookie', formatCookie(wishesName, wishes, { seconds }))
}
