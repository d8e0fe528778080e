import type { Tx } from '../lib/db/db.ts'

/** Returns whether a row refers to a file. */
export async function isMailFileUsed(tx: Tx, fileKey: string): Promise<boolean> {
  const [row] = await tx<{ isUsed: boolean }[]>`
    select exists (select from mail_in where file_key = ${fileKey} and status <> 'done')
      or exists (select from message_original where file_key = ${fileKey})
      or exists (select from message_file where id = ${fileKey.split('/')[1] ?? ''}) as is_used`
  return row?.isUsed === true
}
