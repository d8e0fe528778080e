import type { Disk } from 'flydrive'
import type { Conversation, ConversationInput } from '#contract/desk/conversation.ts'
import type { MessageFile } from '#contract/desk/message.ts'
import { assertFound } from '../lib/call/problem.ts'
import { insertRows, type RunInTransaction, type Tx } from '../lib/db/db.ts'
import type { CheckedFile } from '../lib/file/read-attachment.ts'
import { getConversation, lockConversation } from './conversation-store.ts'
import { createConversation } from './message-store.ts'
import { assertFileLimits, ensureDraft, listDraftFiles } from './rule/draft-files.ts'
import { reserveMailFiles } from './rule/reserve-mail-files.ts'
import type { Author, Viewer } from './rule/visible-conversation.ts'

type DraftStorage = { disk: Disk; storeId: string; inTx: RunInTransaction }

/**
 * Attaches a file to the unsent reply of the viewer and returns all its files.
 * @throws Problem 404 conversation_not_found, 409 message_files_limit or message_files_in_chat
 */
export const addDraftFile = (
  storage: DraftStorage,
  conversationId: string,
  { file, viewer }: { file: CheckedFile; viewer: Viewer },
): Promise<MessageFile[]> =>
  withStoredFiles(storage, [file], async (tx, files) => {
    await lockConversation(tx, conversationId, viewer)
    const messageId = await ensureDraft(tx, conversationId, viewer)
    await insertFiles(tx, messageId, files)
    return listDraftFiles(tx, conversationId, viewer)
  })

/**
 * Starts a conversation with an email and its files.
 * @throws Problem 409 message_files_limit
 */
export const createWithFiles = (
  storage: DraftStorage,
  input: ConversationInput,
  { files, author }: { files: readonly CheckedFile[]; author: Author },
): Promise<Conversation> =>
  withStoredFiles(storage, files, async (tx, storedFiles) => {
    const { _id, messages } = await createConversation(tx, input, author)
    await insertFiles(tx, messages[0]?._id ?? '', storedFiles)
    return getConversation(tx, _id, author.viewer)
  })

type StoredFile = MessageFile & { fileKey: string }

/**
 * Stores the bytes of files, then runs the work in a transaction, so that none is open while they are written. If
 * the process is killed, a job deletes bytes without a row later.
 */
async function withStoredFiles<R>(
  { disk, storeId, inTx }: DraftStorage,
  files: readonly CheckedFile[],
  work: (tx: Tx, files: readonly StoredFile[]) => Promise<R>,
): Promise<R> {
  const reserved = await inTx(tx => reserveMailFiles(tx, storeId, files.length))
  const storedFiles = files.flatMap(({ fileName: name, contentType, content }, i) => {
    const key = reserved[i]
    const bytes = content.length
    return key ? [{ _id: key.id, fileKey: key.fileKey, name, contentType, bytes, content }] : []
  })
  try {
    for (const { fileKey, content } of storedFiles) await disk.put(fileKey, content)
    return await inTx(tx =>
      work(
        tx,
        storedFiles.map(({ content: _content, ...file }) => file),
      ),
    )
  } catch (error) {
    await Promise.all(storedFiles.map(({ fileKey }) => disk.delete(fileKey).catch(() => {})))
    throw error
  }
}

/** @throws Problem 409 message_files_limit or message_files_in_chat */
async function insertFiles(tx: Tx, messageId: string, files: readonly StoredFile[]) {
  const [next] = await tx<{ position: number }[]>`
    select coalesce(max(position) + 1, 0)::integer as position from message_file where message_id = ${messageId}`
  const first = next?.position ?? 0
  const rows = files.map((file, i) => ({
    ...file,
    messageId,
    isInline: false,
    position: first + i,
  }))
  await insertRows(tx, 'message_file', rows)
  await assertFileLimits(tx, messageId)
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
