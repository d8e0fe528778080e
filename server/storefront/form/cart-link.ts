import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { App } from '../../lib/call/serve.ts'
import { decryptSecret, encryptSecret } from '../../lib/security/encrypt-secret.ts'

const codeLength = 22
/** The code of a link to a cart. It is short enough for a small QR code. */
export const cartCodePattern = /^[\w-]{22}$/

export const createCartCode = () => randomBytes(16).toString('base64url')

/** Returns the code of the link in the reminder of a cart, the same for each attempt to send it. */
export const getReminderCode = ({ keys }: Pick<App, 'keys'>, storeId: string, cartId: string) =>
  createHmac('sha256', keys.cartReminder)
    .update(`code ${storeId} ${cartId}`)
    .digest('base64url')
    .slice(0, codeLength)

const hash = (text: string) => createHash('sha256').update(text).digest()
export const hashCartCode = (code: string) => hash(`cart link ${code}`)
const getKey = (code: string) => hash(`cart link key ${code}`)

/** Encrypts the token of a cart with the code of a link, so that the database alone opens no cart. */
export const sealCartToken = (code: string, storeId: string, token: string) =>
  encryptSecret(getKey(code), storeId, token)

export const openCartToken = (code: string, storeId: string, sealed: Uint8Array) =>
  decryptSecret(getKey(code), storeId, sealed)
