import type { z } from 'zod'
import type { Reauthentication } from '#contract/account/account-security.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'

type ReauthenticationCall = {
  principal: Principal
  client: ClientInfo
  body: Partial<z.infer<typeof Reauthentication>>
  inTx: RunInTransaction
}
/** A change that gives access to a store, or that leads its money or email elsewhere. */
export type SensitiveChange =
  | {
      kind: 'api_key_created' | 'api_key_changed' | 'payment_account_connected'
      maskedKey: string
    }
  | { kind: 'webhook_url_set' | 'webhook_changed' | 'label_service_changed'; url: string }
  | { kind: 'payment_method_changed' | 'payment_account_disconnected'; name: string }
  | { kind: 'mail_sender_changed' | 'store_email_changed'; email: string }

/** The functions of the account feature that protect sensitive changes of a store. */
export type CredentialGuard = {
  /**
   * Checks the password of the caller and, if two-step authentication is on, a code. API keys have
   * none.
   * @throws Problem 403 not_for_keys; 422 required without a password; 400 wrong_password, two_step_required,
   *   wrong_code, wrong_recovery_code; 429 too_many_attempts
   */
  requireReauthentication: (call: ReauthenticationCall) => Promise<void>
  /** Emails the caller and the owners of the store about a change. */
  notifyAboutCredential: (tx: Tx, principal: Principal, change: SensitiveChange) => Promise<void>
}
