import { z } from 'zod'

/** Events without a row change: logins, credentials and exports. */
export const securityActions = [
  'login',
  'login_failed',
  'login_blocked',
  'logout',
  'session_ended',
  'sessions_ended',
  'token_reused',
  'password_rejected',
  'unlock_failed',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'email_verified',
  'profile_changed',
  'two_step_on',
  'two_step_off',
  'two_step_failed',
  'login_code_requested',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'account_deleted',
  'export',
  'customer_erased',
  'permission_changed',
  'invited',
  'invitation_accepted',
  'ownership_offered',
  'ownership_transferred',
  'api_key_created',
  'api_key_revoked',
  'webhook_secret_rotated',
] as const
export const SecurityAction = z.enum(securityActions)
export type SecurityAction = z.infer<typeof SecurityAction>

/** The entities of security events. Other audit entries use their table name. */
export const securityEntities = [
  'session',
  'person',
  'export',
  'customer',
  'conversation',
  'role',
  'invitation',
  'api_key',
  'webhook',
] as const
export type SecurityEntity = (typeof securityEntities)[number]
