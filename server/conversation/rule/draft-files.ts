import { maxMessageFileMegabytes, maxMessageFiles } from '#contract/desk/draft-file.ts'
import type { MessageFile } from '#contract/desk/message.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import type { Viewer } from './visible-conversation.ts'

const isOwnDraft = (tx: Tx, conversationId: string, { personId }: Viewer) => tx`
  m.conversation_id = ${conversationId} and m.status = 'draft' and m.author_id = ${personId}`

/** The day of the last change, from which drafts expire. Changes on the same day add no audit entry. */
export const getDraftTime = (tx: Tx) => tx`
  case when created_at < now() - interval '1 day' then now() else created_at end`

/** Returns the id of the unsent reply of the viewer. */
export async function ensureDraft(tx: Tx, conversationId: string, viewer: Viewer): Promise<string> {
  const [draft] = await tx<{ id: string }[]>`
    update message m set created_at = ${getDraftTime(tx)}
    where ${isOwnDraft(tx, conversationId, viewer)} returning m.id`
  if (draft) return draft.id
  return insertRow(tx, 'message', {
    conversationId,
    direction: 'out',
    status: 'draft',
    authorId: viewer.personId,
    text: '',
  })
}

export const listDraftFiles = (tx: Tx, conversationId: string, viewer: Viewer) => tx<MessageFile[]>`
  select f.id as "_id", f.name, f.content_type, f.bytes
  from message m join message_file f on f.store_id = m.store_id and f.message_id = m.id
  where ${isOwnDraft(tx, conversationId, viewer)} order by f.position, f.id`

/** @throws Problem 409 message_files_limit, or 409 message_files_in_chat */
export async function assertFileLimits(tx: Tx, messageId: string): Promise<void> {
  const [files] = await tx<{ count: number; bytes: number; isChat: boolean }[]>`
    select count(*)::integer as count, coalesce(sum(f.bytes), 0)::integer as bytes,
      coalesce(bool_or(c.channel = 'chat'), false) as is_chat
    from message_file f
    join message m on m.store_id = f.store_id and m.id = f.message_id
    join conversation c on c.store_id = m.store_id and c.id = m.conversation_id
    where f.message_id = ${messageId}`
  const { count, bytes, isChat } = assertFound(files)
  if (isChat) throw new Problem(409, 'message_files_in_chat')
  if (count > maxMessageFiles || bytes > maxMessageFileBytes) throw createFileLimitProblem()
}

export const maxMessageFileBytes = maxMessageFileMegabytes * 1024 * 1024

export const createFileLimitProblem = () =>
  new Problem(409, 'message_files_limit', {
    count: maxMessageFiles,
    size: maxMessageFileMegabytes,
  })

/**
 * Moves the files of the unsent reply of the viewer to the message that is sent.
 * @throws Problem 409 message_files_limit, or 409 message_files_in_chat
 */
export async function sendDraftFiles(
  tx: Tx,
  conversationId: string,
  { messageId, viewer }: { messageId: string; viewer: Viewer },
): Promise<void> {
  await tx`
    update message_file f set message_id = ${messageId} from message m
    where m.store_id = f.store_id and m.id = f.message_id and ${isOwnDraft(tx, conversationId, viewer)}`
  await assertFileLimits(tx, messageId)
}
