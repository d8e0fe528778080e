import type { z } from 'zod'
import {
  maxSavedReplies,
  SavedReply,
  type SavedReplyInput,
  type savedReplyApi,
} from '#contract/desk/saved-reply.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    saved_reply: SavedReplyInput
  }
}

const columns = selectColumns(SavedReply)

export const listSavedReplies = async (tx: Tx): Promise<SavedReply[]> => [
  ...(await tx<SavedReply[]>`select ${columns(tx)} from saved_reply order by lower(name), id`),
]

async function getSavedReply(tx: Tx, id: string): Promise<SavedReply> {
  const [row] = await tx<SavedReply[]>`
    select ${columns(tx)} from saved_reply where id = ${id} for update`
  return assertFound(row, 'saved_reply_not_found')
}

/** @throws Problem 409 saved_reply_limit, or 409 saved_reply_name_taken on the name */
export async function createSavedReply(tx: Tx, input: SavedReplyInput): Promise<SavedReply> {
  await tx`select pg_advisory_xact_lock(hashtextextended('saved_reply ' || current_store(), 0))`
  const [row] = await tx<{ count: number }[]>`select count(*)::integer as count from saved_reply`
  if ((row?.count ?? 0) >= maxSavedReplies)
    throw new Problem(409, 'saved_reply_limit', { count: maxSavedReplies })
  return getSavedReply(tx, await insertRow(tx, 'saved_reply', input))
}

/** @throws Problem 409 version_conflict, or 409 saved_reply_name_taken on the name */
export async function updateSavedReply(
  tx: Tx,
  id: string,
  { version, ...input }: z.infer<typeof savedReplyApi.update.body>,
): Promise<SavedReply> {
  assertVersion(await getSavedReply(tx, id), version)
  await updateVersionedRow(tx, 'saved_reply', id, input)
  return getSavedReply(tx, id)
}

export async function deleteSavedReply(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from saved_reply where id = ${id} returning id`
  assertFound(row, 'saved_reply_not_found')
}
