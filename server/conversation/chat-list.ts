import {
  type Chat,
  type ChatList,
  type ChatRow,
  maxChats,
  maxUnseenCount,
} from '#contract/desk/chat.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import type { Tx } from '../lib/db/db.ts'
import { isVisible, type Viewer } from './rule/visible-conversation.ts'

/** The columns of a chat. The name of a record is empty without permission to read it. */
export const chatColumns = (tx: Tx, { abilities }: Viewer) => {
  const isReadable = (subject: 'customer' | 'order' | 'product') =>
    tx.unsafe(String(hasPermission(abilities, `${subject}:read`)))
  return tx`
    c.id as "_id", case when c.place = 'team' then 'team' else 'customer' end as kind,
    case when c.place <> 'team' then coalesce(nullif(c.name, ''), c.email) else coalesce(
      (select o.number from "order" o
        where o.store_id = c.store_id and o.id = c.order_id and ${isReadable('order')}),
      (select p.title from product p
        where p.store_id = c.store_id and p.id = c.product_id and ${isReadable('product')}),
      (select coalesce(nullif(u.name, ''), u.email) from customer u
        where u.store_id = c.store_id and u.id = c.customer_id and ${isReadable('customer')}),
      '') end as name,
    case when c.place = 'team' then case
      when c.order_id is not null then jsonb_build_object('subject', 'order', '_id', c.order_id)
      when c.product_id is not null then jsonb_build_object('subject', 'product', '_id', c.product_id)
      when c.customer_id is not null then jsonb_build_object('subject', 'customer', '_id', c.customer_id)
    end end as about`
}

/** Lists the newest open chats of shoppers and of the team. Each kind has its own index. */
export async function listChats(tx: Tx, viewer: Viewer): Promise<ChatList> {
  const limit = tx.unsafe(String(maxChats))
  const chats = await tx<ChatRow[]>`
    select ${chatColumns(tx, viewer)}, c.last_text, c.last_message_at, unseen.count as unseen_count
    from (
      (select c.* from conversation c
        where c.channel = 'chat' and c.place = 'inbox' and c.status <> 'closed'
          and c.merged_into_id is null and ${isVisible(tx, viewer)}
        order by c.last_message_at desc, c.id desc limit ${limit})
      union all
      (select c.* from conversation c where c.place = 'team' and c.place <> 'inbox'
        and c.merged_into_id is null
        order by c.last_message_at desc, c.id desc limit ${limit})) c
    cross join lateral (
      select count(*)::integer as count from (
        select from message m
        where m.conversation_id = c.id and ${isUnseen(tx, viewer)}
        limit ${tx.unsafe(String(maxUnseenCount))}) n) unseen
    order by c.last_message_at desc, c.id desc`
  return { chats: [...chats] }
}

/** In chats with shoppers, only their messages count. */
const isUnseen = (tx: Tx, { personId }: Viewer) => tx`
  m.status <> 'draft' and m.created_at > coalesce((
    select r.seen_until from conversation_reader r
    where r.conversation_id = c.id and r.person_id = ${personId}), '-infinity')
  and case when c.place = 'team' then m.author_id is distinct from ${personId} else m.direction = 'in' end`

/** A chat, or a conversation of the inbox that the viewer sees. */
export const selectChat = (tx: Tx, id: string, viewer: Viewer) => tx<Omit<Chat, 'messages'>[]>`
  select ${chatColumns(tx, viewer)} from conversation c
  where c.id = ${id} and (c.place = 'team' or (c.channel = 'chat' and ${isVisible(tx, viewer)}))`
