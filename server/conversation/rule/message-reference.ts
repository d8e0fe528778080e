import { createHash } from 'node:crypto'
import type { Tx } from '../../lib/db/db.ts'

const hashEmailId = (emailId: string) => createHash('sha256').update(emailId.trim()).digest()

/** Remembers that an email with this Message-ID belongs to a conversation. */
export const addReference = (tx: Tx, conversationId: string, emailId: string) => tx`
  insert into message_reference (hash, conversation_id) values (${hashEmailId(emailId)}, ${conversationId})
  on conflict do nothing`

/** Returns the conversation of the current store to which one of the emails belongs, the last one first. */
export async function findReferencedConversation(
  tx: Tx,
  emailIds: readonly string[],
): Promise<string | undefined> {
  const hashes = emailIds.slice(-50).map(emailId => hashEmailId(emailId).toString('hex'))
  const [row] = await tx<{ conversationId: string }[]>`
    select r.conversation_id
    from unnest(${hashes}::text[]) with ordinality as known (hash, position)
    join message_reference r on r.hash = decode(known.hash, 'hex')
    order by known.position desc limit 1`
  return row?.conversationId
}
