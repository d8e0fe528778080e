import type { z } from 'zod'
import type { Reauthentication } from '#contract/account-security.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import type { ClientInfo } from '../lib/call/call-input.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'

type ReauthenticationCall = {
  principal: Principal
  client: ClientInfo
  body: Partial<z.infer<typeof Reauthentication>>
  inTx: RunInTransaction
}
export type NewCredential =
  | {
      kind: 'api_key_created' | 'api_key_changed' | 'payment_account_connected'
      maskedKey: string
    }
  | { kind: 'webhook_url_set' | 'webhook_changed'; url: string }

/** The functions of the account feature for features that give access to a store. */
export type CredentialGuard = {
  /**
   * Checks the password of the caller and, if two-step authentication is on, a code.
   * @throws Problem 422 required without a password; 400 wrong_password, two_step_required,
   *   wrong_code, wrong_recovery_code; 429 too_many_attempts
   */
  requireReauthentication: (call: ReauthenticationCall) => Promise<void>
  /** Emails the caller and the owners of the store about more access for a program. */
  notifyAboutCredential: (tx: Tx, principal: Principal, credential: NewCredential) => Promise<void>
}
