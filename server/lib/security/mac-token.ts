import { createHmac } from 'node:crypto'

/** Returns a token that needs no database row: a MAC over the text, such as the id of a record. */
export const createMacToken = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
