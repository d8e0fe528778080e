import type { Tx } from '../lib/db/db.ts'

/** An answer that the shopper has not seen after this time is sent by email. */
export const chatMailDelaySeconds = 60

/**
 * Claims an answer in a chat that the shopper has not seen, with the later ones, and returns their text for one
 * email. Returns undefined and claims none if the shopper has seen it, or if an earlier email contains it. A job that
 * was interrupted claims the same answers again.
 */
export async function claimUnseenAnswers(
  tx: Tx,
  { id, emailId }: { id: string; emailId: string },
): Promise<string | undefined> {
  const answers = await tx<{ text: string }[]>`
    with first as (
      select m.conversation_id, m.created_at from message m
      where m.id = ${id} and m.direction = 'out' and case when m.status = 'sending' then m.email_id = ${emailId} else
        m.status = 'sent' and m.email_id is null and m.created_at > coalesce((
          select max(s.fetched_until) from chat_session s
          where s.conversation_id = m.conversation_id), '-infinity') end
      for update
    ), claimed as (
      update message m set status = 'sending', email_id = ${emailId}
      from first
      where m.conversation_id = first.conversation_id and m.direction = 'out'
        and case when m.status = 'sending' then m.email_id = ${emailId} else
          m.status = 'sent' and m.email_id is null and m.created_at >= first.created_at end
      returning m.id, m.text, m.created_at
    )
    select text from claimed order by created_at, id`
  return answers.length > 0 ? answers.map(({ text }) => text).join('\n\n') : undefined
}
