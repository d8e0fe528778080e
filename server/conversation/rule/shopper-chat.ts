import type { ShopperMessage } from '#contract/storefront/storefront-chat.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import { enqueueJobs } from '../../lib/job/jobs.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { addMessage } from './add-message.ts'
import { applySenderRule } from './apply-sender-rule.ts'

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
 * Returns the chat of a browser. It ends when staff merge the conversation with another one, or when it receives an
 * email, because the store has not verified that the email is the shopper’s.
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

/** Starts a chat with the first message. The store gets a notification and an email, unless the sender is blocked. */
export async function startShopperChat(tx: Tx, start: ChatStart): Promise<string> {
  const { key, name, token, language, storeId } = start
  const email = start.email.toLowerCase()
  const repeated = await findRepeated(tx, key)
  if (repeated?.openChat) {
    await addSession(tx, repeated.openChat, token)
    return repeated.openChat
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
  await applySenderRule(tx, id, { fromEmail: email, isNew: true })
  // The message of a chat that has ended keeps the key.
  await addShopperText(tx, id, { ...start, email, key: repeated ? undefined : key })
  const [accepted] = await tx`select from conversation where id = ${id} and place = 'inbox'`
  if (accepted)
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
  await tx`update conversation set place = 'inbox' where id = ${conversationId} and place = 'trash'`
  await applySenderRule(tx, conversationId, { fromEmail: conversation.email, isNew: false })
  await addShopperText(tx, conversationId, { ...message, ...conversation })
  await tx`
    update chat_session set expires_at = now() + make_interval(secs => ${chatSessionSeconds})
    where token_hash = ${hashToken(message.token)} and expires_at > clock_timestamp()`
}

type ShopperTextOf = { key: string | undefined; text: string; name: string; email: string }

/** Adds a message. A shopper who writes again before the store has answered causes no further notification. */
async function addShopperText(
  tx: Tx,
  conversationId: string,
  { key, text, name, email }: ShopperTextOf,
): Promise<void> {
  const [waiting] = await tx`
    select from conversation where id = ${conversationId} and waiting_since is not null and status = 'open'`
  await addMessage(tx, {
    ...(key !== undefined && { _id: key }),
    conversationId,
    direction: 'in',
    status: 'received',
    fromName: name,
    fromEmail: email,
    text,
  })
  if (!waiting) await notifyStaff(tx, conversationId, { customer: name || email, source: 'chat' })
}

/** Notifies all staff, or those who handle a private conversation. Spam notifies none. */
const notifyStaff = (tx: Tx, conversationId: string, data: { customer: string; source: string }) =>
  tx`
    select add_notification('message_received', 'conversation', c.id, ${tx.json(data)}, recipient.id)
    from conversation c, lateral (
      select null::uuid as id where not 'private' = any (c.labels)
      union
      select c.assignee_id where 'private' = any (c.labels) and c.assignee_id is not null
      union
      select r.person_id from conversation_reader r
      where r.conversation_id = c.id and r.is_following and 'private' = any (c.labels)) recipient
    where c.id = ${conversationId} and c.place = 'inbox'`

/**
 * Returns the earlier attempt to send a message, whose reply was lost, with its chat unless that has ended. Only
 * this browser knows the key of its message.
 */
async function findRepeated(tx: Tx, key: string): Promise<{ openChat: string | null } | undefined> {
  const [row] = await tx<{ openChat: string | null }[]>`
    select (
      select c.id from conversation c
      where c.store_id = m.store_id and c.id = m.conversation_id and c.channel = 'chat'
        and m.direction = 'in' and c.merged_into_id is null and m.created_at > now() - interval '10 minutes'
        and exists (
          select from chat_session s
          where s.store_id = c.store_id and s.conversation_id = c.id and s.expires_at > now())) as open_chat
    from message m where m.id = ${key}`
  return row
}

/** Ended chats are kept for a day, so that answers that the shopper has seen are not emailed. */
async function addSession(tx: Tx, conversationId: string, token: string): Promise<void> {
  await tx`delete from chat_session where expires_at < now() - interval '1 day'`
  await tx`
    insert into chat_session (token_hash, conversation_id, expires_at)
    values (${hashToken(token)}, ${conversationId}, now() + make_interval(secs => ${chatSessionSeconds}))`
}

/**
 * Returns the messages after the last one that the browser has, oldest first, and stores that the shopper has seen
 * that one. Notes of the staff are no part of them.
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
  if (after)
    await tx`
      update chat_session c set fetched_until = m.created_at
      from message m
      where c.token_hash = ${hashToken(token)} and m.id = ${after} and m.conversation_id = c.conversation_id
        and c.fetched_until < m.created_at`
  return rows.toReversed()
}

/** Ends the chat in the browsers of a conversation. Further answers are sent by email. */
export const endShopperChats = (tx: Tx, conversationId: string) =>
  tx`update chat_session set expires_at = now() where conversation_id = ${conversationId} and expires_at > now()`

/**
 * Ends the chats of two conversations that become one. Of two chats, the shopper has seen all answers only until the
 * earlier time.
 */
export const mergeShopperChats = (tx: Tx, id: string, into: string) => tx`
  update chat_session set conversation_id = ${into}, expires_at = least(expires_at, now()), fetched_until = (
    select min(seen.until) from (
      select max(s.fetched_until) as until from chat_session s
      where s.conversation_id in (${id}, ${into}) group by s.conversation_id) seen)
  where conversation_id in (${id}, ${into})`

/** Copies until when the shopper has seen the answers. The chat stays with its first conversation. */
export const copySeenAnswers = (tx: Tx, from: string, to: string) => tx`
  insert into chat_session (token_hash, conversation_id, fetched_until, expires_at)
  select sha256(uuid_send(gen_random_uuid())), ${to}, max(fetched_until), now()
  from chat_session where conversation_id = ${from} having count(*) > 0`
