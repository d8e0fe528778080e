import {
  type Chat,
  type ChatList,
  type ChatRow,
  maxChats,
  maxUnseenCount,
} from '#contract/desk/chat.ts'
import type { Tx } from '../lib/db/db.ts'
import { isVisible, isVisibleToTeam, type Viewer } from './rule/visible-conversation.ts'

/** The columns of a chat. The name of a deleted record is empty. */
const chatColumns = (tx: Tx) => tx`
    c.id as "_id", case when c.place = 'team' then 'team' else 'customer' end as kind,
    case when c.place <> 'team' then coalesce(nullif(c.name, ''), c.email) else coalesce(
      (select o.number from "order" o where o.store_id = c.store_id and o.id = c.order_id),
      (select p.title from product p where p.store_id = c.store_id and p.id = c.product_id),
      (select coalesce(nullif(u.name, ''), u.email) from customer u
        where u.store_id = c.store_id and u.id = c.customer_id),
      '') end as name,
    case when c.place = 'team' and c.subject <> 'team' then jsonb_build_object(
      'subject', c.subject, '_id', coalesce(c.order_id, c.product_id, c.customer_id)) end as about`

/** The newest open chats of shoppers and of the team. Each kind has its own index. */
const newestChats = (tx: Tx, viewer: Viewer) => {
  const newestFirst = tx`order by c.last_message_at desc, c.id desc limit ${tx.unsafe(String(maxChats))}`
  return tx`
    (select c.* from conversation c
      where c.channel = 'chat' and c.place = 'inbox' and c.status <> 'closed'
        and c.merged_into_id is null and ${isVisible(tx, viewer)} ${newestFirst})
    union all
    (select c.* from conversation c where c.place = 'team' and c.place <> 'inbox'
      and c.merged_into_id is null and ${isVisibleToTeam(tx, viewer)} ${newestFirst})`
}

/** Lists the newest open chats. */
export async function listChats(tx: Tx, viewer: Viewer): Promise<ChatList> {
  const chats = await tx<ChatRow[]>`
    select ${chatColumns(tx)}, c.last_text, c.last_message_at, unseen.count as unseen_count
    from (${newestChats(tx, viewer)}) c
    cross join lateral (
      select count(*)::integer as count from (
        select from message m
        where m.conversation_id = c.id and ${isUnseen(tx, viewer)}
        limit ${tx.unsafe(String(maxUnseenCount))}) n) unseen
    order by c.last_message_at desc, c.id desc`
  return { chats: [...chats] }
}

/** Counts the newest open chats with messages that the viewer has not seen. */
export const unseenChatCount = (tx: Tx, viewer: Viewer) => tx`(
  select count(*)::integer from (${newestChats(tx, viewer)}) c
  where exists (select from message m where m.conversation_id = c.id and ${isUnseen(tx, viewer)}))`

/** In chats with shoppers, only their messages count. */
const isUnseen = (tx: Tx, { personId }: Viewer) => tx`
  m.status <> 'draft' and m.created_at > coalesce((
    select r.seen_until from conversation_reader r
    where r.conversation_id = c.id and r.person_id = ${personId}), '-infinity')
  and case when c.place = 'team' then m.author_id is distinct from ${personId} else m.direction = 'in' end`

/** A chat, or a conversation of the inbox that the viewer sees. */
export const selectChat = (tx: Tx, id: string, viewer: Viewer) => tx<Omit<Chat, 'messages'>[]>`
  select ${chatColumns(tx)} from conversation c
  where c.id = ${id} and (${isVisibleToTeam(tx, viewer)} or (c.channel = 'chat' and ${isVisible(tx, viewer)}))`
