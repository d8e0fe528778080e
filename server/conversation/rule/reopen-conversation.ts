import type { Tx } from '../../lib/db/db.ts'

/** Opens the conversation of a message that was not delivered. Its person waits for the reply. */
export const reopenConversation = (tx: Tx, id: string) => tx`
  update conversation set status = 'open', snoozed_until = null,
    waiting_since = coalesce(waiting_since, last_received_at), version = version + 1, updated_at = now()
  where id = ${id}`
