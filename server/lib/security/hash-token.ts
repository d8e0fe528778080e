import { createHash } from 'node:crypto'

/**
 * Returns the hash under which the database stores a token, so that its rows open nothing. A plain hash
 * is enough, because a token is a random number of 256 bits.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
