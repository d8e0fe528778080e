import { createHmac } from 'node:crypto'
import { openClient } from '../primary/open-client.ts'
import { loadInstallation } from './installation.ts'

/**
 * Keys for signing and encrypting, derived from the secret of the installation, so all processes
 * have the same ones.
 */
export type SecretKeys = {
  accessToken: Uint8Array
  refreshToken: Uint8Array
  twoStep: Uint8Array
  webhook: Uint8Array
  passkey: Uint8Array
  rateLimit: Uint8Array
  storeAccess: Uint8Array
  themePreview: Uint8Array
  orderPage: Uint8Array
  cartReminder: Uint8Array
  mailLink: Uint8Array
  wishList: Uint8Array
  mailDomain: Uint8Array
  paymentAccount: Uint8Array
  labelService: Uint8Array
  mailbox: Uint8Array
  agentReply: Uint8Array
}

export async function loadSecretKeys(ownerUrl: string, secretKey?: string): Promise<SecretKeys> {
  const sql = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    const { secret } = await loadInstallation(sql, secretKey)
    const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
    return {
      accessToken: derive('access token'),
      refreshToken: derive('refresh token'),
      twoStep: derive('two-step secret'),
      webhook: derive('webhook secret'),
      passkey: derive('passkey challenge'),
      rateLimit: derive('counted attempts'),
      storeAccess: derive('store access'),
      themePreview: derive('theme preview'),
      orderPage: derive('order page'),
      cartReminder: derive('cart reminder'),
      mailLink: derive('mail link'),
      wishList: derive('wish list'),
      mailDomain: derive('mail domain'),
      paymentAccount: derive('payment account'),
      labelService: derive('label service'),
      mailbox: derive('mailbox'),
      agentReply: derive('agent reply'),
    }
  } finally {
    await sql.end()
  }
}
