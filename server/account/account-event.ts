import type { SecurityEvent } from '../lib/security/security-event.ts'

/** Returns the audit event of a request about an account by a client that has not logged in. */
export const createAnonymousAccountEvent = (
  action: SecurityEvent['action'],
  personId: string,
): SecurityEvent => ({
  action,
  entity: 'person',
  entityId: personId,
  about: personId,
})

/** Returns the audit event of a change that people make to their own account. */
export const createAccountEvent = (
  action: SecurityEvent['action'],
  personId: string,
): SecurityEvent => ({ ...createAnonymousAccountEvent(action, personId), actor: personId })
