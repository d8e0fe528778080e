import { unstoredFailures } from '#contract/desk/mail-in.ts'
import { isVisible, type Viewer } from '../../conversation/rule/visible-conversation.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The first attempts follow each other within a minute, so staff do not have to know about their failures. */
const hiddenTries = 3

/**
 * Whether the viewer sees an email that is not in the inbox. One that is filed, or is being read, has no error. Only
 * those who see a private conversation see the answers to it. Emails that no attempt can add disappear after 14 days.
 */
export const isUnfiled = (tx: Tx, viewer: Viewer) => tx`(
  error <> '' and (error <> all (${[...unstoredFailures]}) or created_at > now() - interval '14 days')
  and (status = 'dead' or tries >= ${tx.unsafe(String(hiddenTries))})
  and not exists (
    select from conversation named
    join conversation c on c.store_id = named.store_id and c.id = coalesce(named.merged_into_id, named.id)
    where recipient like 'r+%' and named.reply_token = substr(split_part(recipient, '@', 1), 3)
      and ${isVisible(tx, viewer)} is not true))`
