import type { ConversationMessage } from '#contract/desk/message.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'

type MessageRow = {
  _id?: string
  conversationId: string
  direction: ConversationMessage['direction']
  origin?: ConversationMessage['origin']
  status: ConversationMessage['status']
  authorId?: string | null
  fromName?: string
  fromEmail?: string
  toEmails?: string[]
  ccEmails?: string[]
  subject?: string
  text: string
  html?: string | null
  quoteStart?: number | null
  emailId?: string | null
  sendAt?: string | null
}

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    message: MessageRow
  }
}

/**
 * Adds a message to a conversation and returns its id. A message of a person opens the conversation again; an
 * answer of the store ends their waiting. Automatic messages and notes change nothing else.
 */
export async function addMessage(tx: Tx, message: MessageRow): Promise<string> {
  const { conversationId, direction, origin = 'person' } = message
  // Two messages of a conversation are added one after the other.
  await tx`select from conversation where id = ${conversationId} for update`
  // The time of the clock, because a message that waited for the lock is newer than the one before.
  const id = await insertRow(tx, 'message', { ...message, createdAt: tx`clock_timestamp()` })
  if (direction === 'note') return id
  const isFromPerson = direction === 'in' && origin === 'person'
  await tx`
    update conversation set
      last_message_at = clock_timestamp(), last_text = ${toSnippet(message.text)}, message_count = message_count + 1,
      version = version + 1, updated_at = now()
      ${
        isFromPerson
          ? tx`
              , status = 'open', snoozed_until = null, last_received_at = clock_timestamp(),
              waiting_since = coalesce(waiting_since, now())`
          : tx``
      }
      ${
        direction === 'out'
          ? tx`
              , has_reply = true, first_reply_at = coalesce(first_reply_at, now()), waiting_since = null`
          : tx``
      }
    where id = ${conversationId}`
  return id
}

/** Returns the beginning of a text on one line. */
export const toSnippet = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
