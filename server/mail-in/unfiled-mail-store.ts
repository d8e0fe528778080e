import { MailFailure, maxUnfiledMails, type UnfiledMail } from '#contract/desk/mail-in.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { isUnfiled } from './rule/unfiled-mail.ts'

export const listUnfiledMails = (tx: Tx) => tx<UnfiledMail[]>`
  select id as "_id", coalesce(sender, '') as sender, recipient, bytes,
    case when error = any (${[...MailFailure.options]}) then error else 'unexpected' end as reason,
    status = 'new' as is_retried, created_at as received_at
  from mail_in where ${tx.unsafe(isUnfiled)}
  order by created_at desc, id desc limit ${tx.unsafe(String(maxUnfiledMails))}`

/** Returns the file of an email that is not in the inbox. @throws Problem 404 message_file_not_found */
export async function findUnfiledOriginal(tx: Tx, id: string): Promise<{ fileKey: string }> {
  const [row] = await tx<{ fileKey: string }[]>`
    select file_key from mail_in where id = ${id} and ${tx.unsafe(isUnfiled)}`
  return assertFound(row, 'message_file_not_found')
}

/** Starts as many attempts as for a new email. @throws Problem 404 message_not_found */
export async function retryUnfiledMail(tx: Tx, id: string, storeId: string): Promise<void> {
  const [row] = await tx`
    update mail_in set status = 'new', tries = 0, error = ''
    where id = ${id} and ${tx.unsafe(isUnfiled)} returning id`
  assertFound(row, 'message_not_found')
  await enqueueJob(tx, 'mailIn.file', { storeId, id })
}
