import { isBlockedIn } from '../conversation/rule/apply-sender-rule.ts'
import { findReferencedConversation } from '../conversation/rule/message-reference.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { parseRecipient } from './mail-recipient.ts'
import type { ParsedMail } from './read/parse-mail.ts'

type AddressedMail = {
  recipient: string
  content: ParsedMail
  mailHost: string
  /** Whether the domain of the sender says that the email is not from it. */
  isForged: boolean
}
export type ChosenConversation = { id: string; isNew: boolean }

/**
 * Returns the conversation of an email. Checks the reply address first, then the referenced emails, then the
 * order in the subject. Otherwise creates one, as for a blocked sender. An order number alone is never enough, because
 * anyone can guess it.
 */
export async function chooseConversation(tx: Tx, mail: AddressedMail): Promise<ChosenConversation> {
  const { content } = mail
  const found = (await findByReplyAddress(tx, mail)) ?? (await findByReferences(tx, content))
  const named = found === undefined ? undefined : await followMerges(tx, found)
  if (named !== undefined && !(await isBlockedIn(tx, named, content.fromEmail)))
    return { id: named, isNew: false }
  if (mail.isForged) return { id: await createConversation(tx, content, 'spam'), isNew: true }
  const order = await findNamedOrder(tx, content)
  const aboutOrder = order && (await findAboutOrder(tx, order.id, content.fromEmail))
  if (aboutOrder !== undefined && !(await isBlockedIn(tx, aboutOrder, content.fromEmail)))
    return { id: aboutOrder, isNew: false }
  return { id: await createConversation(tx, content, 'inbox', order), isNew: true }
}

/** Row security hides the conversations of other stores. */
async function findByReplyAddress(
  tx: Tx,
  { recipient, mailHost }: AddressedMail,
): Promise<string | undefined> {
  const name = parseRecipient(recipient, mailHost)
  if (!name || !('replyToken' in name)) return undefined
  const [row] = await tx<{ id: string }[]>`
    select id from conversation where reply_token = ${name.replyToken}`
  return row?.id
}

async function followMerges(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    with recursive target as (
      select id, merged_into_id, 0 as depth from conversation where id = ${id}
      union all
      select c.id, c.merged_into_id, t.depth + 1
      from target t join conversation c on c.store_id = current_store() and c.id = t.merged_into_id
      where t.depth < 20
    )
    select id from target order by depth desc limit 1`
  return row?.id ?? id
}

/**
 * Returns the conversation of an email that the store has sent and this one answers. An email of its own person also
 * belongs to it if it answers another one of theirs. A stranger could have chosen that Message-ID.
 */
async function findByReferences(
  tx: Tx,
  { references, fromEmail }: ParsedMail,
): Promise<string | undefined> {
  const id = await findReferencedConversation(tx, references)
  if (id === undefined) return undefined
  const [row] = await tx`
    select from conversation c
    where c.id = ${id} and (c.email = ${fromEmail} or exists (
      select from message m
      where m.conversation_id = c.id and m.direction = 'out' and m.email_id = any (${references})))`
  return row && id
}

type NamedOrder = { id: string; customerId: string | null }

/** Returns the order of the last 90 days whose number is in the subject and whose email is that of the sender. */
async function findNamedOrder(
  tx: Tx,
  { subject, fromEmail }: ParsedMail,
): Promise<NamedOrder | undefined> {
  const words = (subject.match(/[\p{L}\p{N}#/_-]*\d[\p{L}\p{N}/_-]*/gu) ?? []).slice(0, 10)
  if (words.length === 0 || fromEmail === '') return undefined
  const numbers = words.map(word => word.replace(/^#+/, '').toLowerCase())
  const [order] = await tx<NamedOrder[]>`
    select id, customer_id from "order"
    where folded_email = ${fromEmail} and lower(ltrim(number, '#')) = any (${numbers})
      and created_at > now() - interval '90 days'
    order by created_at desc limit 1`
  return order
}

async function findAboutOrder(tx: Tx, orderId: string, email: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from conversation
    -- The shopper of a chat has only named the email.
    where channel <> 'chat' and order_id = ${orderId} and email = ${email} and merged_into_id is null
      and place = 'inbox'
      and last_message_at > now() - interval '90 days'
    order by last_message_at desc limit 1`
  return row?.id
}

async function createConversation(
  tx: Tx,
  { subject, fromName, fromEmail }: ParsedMail,
  place: 'inbox' | 'spam',
  order?: NamedOrder | undefined,
): Promise<string> {
  const [customer] = await tx<{ id: string; name: string }[]>`
    select id, name from customer where folded_email = ${fromEmail} and ${fromEmail} <> ''`
  return insertRow(tx, 'conversation', {
    channel: 'email',
    subject,
    email: fromEmail,
    name: fromName || (customer?.name ?? ''),
    customerId: order?.customerId ?? customer?.id ?? null,
    orderId: order?.id ?? null,
    status: 'open',
    place,
    ...(place === 'spam' && { spamReason: 'forged' }),
  })
}
