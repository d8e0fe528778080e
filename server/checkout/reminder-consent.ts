import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { encryptSecret } from '../lib/security/encrypt-secret.ts'
import { hashCartToken } from '../storefront/form/cart-cookie.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'

type ReminderConsent = { token: string; host: StorefrontHost; isWanted: boolean }

/** Stores or withdraws the consent to one email about a cart, from which a link opens the cart. */
export const storeReminderConsent = (
  { keys }: Pick<App, 'keys'>,
  tx: Tx,
  { token, host: { storeId, language }, isWanted }: ReminderConsent,
) => tx`
  select set_cart_reminder(
    ${hashCartToken(token)}, ${isWanted}, ${encryptSecret(keys.cartReminder, storeId, token)}, ${language})`
