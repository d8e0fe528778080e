import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { formatCookie, listCookieValues } from './cart-cookie.ts'

const sessionName = '__Host-account'
/** The email to which a link was sent, which the page repeats. */
const emailName = '__Host-account-email'
const tokenPattern = /^[\w-]{43}$/
const sessionSeconds = 30 * 24 * 3600
const linkSeconds = 3600
/** How long the page repeats the email. */
const emailSeconds = 600

const createToken = () => randomBytes(32).toString('base64url')

/**
 * Returns the token of a new link that signs the shopper with the email in. The link can keep a wish list
 * without an account.
 */
export async function createAccountLink(
  tx: Tx,
  { email, wishListId = null }: { email: string; wishListId?: string | null | undefined },
): Promise<string> {
  const token = createToken()
  await tx`delete from shopper_link where expires_at < now()`
  await tx`
    insert into shopper_link (token_hash, email, wish_list_id, expires_at)
    values (${hashToken(token)}, ${email}, (select id from wish_list where id = ${wishListId}),
      now() + make_interval(secs => ${linkSeconds}))`
  return token
}

/** Returns the email of a link, or undefined if it has expired or was used. */
export async function findLinkEmail(tx: Tx, token: string): Promise<string | undefined> {
  const [link] = await tx<{ email: string }[]>`
    select email from shopper_link
    where token_hash = ${hashToken(token)} and expires_at > now()`
  return link?.email
}

/**
 * Uses up a link and returns a new session, or undefined for one that has expired or was used. One
 * statement removes the link, so that simultaneous requests get one session.
 */
export async function signIn(tx: Tx, linkToken: string) {
  const [link] = await tx<{ email: string; wishListId: string | null }[]>`
    delete from shopper_link
    where token_hash = ${hashToken(linkToken)} and expires_at > now()
    returning email, wish_list_id`
  if (!link) return undefined
  const token = createToken()
  await tx`delete from shopper_session where expires_at < now()`
  await tx`
    insert into shopper_session (token_hash, email, expires_at)
    values (${hashToken(token)}, ${link.email}, now() + make_interval(secs => ${sessionSeconds}))`
  return { token, ...link }
}

/** Returns the email of the shopper who is signed in to the current store. */
export async function findSignedInEmail(
  tx: Tx,
  request: FastifyRequest,
): Promise<string | undefined> {
  const token = readSessionToken(request)
  if (token === undefined) return undefined
  const [session] = await tx<{ email: string }[]>`
    select email from shopper_session
    where token_hash = ${hashToken(token)} and expires_at > now()`
  return session?.email
}

export async function signOut(tx: Tx, request: FastifyRequest): Promise<void> {
  const token = readSessionToken(request)
  if (token !== undefined)
    await tx`delete from shopper_session where token_hash = ${hashToken(token)}`
}

export const readSessionToken = (request: FastifyRequest) =>
  listCookieValues(request, sessionName).find(value => tokenPattern.test(value))

export function readLinkEmail(request: FastifyRequest): string | undefined {
  const [value] = listCookieValues(request, emailName)
  try {
    return value ? decodeURIComponent(value) : undefined
  } catch {
    return undefined
  }
}

export const setSessionCookie = (reply: FastifyReply, token: string | undefined) =>
  setHiddenCookie(reply, { name: sessionName, value: token, seconds: sessionSeconds })

export const setLinkEmailCookie = (reply: FastifyReply, email: string | undefined) =>
  setHiddenCookie(reply, {
    name: emailName,
    value: email && encodeURIComponent(email),
    seconds: emailSeconds,
  })

type HiddenCookie = { name: string; value: string | undefined; seconds: number }

/** Sets a cookie that scripts can't read, or removes it. */
const setHiddenCookie = (reply: FastifyReply, { name, value, seconds }: HiddenCookie) =>
  void reply.header(
    'set-cookie',
    formatCookie(name, value ?? '', { isHidden: true, seconds: value ? seconds : 0 }),
  )
