import type { Conversation } from '#contract/desk/conversation.ts'
import {
  maxSenderRules,
  SenderRule,
  type SenderRuleAction,
  type SenderRuleInput,
} from '#contract/desk/sender-rule.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { getConversation, lockConversation } from './conversation-store.ts'
import type { Viewer } from './rule/visible-conversation.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    sender_rule: SenderRuleInput
  }
}

const columns = selectColumns(SenderRule)

export const listSenderRules = async (tx: Tx): Promise<SenderRule[]> => [
  ...(await tx<SenderRule[]>`select ${columns(tx)} from sender_rule order by sender, id`),
]

/** @throws Problem 409 sender_rule_limit */
export async function saveSenderRule(
  tx: Tx,
  { sender, action }: SenderRuleInput,
): Promise<SenderRule> {
  await tx`select pg_advisory_xact_lock(hashtextextended('sender_rule ' || current_store(), 0))`
  const [rules] = await tx<{ count: number }[]>`
    select count(*)::integer as count from sender_rule where sender <> ${sender}`
  if ((rules?.count ?? 0) >= maxSenderRules)
    throw new Problem(409, 'sender_rule_limit', { count: maxSenderRules })
  const [row] = await tx<SenderRule[]>`
    insert into sender_rule (sender, action) values (${sender}, ${action})
    on conflict (store_id, sender) do update set action = excluded.action
    returning ${columns(tx)}`
  return assertFound(row)
}

/** @throws Problem 409 sender_missing for a conversation without an email address */
export async function applySenderRuleToConversation(
  tx: Tx,
  { conversation: id, action }: { conversation: string; action: SenderRuleAction },
  viewer: Viewer,
): Promise<Conversation> {
  await lockConversation(tx, id, viewer)
  const { email: sender } = await getConversation(tx, id, viewer)
  if (sender === '') throw new Problem(409, 'sender_missing')
  await saveSenderRule(tx, { sender, action })
  const isBlocked = action === 'block'
  await tx`
    update conversation set place = ${isBlocked ? 'spam' : 'inbox'}, spam_reason = ${isBlocked ? 'blocked' : null},
      version = version + 1, updated_at = now()
    where id = ${id}`
  return getConversation(tx, id, viewer)
}

export async function deleteSenderRule(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from sender_rule where id = ${id} returning id`
  assertFound(row, 'sender_rule_not_found')
}
