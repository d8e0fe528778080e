import type { Tx } from '../../lib/db/db.ts'

/**
 * Moves the conversation of an email to the spam if its sender is blocked. A sender who is allowed by their address
 * is no spam, although the email does not prove that it is from them.
 */
export async function applySenderRule(
  tx: Tx,
  conversationId: string,
  { fromEmail, isNew }: { fromEmail: string; isNew: boolean },
): Promise<void> {
  await tx`
    update conversation set place = 'spam', spam_reason = 'blocked'
    where id = ${conversationId} and email = ${fromEmail} and place <> 'spam'
      and find_sender_rule(${fromEmail}) = 'block'`
  if (isNew)
    await tx`
      update conversation set place = 'inbox', spam_reason = null
      where id = ${conversationId} and spam_reason = 'forged'
        and exists (select from sender_rule where sender = ${fromEmail} and action = 'allow')`
}
