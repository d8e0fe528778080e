import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import {
  chatMessagesPath,
  type ShopperChat,
  type ShopperChatError,
  ShopperMessageFields,
} from '#contract/storefront/storefront-chat.ts'
import {
  addShopperMessage,
  chatSessionSeconds,
  findShopperChat,
  readShopperMessages,
  startShopperChat,
} from '../../conversation/rule/shopper-chat.ts'
import { withDeadline } from '../../lib/call/deadline.ts'
import { toProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import { formatCookie, listCookieValues } from '../form/cart-cookie.ts'
import { isSameOrigin } from '../form/serve-form.ts'
import { createNetworkLimit } from '../host/network-limit.ts'
import { createRequestLimit } from '../host/request-limit.ts'
import type { Storefront } from '../page/serve-page.ts'

const cookieName = '__Host-chat'
const tokenPattern = /^[\w-]{43}$/
/** A network with several open chats stays below this. */
const readLimit = { burst: 60, refillPerSecond: 2 }
/** A store with 400 open chats stays below this, and none can keep the server busy. */
const storeReadLimit = { burst: 400, refillPerSecond: 100 }
const ReadQuery = z.object({ after: Id.optional().catch(undefined) })
const noChat: ShopperChat = { isKnown: false, messages: [] }

/** Serves the chat of shoppers: a browser sends messages, and asks for answers while its chat is open. */
export function serveChat({ app, server }: Storefront) {
  const { rateLimitFactor } = app.config
  const limit = createNetworkLimit(rateLimitFactor, readLimit)
  const storeLimit = createRequestLimit(rateLimitFactor, storeReadLimit)
  server.get(chatMessagesPath, async (request, reply) => {
    limit.consume(request.ip)
    const token = readToken(request)
    // Without a chat, nothing is read.
    if (token === undefined) return send(reply, noChat)
    storeLimit.consume(request.storefrontHost.storeId)
    const { after } = ReadQuery.parse(request.query)
    return send(
      reply,
      await withDeadline(app.config.callLimitMs, () =>
        withStoreTransaction(app.db, request.storefrontHost.storeId, tx =>
          readChat(tx, { token, after }),
        ),
      ),
    )
  })

  server.post(chatMessagesPath, async (request, reply) => {
    const isOwnPage = isSameOrigin(
      request,
      getStoreUrl(app.config, request.storefrontHost.primaryHost),
    )
    const { body } = request
    if (!isOwnPage || !(body instanceof URLSearchParams)) return reject(reply, 403, 'failed')
    try {
      return await withDeadline(app.config.callLimitMs, () =>
        writeMessage(app, { request, reply, body }),
      )
    } catch (error) {
      return rejectProblem(reply, error)
    }
  })
}

type MessageRequest = { request: FastifyRequest; reply: FastifyReply; body: URLSearchParams }

/** Adds a message to the chat of the browser, or starts one. Each new chat also counts as a contact form. */
async function writeMessage(app: App, { request, reply, body }: MessageRequest) {
  const { storeId, language } = request.storefrontHost
  const inStore = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
  const limited = { source: request.ip, target: storeId }
  await consumeRateLimit(app, 'chatMessage', limited)
  const fields = ShopperMessageFields.parse(Object.fromEntries(body))
  // Bots that fill in every field get a reply without an error.
  if (fields.website) return send(reply, noChat)
  const token = readToken(request)
  const chat = token && (await inStore(tx => continueChat(tx, fields, token)))
  if (chat) return send(setToken(reply, token), chat)
  if (!fields.email) return reject(reply, 422, 'email')
  await consumeRateLimit(app, 'contactMessage', limited)
  const newToken = randomBytes(32).toString('base64url')
  const { key, text, email, name = '' } = fields
  const start = { key, text, email, name, token: newToken, language, storeId }
  const started = await inStore(tx => startChat(tx, start))
  return started ? send(setToken(reply, newToken), started) : reject(reply, 404, 'failed')
}

function rejectProblem(reply: FastifyReply, error: unknown) {
  const { status, details } = toProblem(error)
  if (details.retryAfterSeconds) reply.header('retry-after', details.retryAfterSeconds)
  if (status === 429) return reject(reply, 429, 'limit')
  if (status !== 422) throw error
  const isEmail = details.errors?.some(({ path }) => path === 'email')
  return reject(reply, 422, isEmail ? 'email' : 'text')
}

const readToken = (request: FastifyRequest) =>
  listCookieValues(request, cookieName).find(value => tokenPattern.test(value))

const setToken = (reply: FastifyReply, token: string) =>
  reply.header(
    'set-cookie',
    formatCookie(cookieName, token, { isHidden: true, seconds: chatSessionSeconds }),
  )

const send = (reply: FastifyReply, body: ShopperChat | ShopperChatError) =>
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').send(body)

const reject = (reply: FastifyReply, status: number, error: ShopperChatError['error']) =>
  send(reply.status(status), { error })

/** Returns the new messages of a chat. A browser whose chat has ended starts a new one. */
async function readChat(
  tx: Tx,
  { token, after }: { token: string; after: string | undefined },
): Promise<ShopperChat> {
  const id = await findShopperChat(tx, token)
  return id === undefined
    ? noChat
    : { isKnown: true, messages: await readShopperMessages(tx, id, { after, token }) }
}

async function continueChat(
  tx: Tx,
  { key, text }: ShopperMessageFields,
  token: string,
): Promise<ShopperChat | undefined> {
  const id = await findShopperChat(tx, token)
  if (id === undefined) return undefined
  await addShopperMessage(tx, id, { key, text, token })
  return readChat(tx, { token, after: undefined })
}

/** Returns undefined if the store has no chat. Chats that were started before go on. */
async function startChat(
  tx: Tx,
  start: Parameters<typeof startShopperChat>[1],
): Promise<ShopperChat | undefined> {
  const [row] = await tx`select from cms where (sections -> 'chat' ->> 'enabled')::boolean`
  if (!row) return undefined
  await startShopperChat(tx, start)
  return readChat(tx, { token: start.token, after: undefined })
}
