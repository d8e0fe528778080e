import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import { formatCookie, listCookieValues } from './cart-cookie.ts'

const sessionName = '__Host-account'
/** The email to which the code was sent, so that the shopper enters it once. */
const emailName = '__Host-account-email'
const tokenPattern = /^[\w-]{43}$/
const sessionSeconds = 30 * 24 * 3600
const codeSeconds = 600
const maxAttempts = 5

type CodeOwner = { storeId: string; email: string }

/** A code has few digits, so that only a hash with a secret hides it. */
const hashCode = (
  { keys }: Pick<App, 'keys'>,
  { storeId, email }: CodeOwner,
  code: string,
): Buffer => createHmac('sha256', keys.shopperCode).update(`${storeId} ${email} ${code}`).digest()

/** Replaces the code of an email and returns the new one. */
export async function createCode(app: App, tx: Tx, owner: CodeOwner): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await tx`delete from shopper_code where expires_at < now()`
  await tx`
    insert into shopper_code as c (email, code_hash, expires_at)
    values (${owner.email}, ${hashCode(app, owner, code)}, now() + make_interval(secs => ${codeSeconds}))
    on conflict (store_id, email) do update
    set code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at`
  return code
}

/**
 * Uses up the code of an email and returns the token of a new session, or undefined for a wrong
 * code. One statement counts the attempt, so that simultaneous requests get no more attempts.
 */
export async function signIn(
  app: App,
  tx: Tx,
  { code, ...owner }: CodeOwner & { code: string },
): Promise<string | undefined> {
  const [row] = await tx<{ codeHash: Buffer }[]>`
    update shopper_code set attempts = attempts + 1
    where email = ${owner.email} and attempts < ${maxAttempts} and expires_at > now()
    returning code_hash`
  if (!row || !isSameToken(row.codeHash, hashCode(app, owner, code))) return undefined
  const token = randomBytes(32).toString('base64url')
  await tx`delete from shopper_code where email = ${owner.email}`
  await tx`delete from shopper_session where expires_at < now()`
  await tx`
    insert into shopper_session (token_hash, email, expires_at)
    values (${hashToken(token)}, ${owner.email}, now() + make_interval(secs => ${sessionSeconds}))`
  return token
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

export function readCodeEmail(request: FastifyRequest): string | undefined {
  const [value] = listCookieValues(request, emailName)
  try {
    return value ? decodeURIComponent(value) : undefined
  } catch {
    return undefined
  }
}

export const setSessionCookie = (reply: FastifyReply, token: string | undefined) =>
  setHiddenCookie(reply, { name: sessionName, value: token, seconds: sessionSeconds })

export const setCodeEmailCookie = (reply: FastifyReply, email: string | undefined) =>
  setHiddenCookie(reply, {
    name: emailName,
    value: email && encodeURIComponent(email),
    seconds: codeSeconds,
  })

type HiddenCookie = { name: string; value: string | undefined; seconds: number }

/** Sets a cookie that scripts can't read, or removes it. */
const setHiddenCookie = (reply: FastifyReply, { name, value, seconds }: HiddenCookie) =>
  void reply.header(
    'set-cookie',
    formatCookie(name, value ?? '', { isHidden: true, seconds: value ? seconds : 0 }),
  )
