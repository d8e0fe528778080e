import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const tokenName = '__Host-cart'
/** The script of pages shows this number in the header, because all shoppers get the same HTML. */
const countName = '__Host-cart-count'
const tokenPattern = /^[\w-]{43}$/
/** As long as a cart is stored without a change. */
const cookieSeconds = 30 * 24 * 3600

type CartCookies = {
  /** Undefined without a cart, or with a token that no server has created. */
  token: string | undefined
  count: string | undefined
}

type CookieRequest = Pick<FastifyRequest, 'headers'>

export function readCartCookies(request: CookieRequest): CartCookies {
  return {
    token: listCookieValues(request, tokenName).find(value => tokenPattern.test(value)),
    count: listCookieValues(request, countName)[0],
  }
}

/** Returns the values of all cookies of a name. */
export const listCookieValues = ({ headers }: CookieRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map(cookie => cookie.trim())
    .filter(cookie => cookie.startsWith(`${name}=`))
    .map(cookie => cookie.slice(name.length + 1))

export const createCartToken = () => randomBytes(32).toString('base64url')

export function setCartCookies(reply: FastifyReply, token: string, count: number) {
  reply.header('set-cookie', formatCookie(tokenName, token, { isHidden: true }))
  setCartCount(reply, count)
}

export function setCartCount(reply: FastifyReply, count: number) {
  reply.header(
    'set-cookie',
    formatCookie(countName, String(count), { seconds: count > 0 ? cookieSeconds : 0 }),
  )
}

export function clearCartCookies(reply: FastifyReply) {
  reply.header('set-cookie', formatCookie(tokenName, '', { isHidden: true, seconds: 0 }))
  setCartCount(reply, 0)
}

/** Formats a cookie of one host. Browsers send it with https and to local hosts only. */
export const formatCookie = (
  name: string,
  value: string,
  { seconds = cookieSeconds, isHidden = false }: { seconds?: number; isHidden?: boolean },
) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; ${isHidden ? 'HttpOnly; ' : ''}SameSite=Lax`
