import type { Disk } from 'flydrive'
import type { MessageFile } from '#contract/desk/message.ts'
import { assertFound } from '../lib/call/problem.ts'
import { insertRows, type RunInTransaction, type Tx } from '../lib/db/db.ts'
import type { CheckedFile } from '../lib/file/read-attachment.ts'
import { lockConversation } from './conversation-store.ts'
import { assertFileLimits, ensureDraft, listDraftFiles } from './rule/draft-files.ts'
import { reserveMailFiles } from './rule/reserve-mail-files.ts'
import type { Viewer } from './rule/visible-conversation.ts'

type DraftStorage = { disk: Disk; storeId: string; inTx: RunInTransaction }

/**
 * Attaches a file to the unsent reply of the viewer and returns all its files. No transaction is open while the bytes
 * are written. If the process is killed, a job deletes bytes without a row later.
 * @throws Problem 404 conversation_not_found, 409 message_files_limit or message_files_in_chat
 */
export async function addDraftFile(
  { disk, storeId, inTx }: DraftStorage,
  conversationId: string,
  { file, viewer }: { file: CheckedFile; viewer: Viewer },
): Promise<MessageFile[]> {
  const [reserved] = await inTx(tx => reserveMailFiles(tx, storeId, 1))
  if (!reserved) throw new Error('No file was reserved.')
  const { id: _id, fileKey } = reserved
  const { fileName: name, contentType, content } = file
  try {
    await disk.put(fileKey, content)
    return await inTx(async tx => {
      await lockConversation(tx, conversationId, viewer)
      const messageId = await ensureDraft(tx, conversationId, viewer)
      const [next] = await tx<{ position: number }[]>`
        select coalesce(max(position) + 1, 0)::integer as position from message_file where message_id = ${messageId}`
      const row = { _id, messageId, name, contentType, fileKey, isInline: false }
      const bytes = content.length
      await insertRows(tx, 'message_file', [{ ...row, bytes, position: next?.position ?? 0 }])
      await assertFileLimits(tx, messageId)
      return listDraftFiles(tx, conversationId, viewer)
    })
  } catch (error) {
    await disk.delete(fileKey).catch(() => {})
    throw error
  }
}

/**
 * Removes a file from the unsent reply of the viewer. A trigger enqueues the deletion of its bytes.
 * @throws Problem 404 message_file_not_found
 */
export async function deleteDraftFile(tx: Tx, id: string, { personId }: Viewer): Promise<void> {
  const [row] = await tx<{ id: string }[]>`
    delete from message_file f using message m
    where f.id = ${id} and m.store_id = f.store_id and m.id = f.message_id and m.status = 'draft'
      and m.author_id = ${personId}
    returning m.id`
  const { id: draftId } = assertFound(row, 'message_file_not_found')
  await tx`
    delete from message
    where id = ${draftId} and text = '' and not exists (select from message_file f where f.message_id = message.id)`
}
