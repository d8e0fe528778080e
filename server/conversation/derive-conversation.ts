import type { Tx } from '../lib/db/db.ts'

/** Derives from the messages what a conversation shows of them. */
export const deriveFields = (tx: Tx, id: string) => tx`
  with shown as (
    select m.* from message m
    where m.conversation_id = ${id} and m.direction <> 'note' and m.status <> 'draft'
  ), answered as (
    select min(created_at) as first_at, max(created_at) as last_at from shown
    where direction = 'out' and status not in ('failed', 'bounced')
  )
  update conversation c set
    message_count = (select count(*) from shown),
    last_message_at = coalesce((select max(created_at) from shown), c.last_message_at),
    last_received_at = (select max(created_at) from shown where direction = 'in' and origin = 'person'),
    last_text = coalesce((
      select left(btrim(regexp_replace(text, '\\s+', ' ', 'g')), 200) from shown
      order by created_at desc, id desc limit 1), ''),
    has_reply = answered.first_at is not null,
    first_reply_at = answered.first_at,
    waiting_since = (
      select min(created_at) from shown
      where direction = 'in' and origin = 'person' and created_at > coalesce(answered.last_at, '-infinity')),
    version = c.version + 1, updated_at = now()
  from answered
  where c.id = ${id}`
