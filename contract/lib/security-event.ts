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
  'password_refused',
  'unlock_failed',
  'password_reset_asked',
  'password_reset',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'email_verified',
  'profile_changed',
  'two_step_on',
  'two_step_off',
  'two_step_failed',
  'code_asked',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'account_deleted',
  'export',
  'permission_changed',
  'invited',
  'invitation_accepted',
  'ownership_offered',
  'ownership_transferred',
  'key_created',
  'key_revoked',
  'secret_renewed',
] as const
export const SecurityAction = z.enum(securityActions)
export type SecurityAction = z.infer<typeof SecurityAction>

/** The subjects of security events. Other audit entries use their table name. */
export const securityEntities = [
  'session',
  'person',
  'export',
  'role',
  'invitation',
  'api_key',
  'webhook',
] as const
export type SecurityEntity = (typeof securityEntities)[number]
