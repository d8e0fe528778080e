import type { Tx } from '../../lib/db/db.ts'

/** Returns the language in which the customer placed the order, or '' if it is not known. */
export async function findOrderLanguage(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ language: string }[]>`
    select language from "order" where id = ${id}`
  return row?.language ?? ''
}
