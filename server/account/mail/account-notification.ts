import { z } from 'zod'

/** A change of an account or store that an email reports, so that people notice an intruder. */
export const AccountNotification = z.enum([
  'password_changed',
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'email_change_requested',
  'email_changed',
  'account_deleted',
  'new_device',
  'api_key_created',
  'api_key_changed',
  'webhook_url_set',
  'webhook_changed',
  'label_service_changed',
  'payment_account_connected',
  'payment_account_disconnected',
  'payment_method_changed',
  'mail_sender_changed',
  'store_email_changed',
  'session_stolen',
  'login_blocked',
  'code_blocked',
  'signup_attempted',
])
export type AccountNotification = z.infer<typeof AccountNotification>

/** The facts of one notification. The email states them in the language of its recipient. */
export const NotificationDetail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('device'),
    /** Empty if unknown. */
    browser: z.string(),
    system: z.string(),
    ip: z.string(),
    /** The number of recovery codes after one was used. */
    recoveryCodesLeft: z.int().optional(),
  }),
  /** API keys and webhooks that a new password does not end. */
  z.object({ kind: z.literal('credentials'), count: z.int() }),
  z.object({
    kind: z.literal('change'),
    subject: z.enum(['url', 'paymentMethod', 'paymentProvider', 'email', 'noEmail', 'key']),
    value: z.string(),
    storeHandle: z.string(),
  }),
])
export type NotificationDetail = z.infer<typeof NotificationDetail>

/** The recommended reaction. After `final` changes, a new password does not help. */
export const notificationAdvice = {
  password_changed: 'default',
  two_step_on: 'default',
  two_step_off: 'default',
  recovery_codes_renewed: 'default',
  recovery_code_used: 'recoveryCode',
  passkey_added: 'default',
  passkey_removed: 'default',
  email_change_requested: 'emailChange',
  email_changed: 'final',
  account_deleted: 'final',
  new_device: 'newDevice',
  api_key_created: 'credential',
  api_key_changed: 'credential',
  webhook_url_set: 'credential',
  webhook_changed: 'credential',
  label_service_changed: 'credential',
  payment_account_connected: 'paymentProvider',
  payment_account_disconnected: 'payment',
  payment_method_changed: 'payment',
  mail_sender_changed: 'storeMail',
  store_email_changed: 'storeMail',
  session_stolen: 'stolenSession',
  login_blocked: 'blockedLogin',
  code_blocked: 'blockedCode',
  signup_attempted: 'signup',
} as const satisfies Record<AccountNotification, string>
