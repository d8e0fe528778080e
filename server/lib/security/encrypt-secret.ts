import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts a secret and binds it to its row: `boundTo` is needed to decrypt it, so it cannot be
 * copied to another row.
 */
export function encryptSecret(key: Uint8Array, boundTo: string, secret: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts the result of `encryptSecret`. Throws if the key or `boundTo` differs. */
export function decryptSecret(key: Uint8Array, boundTo: string, encrypted: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(encrypted.subarray(-16))
  return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}
