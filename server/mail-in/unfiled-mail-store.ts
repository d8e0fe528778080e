import {
  MailFailure,
  maxUnfiledMails,
  type UnfiledMail,
  unstoredFailures,
} from '#contract/desk/mail-in.ts'
import type { Viewer } from '../conversation/rule/visible-conversation.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueFiling } from './rule/enqueue-filing.ts'
import { isUnfiled } from './rule/unfiled-mail.ts'

export const listUnfiledMails = (tx: Tx, viewer: Viewer) => tx<UnfiledMail[]>`
  select id as "_id", coalesce(sender, '') as sender, recipient, bytes,
    case when error = any (${[...MailFailure.options]}) then error else 'unexpected' end as reason,
    status = 'new' as is_retried, created_at as received_at
  from mail_in where ${isUnfiled(tx, viewer)}
  order by created_at desc, id desc limit ${tx.unsafe(String(maxUnfiledMails))}`

/** Returns the file of an email that is not in the inbox. @throws Problem 404 message_file_not_found */
export async function findUnfiledOriginal(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<{ fileKey: string }> {
  const [row] = await tx<{ fileKey: string }[]>`
    select file_key from mail_in where id = ${id} and ${isUnfiled(tx, viewer)}`
  return assertFound(row, 'message_file_not_found')
}

/**
 * Starts as many attempts as for a new email. An email that others have retried meanwhile stays as it is.
 * @throws Problem 404 message_not_found
 */
export async function retryUnfiledMail(
  tx: Tx,
  id: string,
  { storeId, ...viewer }: Viewer & { storeId: string },
): Promise<void> {
  const [row] = await tx`
    update mail_in set status = 'new', tries = 0, error = ''
    where id = ${id} and error <> all (${[...unstoredFailures]}) and ${isUnfiled(tx, viewer)} returning id`
  if (row) return enqueueFiling(tx, storeId, id)
  const [retried] = await tx`select from mail_in where id = ${id} and error = ''`
  assertFound(retried, 'message_not_found')
}
