import type { ShopperMessage } from '#contract/storefront/storefront-chat.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { enqueueJobs } from '../../lib/job/jobs.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { addMessage } from './add-message.ts'

/** How long a browser keeps its chat after the last message of the shopper. */
export const chatSessionSeconds = 30 * 24 * 3600
/** The newest messages that a shopper sees. */
const maxShopperMessages = 200

type ShopperText = { key: string; text: string }
type ChatStart = ShopperText & {
  name: string
  email: string
  token: string
  language: string
  storeId: string
}

/**
 * Returns the chat of a browser. It ends when staff merge the conversation with another one, because nobody has
 * verified that the email is the shopper’s.
 */
export async function findShopperChat(
  tx: Tx,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const [session] = await tx<{ conversationId: string }[]>`
    select s.conversation_id from chat_session s
    join conversation c on c.store_id = s.store_id and c.id = s.conversation_id
    where s.token_hash = ${hashToken(token)} and s.expires_at > now() and c.merged_into_id is null`
  return session?.conversationId
}

/** Starts a chat with the first message. The store gets a notification and an email. */
export async function startShopperChat(tx: Tx, start: ChatStart): Promise<string> {
  const { key, name, token, language, storeId } = start
  const email = start.email.toLowerCase()
  const repeated = await findRepeated(tx, key)
  if (repeated !== undefined) {
    await addSession(tx, repeated, token)
    return repeated
  }
  const [customer] = await tx<{ id: string }[]>`
    select id from customer where folded_email = ${email}`
  const id = await insertRow(tx, 'conversation', {
    channel: 'chat',
    name,
    email,
    customerId: customer?.id ?? null,
    language,
  })
  await addSession(tx, id, token)
  await addShopperText(tx, id, { ...start, email })
  await enqueueJobs(tx, [{ task: 'contactMessage.mail', payload: { storeId, id }, key: null }])
  return id
}

/** Adds a further message, unless an earlier attempt has added it. */
export async function addShopperMessage(
  tx: Tx,
  conversationId: string,
  message: ShopperText & { token: string },
): Promise<void> {
  const [conversation] = await tx<{ name: string; email: string }[]>`
    select name, email from conversation where id = ${conversationId} for update`
  const [repeated] = await tx`select from message where id = ${message.key}`
  if (!conversation || repeated) return
  await addShopperText(tx, conversationId, { ...message, ...conversation })
  await tx`update conversation set place = 'inbox' where id = ${conversationId} and place = 'trash'`
  await tx`
    update chat_session set expires_at = now() + make_interval(secs => ${chatSessionSeconds})
    where token_hash = ${hashToken(message.token)}`
}

/** A shopper who writes again before the store has answered causes no further notification. */
async function addShopperText(
  tx: Tx,
  conversationId: string,
  { key, text, name, email }: ShopperText & { name: string; email: string },
): Promise<void> {
  const [waiting] = await tx`
    select from conversation where id = ${conversationId} and waiting_since is not null and status = 'open'`
  await addMessage(tx, {
    _id: key,
    conversationId,
    direction: 'in',
    status: 'received',
    fromName: name,
    fromEmail: email,
    text,
  })
  const data = { customer: name || email, source: 'chat' }
  if (!waiting)
    await tx`
      select add_notification('message_received', 'conversation', ${conversationId}, ${tx.json(data)})`
}

/** Only this browser knows the key of its message. The reply to an earlier attempt was lost. */
async function findRepeated(tx: Tx, key: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select c.id from message m join conversation c on c.store_id = m.store_id and c.id = m.conversation_id
    where m.id = ${key} and m.direction = 'in' and c.channel = 'chat' and c.message_count = 1
      and c.merged_into_id is null and m.created_at > now() - interval '10 minutes'`
  return row?.id
}

async function addSession(tx: Tx, conversationId: string, token: string): Promise<void> {
  await tx`delete from chat_session where expires_at < now()`
  await tx`
    insert into chat_session (token_hash, conversation_id, expires_at)
    values (${hashToken(token)}, ${conversationId}, now() + make_interval(secs => ${chatSessionSeconds}))`
}

/**
 * Returns the messages after the last one that the browser has, oldest first, and stores that the shopper has seen
 * them. Notes of the staff are no part of them.
 */
export async function readShopperMessages(
  tx: Tx,
  conversationId: string,
  { after, token }: { after: string | undefined; token: string },
): Promise<ShopperMessage[]> {
  const rows = await tx<ShopperMessage[]>`
    select m.id, m.direction = 'in' as is_own, m.text, m.created_at
    from message m
    where m.conversation_id = ${conversationId} and m.direction in ('in', 'out') and m.status <> 'draft'
      and m.origin = 'person'
      and not exists (
        select from message s
        where s.id = ${after ?? null}::uuid and s.conversation_id = m.conversation_id
          and (s.created_at, s.id) >= (m.created_at, m.id))
    order by m.created_at desc, m.id desc limit ${tx.unsafe(String(maxShopperMessages))}`
  const newest = rows.find(({ isOwn }) => !isOwn)
  if (newest)
    await tx`
      update chat_session set fetched_until = clock_timestamp()
      where token_hash = ${hashToken(token)} and fetched_until < ${newest.createdAt}`
  return rows.toReversed()
}

/** Ends the chat in the browsers of a conversation. Further answers are sent by email. */
export const endShopperChats = (tx: Tx, conversationIds: readonly string[]) =>
  tx`delete from chat_session where conversation_id = any (${[...conversationIds]}::uuid[])`
