import { type SqlFragment, toLikePattern } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the condition that the text of `product p` contains `text` in any case. */
export const matchProductText = (tx: Tx, text: string): SqlFragment =>
  tx`p.searched like ${toLikePattern(text.toLowerCase())}`
