import type { SecurityEvent } from '../lib/security/security-event.ts'

/** What a person did to their own account. */
export const createAccountEvent = (
  action: SecurityEvent['action'],
  personId: string,
): SecurityEvent => ({
  action,
  entity: 'person',
  entityId: personId,
  about: personId,
  actor: personId,
})
