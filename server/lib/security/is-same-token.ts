import { timingSafeEqual } from 'node:crypto'

/**
 * Compares a received token, MAC or hash with the expected one, in a time that does not reveal a
 * part of it.
 */
export function isSameToken(
  expectedToken: string | Uint8Array,
  receivedToken: string | Uint8Array,
): boolean {
  const [expected, received] = [Buffer.from(expectedToken), Buffer.from(receivedToken)]
  return received.length === expected.length && timingSafeEqual(received, expected)
}
