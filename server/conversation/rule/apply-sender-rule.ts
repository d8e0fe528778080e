import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns whether an email starts a conversation of its own, although it answers this one: the sender was blocked
 * after it started, and all its earlier messages stay where they are.
 */
export async function isBlockedIn(
  tx: Tx,
  conversationId: string,
  fromEmail: string,
): Promise<boolean> {
  const [row] = await tx`
    select from conversation
    where id = ${conversationId} and email = ${fromEmail} and place <> 'spam'
      and find_sender_rule(${fromEmail}) = 'block'`
  return row !== undefined
}

/**
 * Moves the new conversation of a blocked sender to the spam, and that of a sender who is no longer blocked to the
 * inbox. A sender who is allowed by their address is no spam, although the email does not prove that it is from them.
 */
export async function applySenderRule(
  tx: Tx,
  conversationId: string,
  { fromEmail, isNew }: { fromEmail: string; isNew: boolean },
): Promise<void> {
  if (isNew)
    await tx`
      update conversation set place = 'spam', spam_reason = 'blocked'
      where id = ${conversationId} and email = ${fromEmail} and place <> 'spam'
        and find_sender_rule(${fromEmail}) = 'block'`
  await tx`
    update conversation set place = 'inbox', spam_reason = null
    where id = ${conversationId} and email = ${fromEmail} and place = 'spam' and (
      spam_reason = 'blocked' and find_sender_rule(${fromEmail}) is distinct from 'block'
      or ${isNew} and spam_reason = 'forged'
        and exists (select from sender_rule where sender = ${fromEmail} and action = 'allow'))`
}
